#include "motion/walk_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "motion/clean_keys.h"
#include "motion/foot_keys.h"

namespace lead {
namespace {

constexpr float kOnTheSpot = 0.15F;  // of the hips' height
constexpr float kSamplesPerSecond = 60.0F;
constexpr std::size_t kMostSamples = 20'000;
constexpr float kLeastSwing = 0.05F;  // of leg length: under this a foot doesn't step

std::vector<float> sampleTimes(const KeyedMotion& motion) {
  const float length = motion.times.back();
  const auto count =
      std::clamp<std::size_t>(static_cast<std::size_t>(length * kSamplesPerSecond), 8, kMostSamples);
  std::vector<float> times(count + 1);
  for (std::size_t i = 0; i <= count; ++i)
    times[i] = length * static_cast<float>(i) / static_cast<float>(count);
  return times;
}

/// The ankles from the hips at each time, by Side.
std::vector<std::array<glm::vec3, 2>> anklesAt(const KeyedMotion& motion, const std::vector<float>& times) {
  std::vector<std::array<glm::vec3, 2>> ankles;
  for (float time : times) {
    const KeyedPose pose = poseAt(motion, time);
    const glm::vec3 hips = placeBone(motion.skeleton, pose, Bone::hips).position;
    ankles.push_back({placeBone(motion.skeleton, pose, Bone::leftFoot).position - hips,
                      placeBone(motion.skeleton, pose, Bone::rightFoot).position - hips});
  }
  return ankles;
}

/// Balls and heels of both feet, from the hips: a foot that rolls stands on one of them, its ankle doesn't.
std::array<glm::vec3, 4> solesAt(const KeyedMotion& motion, float time) {
  const KeyedPose pose = poseAt(motion, time);
  const glm::vec3 hips = placeBone(motion.skeleton, pose, Bone::hips).position;
  std::array<glm::vec3, 4> points{};
  for (Side side : kSides) {
    const PlacedBone foot = placeBone(motion.skeleton, pose, onSide(Bone::leftFoot, side));
    const Sole sole = soleOf(motion.skeleton, side);
    points[2 * index(side)] = foot.position - hips + foot.rotation * sole.ball;
    points[2 * index(side) + 1] = foot.position - hips + foot.rotation * sole.heel;
    // Where a flat foot has them, both are on the ground.
    points[2 * index(side)].y += sole.heel.y - sole.ball.y;
  }
  return points;
}

float speedOfFeet(const KeyedMotion& motion) {
  const auto times = sampleTimes(motion);
  std::vector<float> backward;
  std::array<glm::vec3, 4> before = solesAt(motion, times[0]);
  for (std::size_t i = 1; i < times.size(); ++i) {
    const std::array<glm::vec3, 4> now = solesAt(motion, times[i]);
    std::size_t lowest = 0;
    for (std::size_t k = 1; k < now.size(); ++k)
      if (now[k].y + before[k].y < now[lowest].y + before[lowest].y) lowest = k;
    backward.push_back((before[lowest].z - now[lowest].z) / (times[i] - times[i - 1]));
    before = now;
  }
  const auto middle = backward.begin() + static_cast<std::ptrdiff_t>(backward.size() / 2);
  std::nth_element(backward.begin(), middle, backward.end());
  const float leg = motion.skeleton.legLength(Side::left);
  return *middle > 0.05F * leg ? *middle : 0.0F;
}

/// Where a foot is farthest ahead in each of its swings: sample numbers.
std::vector<std::size_t> contactsOf(const std::vector<std::array<glm::vec3, 2>>& ankles, std::size_t side) {
  float least = 1e9F;
  float most = -1e9F;
  for (const auto& pair : ankles) {
    least = std::min(least, pair[side].z);
    most = std::max(most, pair[side].z);
  }
  const float middle = 0.5F * (least + most);
  std::vector<std::size_t> contacts;
  bool ahead = false;
  for (std::size_t i = 0; i < ankles.size(); ++i) {
    const float z = ankles[i][side].z;
    if (!ahead && z > middle + 0.2F * (most - middle)) {
      ahead = true;
      contacts.push_back(i);
    } else if (ahead && z < middle - 0.2F * (middle - least)) {
      ahead = false;
    }
    if (ahead && z > ankles[contacts.back()][side].z) contacts.back() = i;
  }
  return contacts;
}

float swingOf(const std::vector<std::array<glm::vec3, 2>>& ankles, std::size_t side) {
  const auto [least, most] = std::minmax_element(
      ankles.begin(), ankles.end(), [side](const auto& a, const auto& b) { return a[side].z < b[side].z; });
  return (*most)[side].z - (*least)[side].z;
}

std::size_t keyNear(const KeyedMotion& motion, float seconds) {
  const auto after = std::lower_bound(motion.times.begin(), motion.times.end(), seconds);
  if (after == motion.times.end()) return motion.times.size() - 1;
  const auto i = static_cast<std::size_t>(after - motion.times.begin());
  return i > 0 && seconds - motion.times[i - 1] < motion.times[i] - seconds ? i - 1 : i;
}

}  // namespace

PlacedBone placeBone(const Skeleton& skeleton, const KeyedPose& pose, Bone bone) {
  std::array<std::size_t, 16> chain{};
  std::size_t depth = 0;
  for (int i = static_cast<int>(index(bone)); i >= 0; i = skeleton.parent[static_cast<std::size_t>(i)])
    chain[depth++] = static_cast<std::size_t>(i);
  PlacedBone placed{pose.hips, kIdentity};
  while (depth > 0) {
    const std::size_t i = chain[--depth];
    placed.position += placed.rotation * skeleton.offset[i];
    placed.rotation = placed.rotation * pose.rotation[i];
  }
  return placed;
}

WalkMeasure measureWalk(const KeyedMotion& motion) {
  const float seconds = motion.times.back();
  if (!(seconds > 0.0F)) return {};
  glm::vec3 travel(0.0F);
  if (!motion.hips.empty()) travel = motion.hips.back() - motion.hips.front();
  const float length = std::sqrt(travel.x * travel.x + travel.z * travel.z);
  if (length >= kOnTheSpot * motion.skeleton.hipsHeight()) return {length / seconds, false};
  return {speedOfFeet(motion), true};
}

CycleTimes cutCycle(KeyedMotion& motion) {
  const auto times = sampleTimes(motion);
  const auto ankles = anklesAt(motion, times);
  const float leg = motion.skeleton.legLength(Side::left);
  for (std::size_t side = 0; side < 2; ++side)
    if (!(swingOf(ankles, side) > kLeastSwing * leg))
      throw MotionError(fmt::format("the motion \"{}\" is no walk: its {} foot doesn't step", motion.name,
                                    name(static_cast<Side>(side))));
  const auto left = contactsOf(ankles, 0);
  // Contacts a cycle apart and nearly the whole motion's length between the first and the last: several
  // cycles.
  if (left.size() >= 3 || (left.size() == 2 && times[left[1]] - times[left[0]] < 0.75F * times.back())) {
    const std::size_t from = keyNear(motion, times[left[0]]);
    const std::size_t to = keyNear(motion, times[left[1]]);
    if (to > from + 3 && to - from + 1 < motion.times.size()) {
      keepKeys(motion, from, to);
      return cutCycle(motion);
    }
  }
  const auto farthest = [&](std::size_t side) {
    const auto most =
        std::max_element(ankles.begin(), ankles.end() - 1,
                         [side](const auto& a, const auto& b) { return a[side].z < b[side].z; });
    return times[static_cast<std::size_t>(most - ankles.begin())];
  };
  CycleTimes cycle{motion.times.back(), farthest(0), farthest(1)};
  if (cycle.rightContact <= cycle.leftContact) cycle.rightContact += cycle.seconds;
  const float share = (cycle.rightContact - cycle.leftContact) / cycle.seconds;
  if (share < 0.2F || share > 0.8F)
    throw MotionError(fmt::format("the motion \"{}\" is no walk: its feet don't step in turn", motion.name));
  return cycle;
}

}  // namespace lead
