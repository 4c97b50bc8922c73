#include "motion/walk_set.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kUnmeasuredSpeed = 1.2F;  // m/s
constexpr float kGrownLeg = 0.85F;        // m
constexpr float kUnseen = 1e-4F;          // a weight
constexpr float kFarFromTPose = 15.0F * kPi / 180.0F;
constexpr float kMostRate =
    3.0F;  // beyond this legs of the clip's length would whir; shorter ones are quicker
constexpr float kSwingSlack = 0.25F;  // of leg length: hips need not sink for a foot in the air
constexpr float kMostStance = 1.5F;   // of leg length: what the ground passes under a foot that carries

struct Step {
  std::size_t row;
  float share;
};

Step stepAt(float phase) {
  const float at = phase * static_cast<float>(WalkCycle::kSteps);
  const auto row = std::min(static_cast<std::size_t>(at), WalkCycle::kSteps - 1);
  return {row, at - static_cast<float>(row)};
}

/// A moment of one foot's cycle.
struct FootMoment {
  bool carries = false;
  float share = 0.0F;   ///< of the stance or swing, [0, 1]
  float stance = 0.5F;  ///< the stance's share of the cycle
};

/// The way from a to b on the circle of phases, (-0.5, 0.5].
float phaseBetween(float a, float b) {
  const float d = b - a;
  return fraction(d + 0.5F) - 0.5F;
}

/// The cycles of a mix carry weight for different shares of a cycle: their stances are blended with stances,
/// swings with swings.
FootMoment momentOf(const WalkMix& walks, float phase, Side side) {
  const Stance& slow = walks.slow->cycle->stances[index(side)];
  const Stance& fast = walks.fast->cycle->stances[index(side)];
  const float start = slow.start + phaseBetween(slow.start, fast.start) * walks.share;
  const float length = mix(slow.length, fast.length, walks.share);
  const float since = fraction(phase - start);
  if (since < length) return {true, since / length, length};
  return {false, (since - length) / (1.0F - length), length};
}

float phaseIn(const Stance& stance, const FootMoment& moment) {
  return moment.carries ? stance.start + stance.length * moment.share
                        : stance.start + stance.length + (1.0F - stance.length) * moment.share;
}

struct MixedFoot {
  FootKey key;
  float middle;  // of the stance, ahead, leg lengths
  float swung;   // through the swing: 0 where the foot left the ground, 1 where it comes down
};

MixedFoot footOf(const WalkMix& walks, const FootMoment& moment, Side side) {
  std::array<WeightedFoot, 4> keys{};
  std::size_t count = 0;
  MixedFoot mixed{};
  const auto add = [&](const WalkSet::Entry& entry, float weight) {
    const WalkCycle& cycle = *entry.cycle;
    const Stance& stance = cycle.stances[index(side)];
    const float phase = phaseIn(stance, moment);
    const Step step = stepAt(fraction(phase));
    const FootKey& before = cycle.feet[step.row][index(side)];
    const FootKey& after = cycle.feet[step.row + 1][index(side)];
    keys[count++] = {&before, weight * (1.0F - step.share)};
    keys[count++] = {&after, weight * step.share};
    const float whole = std::max(cycle.stride * stance.length, 1e-6F);
    const float ahead = mix(before.place.z, after.place.z, step.share) - stance.middle;
    mixed.middle += weight * stance.middle;
    mixed.swung += weight * (0.5F + ahead / whole);
  };
  add(*walks.slow, 1.0F - walks.share);
  if (walks.share > 0.0F) add(*walks.fast, walks.share);
  mixed.key = blendFeet({keys.data(), count});
  return mixed;
}

glm::vec3 hipsAt(const WalkSet::Entry& entry, const Step& step) {
  const auto& hips = entry.cycle->clip.hips;
  return hips[step.row] + (hips[step.row + 1] - hips[step.row]) * step.share;
}

float sinkAt(const WalkSet::Entry& entry, const Step& step) {
  return mix(entry.sink[step.row], entry.sink[step.row + 1], step.share);
}

/// The most of each value's neighbours within `reach` steps, then evened out, around the cycle.
std::vector<float> smoothMost(const std::vector<float>& values, std::ptrdiff_t reach) {
  const auto count = static_cast<std::ptrdiff_t>(values.size()) - 1;  // the last is the first
  const auto at = [&](const std::vector<float>& of, std::ptrdiff_t i) {
    return of[static_cast<std::size_t>((i % count + count) % count)];
  };
  std::vector<float> most(values.size());
  for (std::ptrdiff_t i = 0; i <= count; ++i)
    for (std::ptrdiff_t d = -reach; d <= reach; ++d)
      most[static_cast<std::size_t>(i)] = std::max(most[static_cast<std::size_t>(i)], at(values, i + d));
  std::vector<float> even(values.size());
  for (std::ptrdiff_t i = 0; i <= count; ++i) {
    float sum = 0.0F;
    float weights = 0.0F;
    for (std::ptrdiff_t d = -reach; d <= reach; ++d) {
      const float weight = 1.0F + std::cos(kPi * static_cast<float>(d) / static_cast<float>(reach + 1));
      sum += weight * at(most, i + d);
      weights += weight;
    }
    even[static_cast<std::size_t>(i)] = sum / weights;
  }
  return even;
}

/// Legs of other proportions than the file's may be too short for its hips: how much lower these have to go.
std::vector<float> sinkFor(const WalkCycle& cycle, const Skeleton& skeleton) {
  std::vector<float> needs(WalkCycle::kSteps + 1);
  const float leg = skeleton.legLength(Side::left);
  for (std::size_t i = 0; i < needs.size(); ++i)
    for (Side side : kSides) {
      const Stance& stance = cycle.stances[index(side)];
      const float since =
          fraction(static_cast<float>(i) / static_cast<float>(WalkCycle::kSteps) - stance.start);
      if (since > stance.length + 0.02F && since < 0.98F) continue;
      const FootKey& key = cycle.feet[i][index(side)];
      const glm::vec3 hip =
          skeleton.restOf(onSide(Bone::leftUpperLeg, side)) + cycle.clip.hips[i] * skeleton.hipsHeight();
      const glm::vec3 ankle = skeleton.restOf(onSide(Bone::leftFoot, side)) + key.place * leg +
                              rolledAnkle(key.roll, soleOf(skeleton, side));
      needs[i] = std::max(needs[i], neededDrop(hip, ankle, leg));
    }
  return smoothMost(needs, 5);
}

/// The same rotation with its angle times `factor`, which may be negative.
glm::quat scaled(const glm::quat& q, float factor) {
  if (factor > 0.999F) return q;
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
    entry.sink = sinkFor(*cycle, skeleton);
    entry.mostRate = kMostRate * std::sqrt(std::max(1.0F, cycle->legLength / leg));
    set.entries.push_back(std::move(entry));
  }
  std::stable_sort(set.entries.begin(), set.entries.end(),
                   [](const auto& a, const auto& b) { return a.speed < b.speed; });
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
  return std::min(rate, mix.slow->mostRate) / (mix.seconds * travel.strideShare());
}

std::size_t rowsOf(const WalkMix& mix, float phase, float weight, WeightedRow* rows) {
  const Step step = stepAt(phase);
  std::size_t count = 0;
  const auto add = [&](const WalkSet::Entry& entry, float share) {
    if (!(share > kUnseen)) return;
    rows[count++] = {&entry.rows()[step.row], &entry.rows()[step.row + 1], step.share, share};
  };
  add(*mix.slow, weight * (1.0F - mix.share));
  add(*mix.fast, weight * mix.share);
  return count;
}

glm::vec3 hipsOf(const WalkMix& walks, float phase, const Skeleton& skeleton) {
  const Step step = stepAt(phase);
  glm::vec3 hips = hipsAt(*walks.slow, step);
  float sink = sinkAt(*walks.slow, step);
  if (walks.share > 0.0F) {
    hips += (hipsAt(*walks.fast, step) - hips) * walks.share;
    sink = mix(sink, sinkAt(*walks.fast, step), walks.share);
  }
  return hips * skeleton.hipsHeight() - glm::vec3(0.0F, sink, 0.0F);
}

void stepFeet(const WalkMix& walks, const WalkInput& input, const Skeleton& skeleton, LegsJob& legs) {
  const Travel& travel = input.travel;
  const float leg = skeleton.legLength(Side::left);
  // The ground decides how long the stride is, whatever the cadence, so that nothing slides.
  const float stride = travel.speed / walkCadence(walks, input.rate, travel);
  const float hips = glm::distance(skeleton.restOf(Bone::leftUpperLeg), skeleton.restOf(Bone::rightUpperLeg));
  const float room = sidestepRoom(travel, stride, hips) * input.weight;
  const float step = stepWeight(input.weight);
  const float start = startShare(travel, input.weight);
  const glm::vec3 lean = stepWithLean(skeleton, input.lean);
  for (Side side : kSides) {
    const FootMoment moment = momentOf(walks, input.phase, side);
    const MixedFoot mixed = footOf(walks, moment, side);
    const FootKey& key = mixed.key;
    const float half = 0.5F * start * std::min(stride * moment.stance, kMostStance * leg);
    float along = moment.carries ? half * (1.0F - 2.0F * moment.share) : half * (2.0F * mixed.swung - 1.0F);
    if (!walks.measured) along = key.place.z * leg * input.weight;
    FootTarget& foot = legs.feet[index(side)];
    const glm::quat roll = scaled(key.roll, travel.roll() * step);
    const float across = key.place.x * leg * input.weight * (1.0F - travel.sideways());
    foot.ankle += lean + travel.direction * (along + mixed.middle * leg * input.weight) +
                  glm::vec3(across + room * outwardSign(side), key.place.y * leg * step, 0.0F) +
                  foot.rotation * rolledAnkle(roll, soleOf(skeleton, side));
    foot.rotation = foot.rotation * roll;
    foot.toes = step > 0.999F ? key.toes : glm::slerp(foot.toes, key.toes, step);
    const float air = moment.carries ? 0.0F : std::sin(kPi * moment.share);
    foot.slack = kSwingSlack * leg * air * step;
  }
}

float walkContact(const WalkMix& walks, float phase, Side side) {
  return walks.measured && !momentOf(walks, phase, side).carries ? 0.0F : 1.0F;
}

}  // namespace lead
