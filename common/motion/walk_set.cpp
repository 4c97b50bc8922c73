#include "motion/walk_set.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kUnmeasuredSpeed = 1.2F;  // m/s
constexpr float kGrownLeg = 0.85F;        // m
constexpr float kFarFromTPose = 15.0F * kPi / 180.0F;
constexpr float kMostRate = 3.0F;    // beyond this the legs would whir
constexpr float kMostStride = 2.4F;  // of leg length

struct Step {
  std::size_t row;
  float share;
};

Step stepAt(float phase) {
  const float at = phase * static_cast<float>(WalkCycle::kSteps);
  const auto row = std::min(static_cast<std::size_t>(at), WalkCycle::kSteps - 1);
  return {row, at - static_cast<float>(row)};
}

FootKey footAt(const WalkSet::Entry& entry, const Step& step, std::size_t side) {
  const FeetKeys& feet = entry.cycle->feet;
  return between(feet[step.row][side], feet[step.row + 1][side], step.share);
}

FootKey footOf(const WalkMix& mix, float phase, Side side) {
  const Step step = stepAt(phase);
  const FootKey slow = footAt(*mix.slow, step, index(side));
  return mix.share > 0.0F ? between(slow, footAt(*mix.fast, step, index(side)), mix.share) : slow;
}

glm::vec3 hipsAt(const WalkSet::Entry& entry, const Step& step) {
  const auto& hips = entry.cycle->clip.hips;
  return hips[step.row] + (hips[step.row + 1] - hips[step.row]) * step.share;
}

/// The same rotation with its angle times `factor`, which may be negative.
glm::quat scaled(const glm::quat& q, float factor) {
  const glm::quat near = q.w < 0.0F ? -q : q;
  const glm::vec3 v(near.x, near.y, near.z);
  const float sine = glm::length(v);
  if (sine < 1e-6F) return kIdentity;
  return rotationAbout(v / sine, 2.0F * std::atan2(sine, near.w) * factor);
}

}  // namespace

WalkSet bindWalks(std::span<const WalkCyclePtr> cycles, const Skeleton& skeleton,
                  const BoneArray<glm::quat>& idle) {
  WalkSet set;
  const float leg = skeleton.legLength(Side::left);
  for (const WalkCyclePtr& cycle : cycles) {
    WalkSet::Entry entry;
    entry.cycle = cycle;
    entry.ownRows = rowsForRest(cycle->clip, skeleton, idle);
    entry.stride = cycle->stride * leg;
    entry.speed =
        entry.stride > 0.0F ? entry.stride / cycle->clip.seconds : kUnmeasuredSpeed * leg / kGrownLeg;
    set.entries.push_back(std::move(entry));
  }
  std::stable_sort(set.entries.begin(), set.entries.end(),
                   [](const auto& a, const auto& b) { return a.speed < b.speed; });
  for (WalkSet::Entry& entry : set.entries)
    entry.rows = entry.ownRows.empty() ? &entry.cycle->clip.rows : &entry.ownRows;
  return set;
}

std::vector<RotationRow> rowsForRest(const Clip& clip, const Skeleton& skeleton,
                                     const BoneArray<glm::quat>& idle) {
  BoneArray<glm::quat> correction =
      Pose::identities();  // in the world: turns the rest's limb to the T-pose's
  bool any = false;
  for (Side side : kSides) {
    const glm::vec3 outward(outwardSign(side), 0.0F, 0.0F);
    const auto correct = [&](Bone bone, Bone child) {
      const glm::vec3 rest = normalizedOr(skeleton.restOf(child) - skeleton.restOf(bone), outward);
      if (angleBetween(rest, outward) < kFarFromTPose || (clip.bones & bit(bone)) == 0) return;
      correction[index(bone)] = rotationBetween(rest, outward, kForward);
      any = true;
    };
    const Bone lower = onSide(Bone::leftLowerArm, side);
    correct(onSide(Bone::leftUpperArm, side), lower);
    correct(lower, onSide(Bone::leftHand, side));
    correction[index(onSide(Bone::leftHand, side))] = correction[index(lower)];
    for (std::size_t i = 0; i < 15; ++i)
      correction[index(onSide(Bone::leftThumbMetacarpal, side)) + i] = correction[index(lower)];
  }
  for (Side side : kSides) any = any || (clip.bones & bit(onSide(Bone::leftUpperArm, side))) == 0;
  if (!any) return {};
  std::vector<RotationRow> rows = clip.rows;
  for (RotationRow& row : rows)
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if ((clip.bones & bit(boneAt(i))) == 0) row.set(i, idle[i]);
      if ((clip.bones & bit(boneAt(i))) == 0 || skeleton.parent[i] < 0) continue;
      const glm::quat& above = correction[static_cast<std::size_t>(skeleton.parent[i])];
      row.set(i, glm::conjugate(above) * row.at(i) * correction[i]);
    }
  return rows;
}

WalkMix mixAt(const WalkSet& set, float speed) {
  const auto& entries = set.entries;
  std::size_t above = 0;
  while (above < entries.size() && entries[above].speed < speed) ++above;
  WalkMix mix;
  if (above == 0 || above == entries.size() || !(entries[above - 1].stride > 0.0F) ||
      !(entries[above].stride > 0.0F)) {
    mix.slow = mix.fast = &entries[std::min(above, entries.size() - 1)];
    mix.speed = mix.slow->speed;
    mix.seconds = mix.slow->cycle->clip.seconds;
    mix.measured = mix.slow->stride > 0.0F;
    return mix;
  }
  mix.slow = &entries[above - 1];
  mix.fast = &entries[above];
  // So that the blended stride over the blended time is the speed itself: a rate of 1 all the way between
  // them.
  const float slowSeconds = mix.slow->cycle->clip.seconds;
  const float fastSeconds = mix.fast->cycle->clip.seconds;
  const float lacks = speed * slowSeconds - mix.slow->stride;
  const float gains = (mix.fast->stride - mix.slow->stride) - speed * (fastSeconds - slowSeconds);
  mix.share = gains > 0.0F ? std::clamp(lacks / gains, 0.0F, 1.0F) : 0.0F;
  mix.seconds = lead::mix(slowSeconds, fastSeconds, mix.share);
  mix.speed = lead::mix(mix.slow->stride, mix.fast->stride, mix.share) / mix.seconds;
  mix.measured = true;
  return mix;
}

float walkCadence(const WalkMix& mix, float rate, const Travel& travel) {
  return std::min(rate, kMostRate) / (mix.seconds * travel.strideShare());
}

std::size_t rowsOf(const WalkMix& mix, float phase, float weight, WeightedRow* rows) {
  const Step step = stepAt(phase);
  std::size_t count = 0;
  const auto add = [&](const WalkSet::Entry& entry, float share) {
    if (!(share > 0.0F)) return;
    rows[count++] = {&(*entry.rows)[step.row], share * (1.0F - step.share)};
    rows[count++] = {&(*entry.rows)[step.row + 1], share * step.share};
  };
  add(*mix.slow, weight * (1.0F - mix.share));
  add(*mix.fast, weight * mix.share);
  return count;
}

glm::vec3 hipsOf(const WalkMix& mix, float phase, const Skeleton& skeleton) {
  const Step step = stepAt(phase);
  const glm::vec3 slow = hipsAt(*mix.slow, step);
  const glm::vec3 both = mix.share > 0.0F ? slow + (hipsAt(*mix.fast, step) - slow) * mix.share : slow;
  return both * skeleton.hipsHeight();
}

void stepFeet(const WalkMix& mix, const WalkInput& input, const Skeleton& skeleton, LegsJob& legs) {
  const Travel& travel = input.travel;
  const float leg = skeleton.legLength(Side::left);
  const float ownStride = mix.speed * mix.seconds;
  // The ground decides how long the stride is, whatever the cadence, so that nothing slides.
  const float stride = std::min(travel.speed / walkCadence(mix, input.rate, travel), kMostStride * leg);
  const float longer = mix.measured ? stride / ownStride : input.weight;
  const float hips = glm::distance(skeleton.restOf(Bone::leftUpperLeg), skeleton.restOf(Bone::rightUpperLeg));
  const float room = sidestepRoom(travel, stride, hips) * input.weight;
  const float step = stepWeight(input.weight);
  const glm::vec3 lean = stepWithLean(skeleton, input.lean);
  for (Side side : kSides) {
    FootKey key = footOf(mix, input.phase, side);
    FootTarget& foot = legs.feet[index(side)];
    const glm::quat roll = scaled(key.roll, travel.roll() * step);
    key.place *= leg;
    foot.ankle +=
        lean + travel.direction * (key.place.z * longer) +
        glm::vec3(key.place.x * input.weight * (1.0F - travel.sideways()) + room * outwardSign(side),
                  key.place.y * step, 0.0F) +
        rolledAnkle(roll, soleOf(skeleton, side));
    foot.rotation = foot.rotation * roll;
    foot.toes = glm::slerp(foot.toes, key.toes, step);
    foot.slack = 0.15F * leg * (1.0F - key.contact) * step;
  }
}

float walkContact(const WalkMix& mix, float phase, Side side) {
  return footOf(mix, phase, side).contact;
}

}  // namespace lead
