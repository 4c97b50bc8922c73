#include "motion/resample.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kLoopBlend = 0.15F;
constexpr float kPosesPerSecond = 30.0F;
constexpr std::size_t kMostPoses = 36'000;

struct Between {
  std::size_t key;  // key and key + 1, or the last twice
  std::size_t next;
  float share;
};

Between find(const KeyedMotion& motion, float seconds) {
  const auto& times = motion.times;
  const auto after = std::upper_bound(times.begin(), times.end(), seconds);
  if (after == times.begin()) return {0, 0, 0.0F};
  if (after == times.end()) return {times.size() - 1, times.size() - 1, 0.0F};
  const auto next = static_cast<std::size_t>(after - times.begin());
  return {next - 1, next, (seconds - times[next - 1]) / (times[next] - times[next - 1])};
}

template <typename T>
T between(const std::vector<T>& values, const Between& at) {
  return values[at.key] + (values[at.next] - values[at.key]) * at.share;
}

float hipsUnit(const KeyedMotion& motion) {
  return 1.0F / std::max(motion.skeleton.hipsHeight(), 1e-4F);
}

// Neighbours in one hemisphere, so that linear blending between them goes the short way.
void alignRows(std::vector<RotationRow>& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i)
    for (std::size_t bone = 0; bone < kBoneCount; ++bone) {
      const glm::quat q = rows[i].at(bone);
      if (glm::dot(rows[i - 1].at(bone), q) < 0.0F) rows[i].set(bone, -q);
    }
}

}  // namespace

KeyedPose poseAt(const KeyedMotion& motion, float seconds) {
  const Between at = find(motion, seconds);
  KeyedPose pose;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    pose.rotation[i] = glm::slerp(motion.rotations[at.key][i], motion.rotations[at.next][i], at.share);
  if (!motion.hips.empty()) pose.hips = between(motion.hips, at);
  return pose;
}

Clip resample(const KeyedMotion& motion, const std::vector<float>& times, bool loops) {
  const std::size_t steps = times.size() - 1;
  Clip clip;
  clip.name = motion.name;
  clip.seconds = std::max(motion.times.back(), 1e-3F);
  clip.loops = loops;
  clip.bones = motion.bones;
  clip.rows.assign(steps + 1, RotationRow::identities());
  clip.hips.resize(steps + 1);
  for (const ExpressionTrack& track : motion.expressions)
    if (const auto preset = track.custom ? std::nullopt : expressionFromName(track.name))
      clip.expressions.push_back({*preset, std::vector<float>(steps + 1)});
  if (!motion.lookAt.empty()) clip.lookAt.resize(steps + 1);

  const float unit = hipsUnit(motion);
  for (std::size_t i = 0; i <= steps; ++i) {
    const float seconds = times[loops && i == steps ? 0 : i];
    const Between at = find(motion, seconds);
    const KeyedPose pose = poseAt(motion, seconds);
    for (std::size_t bone = 0; bone < kBoneCount; ++bone) clip.rows[i].set(bone, pose.rotation[bone]);
    clip.hips[i] = pose.hips * unit;
    std::size_t curve = 0;
    for (const ExpressionTrack& track : motion.expressions)
      if (!track.custom && expressionFromName(track.name))
        clip.expressions[curve++].weights[i] = between(track.weights, at);
    if (!motion.lookAt.empty()) clip.lookAt[i] = between(motion.lookAt, at);
  }
  alignRows(clip.rows);
  return clip;
}

void closeLoop(KeyedMotion& motion) {
  const float length = motion.times.back();
  const float blend = std::min(kLoopBlend, 0.25F * length);
  if (!(blend > 0.0F)) return;
  // What start and end differ by is spread over the blend, so that a motion that closes already isn't held
  // up.
  BoneArray<glm::quat> gap{};
  for (std::size_t bone = 0; bone < kBoneCount; ++bone)
    gap[bone] = glm::conjugate(motion.rotations.back()[bone]) * motion.rotations.front()[bone];
  const auto spread = [](auto& values, std::size_t i, float share, const auto& gap) {
    if (!values.empty()) values[i] += gap * share;
  };
  const auto gapOf = [](const auto& values) { return values.front() - values.back(); };
  const glm::vec3 hipsGap = motion.hips.empty() ? glm::vec3(0.0F) : gapOf(motion.hips);
  const glm::vec2 lookGap = motion.lookAt.empty() ? glm::vec2(0.0F) : gapOf(motion.lookAt);
  std::vector<float> weightGaps;
  for (const ExpressionTrack& track : motion.expressions) weightGaps.push_back(gapOf(track.weights));
  for (std::size_t i = 0; i < motion.times.size(); ++i) {
    const float share = smoothstep(length - blend, length, motion.times[i]);
    if (share == 0.0F) continue;
    for (std::size_t bone = 0; bone < kBoneCount; ++bone)
      motion.rotations[i][bone] = motion.rotations[i][bone] * glm::slerp(kIdentity, gap[bone], share);
    spread(motion.hips, i, share, hipsGap);
    spread(motion.lookAt, i, share, lookGap);
    for (std::size_t t = 0; t < motion.expressions.size(); ++t)
      spread(motion.expressions[t].weights, i, share, weightGaps[t]);
  }
}

std::vector<float> equalTimes(const KeyedMotion& motion) {
  const float length = motion.times.back();
  const auto wanted = static_cast<std::size_t>(std::ceil(length * kPosesPerSecond));
  const std::size_t steps = std::clamp<std::size_t>(wanted, 1, kMostPoses);
  std::vector<float> times(steps + 1);
  for (std::size_t i = 0; i <= steps; ++i)
    times[i] = length * static_cast<float>(i) / static_cast<float>(steps);
  return times;
}

}  // namespace lead
