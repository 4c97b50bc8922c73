// States of every kind, made from a number: for what goes through the wire.
#pragma once

#include <random>

#include "lead/avatar_state.h"
#include "math/rotation.h"
#include "wire/participant_codec.h"

namespace lead::test {

class RandomStates {
 public:
  explicit RandomStates(unsigned number) : random_(number) {}

  float between(float least, float most) {
    return std::uniform_real_distribution<float>(least, most)(random_);
  }
  bool oneIn(int count) { return std::uniform_int_distribution<int>(1, count)(random_) == 1; }
  std::uint32_t number() { return std::uniform_int_distribution<std::uint32_t>()(random_); }
  glm::vec3 place(float most) { return {between(-most, most), between(-most, most), between(-most, most)}; }
  glm::quat rotation() {
    std::normal_distribution<float> normal;
    return glm::normalize(glm::quat(normal(random_), normal(random_), normal(random_), normal(random_)));
  }
  glm::vec3 direction() { return rotation() * kForward; }
  /// Often exactly 0 or 1.
  float weight() { return oneIn(3) ? 0.0F : oneIn(2) ? 1.0F : between(0.0F, 1.0F); }

  ArmState arm() {
    ArmState arm;
    if (oneIn(2)) arm.holder = number();
    if (oneIn(3)) arm.partner = number() | 1U;
    if (arm.partner != 0) {
      arm.partnerHand = oneIn(2) ? Side::left : Side::right;
      arm.leads = oneIn(2);
    }
    arm.heldSince = number();
    arm.target = place(1000.0F);
    arm.hasOrientation = oneIn(2);
    if (arm.hasOrientation) arm.orientation = rotation();
    arm.ikWeight = weight();
    arm.gripWeight = weight();
    if (oneIn(2)) arm.restReach = between(0.0F, 1.5F);
    if (oneIn(4)) return arm;
    arm.dir = direction();
    arm.pole = glm::normalize(glm::cross(arm.dir, direction()));
    return arm;
  }

  /// Local rotations of a body; of fingers what a curl and a spread can say.
  TrackedBones tracked() {
    TrackedBones tracked;
    if (oneIn(3)) return tracked;
    tracked.bones = (BoneMask{number()} << 32U | number()) & kAllBones;
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if ((tracked.bones & bit(boneAt(i))) == 0) continue;
      if (i < index(Bone::leftThumbMetacarpal))
        tracked.rotation[i] = rotation();
      else if (i % 3 == index(Bone::leftThumbMetacarpal) % 3)
        tracked.rotation[i] = rotationY(between(-0.5F, 0.5F)) * rotationZ(between(-1.5F, 1.5F));
      else
        tracked.rotation[i] = rotationZ(between(-1.5F, 1.5F));
    }
    if (tracked.bones != 0) tracked.hipsOffset = place(2.0F);
    return tracked;
  }

  AvatarState state() {
    AvatarState state;
    state.tick = number();
    state.seed = number();
    state.position = place(1000.0F);
    state.heading = between(-kPi, kPi);
    state.velocity = glm::vec3(between(-3.0F, 3.0F), 0.0F, between(-3.0F, 3.0F));
    const glm::vec3 axis = rotationY(between(-kPi, kPi)) * kForward;
    state.lean = rotationAbout(axis, between(0.0F, 0.6F));
    state.walkWeight = weight();
    state.playbackRate = between(0.0F, 3.0F);
    state.phase = between(0.0F, 0.999F);
    for (ArmState& each : state.arms) each = arm();
    state.gaze.mode = static_cast<GazeMode>(number() % 3);
    state.gaze.weight = 0.7F * weight();
    state.gaze.target = oneIn(3) ? state.arms[number() % 2].target : place(500.0F);
    state.tracked = tracked();
    if (oneIn(2))
      for (float& each : state.expressions) each = weight();
    for (PlayState& play : state.plays)
      if (oneIn(2)) play = {number() | 1U, between(0.0F, 100.0F), weight(), oneIn(2)};
    return state;
  }

  wire::ShownParticipant participant() {
    wire::ShownParticipant shown;
    shown.id = number() | 1U;
    if (!oneIn(4)) {
      shown.headPosition = place(1000.0F);
      shown.headOrientation = rotation();
    }
    for (auto& hand : shown.hands) {
      if (oneIn(3)) continue;
      hand = wire::ShownParticipant::Hand{};
      hand->position = place(1000.0F);
      if (oneIn(2)) hand->orientation = rotation();
      if (oneIn(2)) {
        hand->heldAvatar = number() | 1U;
        hand->heldHand = oneIn(2) ? Side::left : Side::right;
      }
    }
    return shown;
  }

 private:
  std::mt19937 random_;
};

/// Angle between two rotations, radians.
inline float apart(const glm::quat& a, const glm::quat& b) {
  return angleOf(glm::conjugate(a) * b);
}

}  // namespace lead::test
