#include "lead/avatar_state.h"

#include <cstring>
#include <glm/geometric.hpp>

namespace lead {
namespace {

class Hasher {
 public:
  explicit Hasher(std::uint64_t seed) : hash_(seed) {}

  void add(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) {
      hash_ = (hash_ ^ (value & 0xff)) * 0x100000001b3ULL;
      value >>= 8;
    }
  }
  void add(std::uint32_t value) { add(static_cast<std::uint64_t>(value)); }
  void add(float value) {
    value += 0.0F;  // -0 and 0 are one state
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    add(bits);
  }
  void add(const glm::vec3& v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  void add(const glm::quat& q) {
    add(glm::vec3(q.x, q.y, q.z));
    add(q.w);
  }
  void add(const ArmState& arm) {
    add(arm.holder);
    add(arm.partner);
    add(static_cast<std::uint32_t>(arm.partnerHand));
    add(static_cast<std::uint32_t>(arm.leads));
    add(arm.heldSince);
    add(arm.target);
    add(static_cast<std::uint32_t>(arm.hasOrientation));
    add(arm.orientation);
    add(arm.ikWeight);
    add(arm.gripWeight);
    add(arm.restReach);
    add(arm.dir);
    add(arm.pole);
  }
  void add(const PlayState& play, std::uint32_t place) {
    add(place);
    add(play.play);
    add(play.seconds);
    add(play.weight);
    add(static_cast<std::uint32_t>(play.ending));
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_;
};

}  // namespace

float AvatarState::speed() const {
  return glm::length(velocity);
}

std::uint64_t hashState(const AvatarState& state, std::uint64_t seed) {
  Hasher hasher(seed);
  hasher.add(state.tick);
  hasher.add(state.seed);
  hasher.add(state.tickSeconds);
  hasher.add(state.position);
  hasher.add(state.heading);
  hasher.add(state.velocity);
  hasher.add(state.lean);
  hasher.add(state.walkWeight);
  hasher.add(state.playbackRate);
  hasher.add(state.phase);
  for (const ArmState& arm : state.arms) hasher.add(arm);
  hasher.add(static_cast<std::uint32_t>(state.gaze.mode));
  hasher.add(state.gaze.weight);
  hasher.add(state.gaze.target);
  hasher.add(state.tracked.bones);
  for (const glm::quat& rotation : state.tracked.rotation) hasher.add(rotation);
  hasher.add(state.tracked.hipsOffset);
  for (float weight : state.expressions) hasher.add(weight);
  for (const PlayState& play : state.plays)
    if (play.play != 0) hasher.add(play, static_cast<std::uint32_t>(&play - state.plays.data()));
  return hasher.hash();
}

}  // namespace lead
