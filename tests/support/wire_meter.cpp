#include "support/wire_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "math/rotation.h"

namespace lead::test {
namespace {

constexpr std::size_t kLeastAge = 2;  // snapshots
constexpr std::size_t kMostAge = 6;
constexpr std::uint32_t kPlaceBits = 2;  // the next slot, the same age

float apart(const glm::quat& a, const glm::quat& b) {
  return angleOf(glm::conjugate(a) * b);
}

/// Of the elbow off the line from shoulder to wrist; zero where it stands in it.
glm::vec3 elbowSide(const EvaluatedPose& pose, Side side) {
  const glm::vec3 shoulder = pose.world.positionOf(onSide(Bone::leftUpperArm, side));
  const glm::vec3 line = glm::normalize(pose.world.positionOf(onSide(Bone::leftHand, side)) - shoulder);
  const glm::vec3 elbow = pose.world.positionOf(onSide(Bone::leftLowerArm, side)) - shoulder;
  return elbow - line * glm::dot(elbow, line);
}

void raise(float& most, float value) {
  most = std::max(most, value);
}

}  // namespace

void WireMeter::add(AvatarId id, const AvatarRig& rig, const AvatarState& state, bool measured) {
  if (state.tick % ticksPerSnapshot_ != 0) return;
  std::deque<Sent>& sent = sent_[id];
  const Sent* baseline = nullptr;
  if (sent.size() >= kMostAge) {
    const std::size_t age = kLeastAge + random_() % (kMostAge - kLeastAge + 1);
    baseline = &sent[sent.size() - age];
  }
  const std::uint32_t age = baseline != nullptr ? state.tick - baseline->tick : 0;
  const wire::QuantisedAvatar* then = baseline != nullptr ? &baseline->avatar : nullptr;
  wire::QuantisedAvatar now;
  wire::quantise(id, state, now);
  wire::Bits bits;
  wire::BitWriter writer(bits);
  wire::encode(now, then, age, state.tickSeconds, writer);
  wire::BitReader reader(bits.bytes);
  wire::QuantisedAvatar got;
  if (!wire::decode(reader, then, age, state.tickSeconds, got) || !(got == now))
    throw std::logic_error("what was decoded is not what was encoded");
  if (measured && baseline != nullptr) bits_.push_back(static_cast<std::uint32_t>(bits.count) + kPlaceBits);
  AvatarState seen;
  wire::dequantise(got, state.tick, state.tickSeconds, seen);
  compare(rig, state, seen);
  sent.push_back({state.tick, std::move(now)});
  if (sent.size() > kMostAge) sent.pop_front();
}

void WireMeter::compare(const AvatarRig& rig, const AvatarState& state, const AvatarState& seen) {
  raise(errors_.place, glm::distance(state.position, seen.position));
  raise(errors_.heading, std::abs(wrapAngle(state.heading - seen.heading)));
  raise(errors_.lean, apart(state.lean, seen.lean));
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    if ((state.tracked.bones & bit(boneAt(i))) == 0) continue;
    raise(i < index(Bone::leftThumbMetacarpal) ? errors_.bone : errors_.finger,
          apart(state.tracked.rotation[i], seen.tracked.rotation[i]));
  }
  for (std::size_t i = 0; i < kMaxExpressions; ++i)
    raise(errors_.expression, std::abs(state.expressions[i] - seen.expressions[i]));
  const bool led = state.arms[0].ikWeight > 0.0F || state.arms[1].ikWeight > 0.0F;
  if (!led) return;
  evaluate(rig, state, pose_);
  evaluate(rig, seen, seenPose_);
  for (Side side : kSides) {
    const ArmState& arm = state.arm(side);
    if (arm.taken()) raise(errors_.target, glm::distance(arm.target, seen.arm(side).target));
    if (arm.ikWeight < 1.0F) continue;
    const Bone hand = onSide(Bone::leftHand, side);
    raise(errors_.wrist, glm::distance(pose_.world.positionOf(hand), seenPose_.world.positionOf(hand)));
    const glm::vec3 elbow = elbowSide(pose_, side);
    const glm::vec3 seenElbow = elbowSide(seenPose_, side);
    if (glm::length(elbow) > 1e-3F) raise(errors_.elbow, angleBetween(elbow, seenElbow));
  }
}

double WireMeter::meanBytes() const {
  if (bits_.empty()) return 0.0;
  return std::accumulate(bits_.begin(), bits_.end(), 0.0) / 8.0 / static_cast<double>(bits_.size());
}

double WireMeter::bytesAt(double share) const {
  if (bits_.empty()) return 0.0;
  std::vector<std::uint32_t> sorted = bits_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))] / 8.0;
}

std::string WireMeter::row(const std::string& name) const {
  constexpr double kDegrees = 180.0 / 3.14159265358979;
  const auto mm = [](float metres) { return static_cast<double>(metres) * 1000.0; };
  return fmt::format(
      "| {} | {:.2f} | {:.1f} | {:.1f} | {:.2f} | {:.2f} | {:.3f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | "
      "{:.2f} |",
      name, meanBytes(), bytesAt(0.99), bytesAt(1.0), mm(errors_.place), errors_.heading * kDegrees,
      errors_.lean * kDegrees, mm(errors_.target), errors_.bone * kDegrees, errors_.finger * kDegrees,
      mm(errors_.wrist), errors_.elbow * kDegrees);
}

}  // namespace lead::test
