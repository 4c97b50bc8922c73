#include "motion/clean_keys.h"

#include <algorithm>
#include <array>
#include <utility>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kTPose = 8.0F * kPi / 180.0F;
constexpr float kJump = 8.0F;
constexpr float kGap = 3.0F;

constexpr float kHeldPose = 1e-3F;  // rad, of all limbs together
constexpr float kHeldHips = 1e-4F;  // m

constexpr std::array<Bone, 8> kLimbs{Bone::leftUpperArm,  Bone::leftLowerArm, Bone::rightUpperArm,
                                     Bone::rightLowerArm, Bone::leftUpperLeg, Bone::leftLowerLeg,
                                     Bone::rightUpperLeg, Bone::rightLowerLeg};

bool isTPose(const BoneArray<glm::quat>& pose) {
  return std::all_of(kLimbs.begin(), kLimbs.end(),
                     [&](Bone bone) { return angleOf(pose[index(bone)]) < kTPose; });
}

/// How far apart two poses are, radians, over the limbs.
float distanceOf(const BoneArray<glm::quat>& a, const BoneArray<glm::quat>& b) {
  float sum = 0.0F;
  for (Bone bone : kLimbs) sum += angleOf(glm::conjugate(a[index(bone)]) * b[index(bone)]);
  return sum;
}

float median(std::vector<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <typename T>
void keepRange(std::vector<T>& values, std::size_t first, std::size_t last) {
  if (values.empty()) return;
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(last + 1), values.end());
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace

void keepKeys(KeyedMotion& motion, std::size_t first, std::size_t last) {
  keepRange(motion.times, first, last);
  keepRange(motion.rotations, first, last);
  keepRange(motion.hips, first, last);
  keepRange(motion.lookAt, first, last);
  for (ExpressionTrack& track : motion.expressions) keepRange(track.weights, first, last);
  const float start = motion.times.front();
  for (float& time : motion.times) time -= start;
}

void dropTPoseEnds(KeyedMotion& motion) {
  const auto moving = [&](std::size_t i) { return !isTPose(motion.rotations[i]); };
  std::size_t first = 0;
  std::size_t last = motion.times.size() - 1;
  while (first < last && !moving(first)) ++first;
  while (last > first && !moving(last)) --last;
  if (first < last) keepKeys(motion, first, last);
}

void dropHeldEnds(KeyedMotion& motion) {
  const auto held = [&](std::size_t i) {  // from key i to the next
    const bool hips = motion.hips.empty() || glm::distance(motion.hips[i], motion.hips[i + 1]) < kHeldHips;
    return hips && distanceOf(motion.rotations[i], motion.rotations[i + 1]) < kHeldPose;
  };
  std::size_t first = 0;
  std::size_t last = motion.times.size() - 1;
  while (first < last && held(first)) ++first;
  while (last > first && held(last - 1)) --last;
  if (first < last) keepKeys(motion, first, last);
}

void dropStrayEnd(KeyedMotion& motion) {
  const std::size_t keys = motion.times.size();
  if (keys < 5) return;
  std::vector<float> speeds;
  std::vector<float> gaps;
  for (std::size_t i = 1; i + 1 < keys; ++i) {
    gaps.push_back(motion.times[i] - motion.times[i - 1]);
    speeds.push_back(distanceOf(motion.rotations[i - 1], motion.rotations[i]) / gaps.back());
  }
  const float gap = motion.times[keys - 1] - motion.times[keys - 2];
  const float speed = distanceOf(motion.rotations[keys - 2], motion.rotations[keys - 1]) / gap;
  if (gap > kGap * median(gaps) || speed > kJump * std::max(median(speeds), 0.05F))
    keepKeys(motion, 0, keys - 2);
}

glm::vec3 removeTravel(KeyedMotion& motion) {
  if (motion.hips.empty() || !(motion.times.back() > 0.0F)) return glm::vec3(0.0F);
  glm::vec3 travel = motion.hips.back() - motion.hips.front();
  travel.y = 0.0F;
  for (std::size_t i = 0; i < motion.hips.size(); ++i)
    motion.hips[i] -= travel * (motion.times[i] / motion.times.back());
  return travel;
}

}  // namespace lead
