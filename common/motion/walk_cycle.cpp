#include "motion/walk_cycle.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "math/approach.h"
#include "math/rotation.h"
#include "motion/clean_keys.h"
#include "motion/walk_measure.h"

namespace lead {
namespace {

constexpr std::size_t kSteps = WalkCycle::kSteps;
constexpr std::size_t kLeastStance = 6;  // steps; less is no stance that could be trusted
constexpr float kShivers = 0.01F;        // of leg length
constexpr float kOnGround = 0.035F;      // of leg length
constexpr float kCarriesBelow = 0.06F;   // of leg length: a foot higher than this is in the air
constexpr float kCarriesSpeed = 0.5F;    // of the ground's speed, that a carrying foot's may be off by

std::size_t wrapStep(std::ptrdiff_t step) {
  const auto steps = static_cast<std::ptrdiff_t>(kSteps);
  return static_cast<std::size_t>((step % steps + steps) % steps);
}

/// The times of the steps of phase: the first half of the cycle runs from the left foot's contact to the
/// right's.
std::vector<float> timesOfPhase(const CycleTimes& cycle) {
  std::vector<float> times(kSteps + 1);
  const float half = cycle.rightContact - cycle.leftContact;
  for (std::size_t i = 0; i <= kSteps; ++i) {
    const float phase = static_cast<float>(i % kSteps) / static_cast<float>(kSteps);
    const float into =
        phase < 0.5F ? half * phase * 2.0F : half + (cycle.seconds - half) * (phase - 0.5F) * 2.0F;
    times[i] = std::fmod(cycle.leftContact + into, cycle.seconds);
  }
  return times;
}

/// A run of steps of the cycle.
struct Steps {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// The longest run of steps in which the foot is on the ground, or hardly above it and going back with it.
Steps stanceSteps(const FeetKeys& feet, std::size_t side, float stride) {
  const auto foot = [&](std::ptrdiff_t step) -> const FootKey& { return feet[wrapStep(step)][side]; };
  const float perStep = stride / static_cast<float>(kSteps);
  float lowest = 1e9F;
  for (const auto& pair : feet) lowest = std::min(lowest, pair[side].place.y);
  std::array<bool, kSteps> carries{};
  for (std::size_t i = 0; i < kSteps; ++i) {
    const auto step = static_cast<std::ptrdiff_t>(i);
    const float back = 0.5F * (foot(step - 1).place.z - foot(step + 1).place.z);
    const float height = foot(step).place.y - lowest;
    const bool withGround = std::abs(back - perStep) < kCarriesSpeed * perStep;
    carries[i] = back > 0.0F && (height < kOnGround || (height < kCarriesBelow && withGround));
  }
  Steps best;
  for (std::size_t start = 0; start < kSteps; ++start) {
    std::size_t count = 0;
    while (count < kSteps && carries[(start + count) % kSteps]) ++count;
    if (count > best.count) best = {start, count};
  }
  return best;
}

/// A foot's heading.
float yawOf(const FootKey& foot) {
  const glm::quat flat = flatFoot(foot.roll);
  return 2.0F * std::atan2(flat.y, flat.w);
}

/// Puts a foot on the ground through its stance, where it goes straight back and doesn't turn; in the swing
/// it moves over from what that changed at the one end to what it changed at the other.
Stance standStill(FeetKeys& feet, std::size_t side, float stride) {
  Steps steps = stanceSteps(feet, side, stride);
  if (steps.count < kLeastStance) steps = {side == 0 ? 0 : kSteps / 2, kSteps / 2};
  const auto at = [&](std::size_t i) { return (steps.first + i) % kSteps; };
  const float perStep = stride / static_cast<float>(kSteps);
  const auto groundPath = [&](std::size_t i) {  // about the stance's middle
    const float fromMiddle = static_cast<float>(i) - 0.5F * static_cast<float>(steps.count - 1);
    return glm::vec3(0.0F, 0.0F, -perStep * fromMiddle);
  };
  glm::vec3 middle(0.0F);
  for (std::size_t i = 0; i < steps.count; ++i)
    middle += (feet[at(i)][side].place - groundPath(i)) / static_cast<float>(steps.count);
  middle.y = 0.0F;
  std::vector<glm::vec3> correction(kSteps);
  std::vector<float> turns(kSteps);
  const float yaw = yawOf(feet[at(steps.count / 2)][side]);
  for (std::size_t i = 0; i < steps.count; ++i) {
    correction[at(i)] = middle + groundPath(i) - feet[at(i)][side].place;
    turns[at(i)] = wrapAngle(yaw - yawOf(feet[at(i)][side]));
  }
  const glm::vec3 last = correction[at(steps.count - 1)];
  const glm::vec3 first = correction[at(0)];
  const float lastTurn = turns[at(steps.count - 1)];
  const float firstTurn = turns[at(0)];
  const std::size_t swing = kSteps - steps.count;
  for (std::size_t i = 0; i < swing; ++i) {
    const float share = smoothstep(0.0F, 1.0F, static_cast<float>(i + 1) / static_cast<float>(swing + 1));
    correction[at(steps.count + i)] = last + (first - last) * share;
    turns[at(steps.count + i)] = mix(lastTurn, firstTurn, share);
  }
  for (std::size_t i = 0; i < kSteps; ++i) {
    feet[i][side].place += correction[i];
    feet[i][side].roll = rotationY(turns[i]) * feet[i][side].roll;
  }
  return {static_cast<float>(steps.first) / static_cast<float>(kSteps),
          static_cast<float>(steps.count - 1) / static_cast<float>(kSteps), middle.z};
}

}  // namespace

WalkCyclePtr makeWalkCycle(KeyedMotion motion) {
  checkLegs(motion);
  dropTPoseEnds(motion);
  dropHeldEnds(motion);
  dropStrayEnd(motion);
  const WalkMeasure walk = measureWalk(motion);
  removeTravel(motion);
  const CycleTimes cycle = cutCycle(motion);
  closeLoop(motion);
  const std::vector<float> times = timesOfPhase(cycle);

  auto made = std::make_shared<WalkCycle>();
  made->clip = resample(motion, times, true);
  made->clip.seconds = cycle.seconds;
  made->legLength = motion.skeleton.legLength(Side::left);
  made->stride = walk.speed * cycle.seconds / made->legLength;
  float raised = 0.0F;
  made->feet = footKeys(motion, times, raised);
  for (glm::vec3& hips : made->clip.hips) hips.y -= raised / motion.skeleton.hipsHeight();
  if (made->stride > 0.0F)
    for (std::size_t side = 0; side < 2; ++side)
      made->stances[side] = standStill(made->feet, side, made->stride);
  made->feet.back() = made->feet.front();
  return made;
}

std::vector<WalkCyclePtr> makeWalkCycles(std::vector<KeyedMotion> motions) {
  std::vector<WalkCyclePtr> walks;
  std::optional<MotionError> first;
  for (KeyedMotion& motion : motions) {
    try {
      walks.push_back(makeWalkCycle(std::move(motion)));
    } catch (const MotionError& error) {
      if (!first) first = error;
    }
  }
  if (walks.empty() && first) throw *first;
  return walks;
}

IdleMotionPtr makeIdleMotion(KeyedMotion motion) {
  checkLegs(motion);
  dropTPoseEnds(motion);
  dropHeldEnds(motion);
  dropStrayEnd(motion);
  removeTravel(motion);
  closeLoop(motion);
  const std::vector<float> times = equalTimes(motion);
  auto made = std::make_shared<IdleMotion>();
  made->clip = resample(motion, times, true);
  float raised = 0.0F;
  made->feet = footKeys(motion, times, raised);
  for (glm::vec3& hips : made->clip.hips) hips.y -= raised / motion.skeleton.hipsHeight();
  // Files' feet shiver by some millimetres; what stands stays on the ground.
  for (auto& pair : made->feet)
    for (FootKey& foot : pair) foot.place.y = std::max(0.0F, foot.place.y - kShivers);
  made->feet.back() = made->feet.front();
  return made;
}

}  // namespace lead
