#include "motion/playable.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"
#include "motion/clean_keys.h"

namespace lead {
namespace {

constexpr float kStaysWithin = 0.6F;  // of hips height, horizontally
constexpr float kPoseSeconds = 3.0F;
constexpr float kSmallGap = 0.2F;     // rad, of any bone: the file means to loop
constexpr float kSmallBlend = 0.15F;  // s
constexpr float kWideBlend = 0.5F;

constexpr BoneMask kLegs = bit(Bone::leftUpperLeg) | bit(Bone::leftLowerLeg) | bit(Bone::leftFoot) |
                           bit(Bone::rightUpperLeg) | bit(Bone::rightLowerLeg) | bit(Bone::rightFoot);

glm::vec3 level(const glm::vec3& v) {
  return {v.x, 0.0F, v.z};
}

void keepInPlace(KeyedMotion& motion) {
  if (motion.hips.empty()) return;
  const float far = kStaysWithin * motion.skeleton.hipsHeight();
  const glm::vec3 start = level(motion.hips.front());
  if (glm::length(start) > far)
    for (glm::vec3& hips : motion.hips) hips -= start;
  if (glm::length(level(motion.hips.back() - motion.hips.front())) > far) removeTravel(motion);
}

float widestGap(const Clip& clip) {
  float widest = 0.0F;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    widest = std::max(widest, angleOf(glm::conjugate(clip.rows.back().at(i)) * clip.rows.front().at(i)));
  return widest;
}

/// What start and end differ by is spread over the last moments.
void closeRows(PlayableMotion& motion) {
  Clip& clip = motion.clip;
  clip.loops = true;
  const float wanted = widestGap(clip) < kSmallGap ? kSmallBlend : kWideBlend;
  const float blend = std::min(wanted, 0.25F * clip.seconds);
  const std::size_t last = clip.steps();
  BoneArray<glm::quat> gap{};
  for (std::size_t i = 0; i < kBoneCount; ++i)
    gap[i] = glm::conjugate(clip.rows[last].at(i)) * clip.rows[0].at(i);
  const auto shareAt = [&](std::size_t row) {
    const float seconds = clip.seconds * static_cast<float>(row) / static_cast<float>(last);
    return smoothstep(clip.seconds - blend, clip.seconds, seconds);
  };
  const auto closeValues = [&](auto& values) {
    if (values.empty()) return;
    const auto between = values.front() - values.back();
    for (std::size_t row = 1; row <= last; ++row) values[row] += between * shareAt(row);
  };
  for (std::size_t row = 1; row <= last; ++row) {
    const float share = shareAt(row);
    if (share == 0.0F) continue;
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      glm::quat turned = clip.rows[row].at(i) * glm::slerp(kIdentity, gap[i], share);
      if (glm::dot(turned, clip.rows[row - 1].at(i)) < 0.0F) turned = -turned;
      clip.rows[row].set(i, turned);
    }
  }
  closeValues(clip.hips);
  closeValues(clip.lookAt);
  for (Clip::ExpressionCurve& curve : clip.expressions) closeValues(curve.weights);
  for (PlayableMotion::CustomCurve& curve : motion.custom) closeValues(curve.weights);
}

std::vector<float> sampled(const std::vector<float>& keyTimes, const std::vector<float>& values,
                           const std::vector<float>& times) {
  std::vector<float> out;
  out.reserve(times.size());
  std::size_t next = 0;
  for (const float time : times) {
    while (next < keyTimes.size() && keyTimes[next] <= time) ++next;
    if (next == 0 || next == keyTimes.size()) {
      out.push_back(next == 0 ? values.front() : values.back());
      continue;
    }
    const float share = (time - keyTimes[next - 1]) / (keyTimes[next] - keyTimes[next - 1]);
    out.push_back(mix(values[next - 1], values[next], share));
  }
  return out;
}

bool isBlink(const Clip::ExpressionCurve& curve) {
  return curve.expression == Expression::blink || curve.expression == Expression::blinkLeft ||
         curve.expression == Expression::blinkRight;
}

}  // namespace

PlayableMotionPtr makePlayable(KeyedMotion motion, bool loops) {
  if (motion.times.back() > kMostPlayedSeconds)
    throw MotionError("The motion is longer than 10 minutes; cut it into parts.");
  dropTPoseEnds(motion);
  keepInPlace(motion);
  const std::vector<float> times = equalTimes(motion);
  auto playable = std::make_shared<PlayableMotion>();
  playable->clip = resample(motion, times, false);
  playable->movesLegs = (motion.bones & kLegs) != 0;
  for (const ExpressionTrack& track : motion.expressions)
    if (track.custom || !expressionFromName(track.name))
      playable->custom.push_back({track.name, sampled(motion.times, track.weights, times)});
  const auto& presets = playable->clip.expressions;
  playable->blinks = std::any_of(presets.begin(), presets.end(), isBlink);
  if (motion.times.back() <= 0.0F) playable->clip.seconds = kPoseSeconds;
  if (loops) closeRows(*playable);
  return playable;
}

}  // namespace lead
