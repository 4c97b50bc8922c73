#include "motion/walk_cycle.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"
#include "motion/clean_keys.h"
#include "motion/walk_measure.h"

namespace lead {
namespace {

constexpr std::size_t kSteps = WalkCycle::kSteps;
constexpr float kCarriesBelow = 0.06F;  // of leg length: a foot higher than this is in the air
constexpr float kCarriesSpeed = 0.5F;   // of the ground's speed, that a carrying foot's may be off by

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

/// A run of steps of the cycle in which a foot carries weight.
struct Stance {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// The longest run of steps in which the foot is low and goes back with the ground.
Stance stanceOf(const FeetKeys& feet, std::size_t side, float stride) {
  const auto foot = [&](std::ptrdiff_t step) -> const FootKey& { return feet[wrapStep(step)][side]; };
  std::array<bool, kSteps> carries{};
  const float perStep = stride / static_cast<float>(kSteps);
  for (std::size_t i = 0; i < kSteps; ++i) {
    const auto step = static_cast<std::ptrdiff_t>(i);
    const float back = 0.5F * (foot(step - 1).place.z - foot(step + 1).place.z);
    carries[i] = foot(step).place.y < kCarriesBelow && std::abs(back - perStep) < kCarriesSpeed * perStep;
  }
  Stance best;
  for (std::size_t start = 0; start < kSteps; ++start) {
    std::size_t count = 0;
    while (count < kSteps && carries[(start + count) % kSteps]) ++count;
    if (count > best.count) best = {start, count};
  }
  return best;
}

/// What has to be added to a foot's place so that it stands still on the ground through the stance; in the
/// swing it moves over from the one end's to the other's.
void standStill(FeetKeys& feet, std::size_t side, float stride) {
  const Stance stance = stanceOf(feet, side, stride);
  if (stance.count < 4) return;
  const auto at = [&](std::size_t i) { return (stance.first + i) % kSteps; };
  glm::vec3 middle(0.0F);
  const auto groundPath = [&](std::size_t i) {  // of the stance's step i, about its middle
    const float steps = static_cast<float>(i) - 0.5F * static_cast<float>(stance.count - 1);
    return glm::vec3(0.0F, 0.0F, -stride / static_cast<float>(kSteps) * steps);
  };
  for (std::size_t i = 0; i < stance.count; ++i)
    middle += (feet[at(i)][side].place - groundPath(i)) / static_cast<float>(stance.count);
  middle.y = 0.0F;
  std::vector<glm::vec3> correction(kSteps);
  for (std::size_t i = 0; i < stance.count; ++i)
    correction[at(i)] = middle + groundPath(i) - feet[at(i)][side].place;
  const glm::vec3 last = correction[at(stance.count - 1)];
  const glm::vec3 first = correction[at(0)];
  const std::size_t swing = kSteps - stance.count;
  for (std::size_t i = 0; i < swing; ++i) {
    const float share = smoothstep(0.0F, 1.0F, static_cast<float>(i + 1) / static_cast<float>(swing + 1));
    correction[at(stance.count + i)] = last + (first - last) * share;
  }
  for (std::size_t i = 0; i < kSteps; ++i) feet[i][side].place += correction[i];
  for (std::size_t i = 0; i < stance.count; ++i) feet[at(i)][side].contact = 1.0F;
}

}  // namespace

WalkCyclePtr makeWalkCycle(KeyedMotion motion) {
  checkLegs(motion);
  dropTPoseEnds(motion);
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
    for (std::size_t side = 0; side < 2; ++side) standStill(made->feet, side, made->stride);
  made->feet.back() = made->feet.front();
  return made;
}

IdleMotionPtr makeIdleMotion(KeyedMotion motion) {
  checkLegs(motion);
  dropTPoseEnds(motion);
  dropStrayEnd(motion);
  removeTravel(motion);
  closeLoop(motion);
  const std::vector<float> times = equalTimes(motion);
  auto made = std::make_shared<IdleMotion>();
  made->clip = resample(motion, times, true);
  float raised = 0.0F;
  made->feet = footKeys(motion, times, raised);
  for (glm::vec3& hips : made->clip.hips) hips.y -= raised / motion.skeleton.hipsHeight();
  for (auto& pair : made->feet)
    for (FootKey& foot : pair) foot.contact = 1.0F;
  made->feet.back() = made->feet.front();
  return made;
}

}  // namespace lead
