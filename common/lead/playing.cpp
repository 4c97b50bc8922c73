#include "lead/playing.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"

namespace lead {
namespace {

constexpr float kBlendSeconds = 0.3F;

const BoundMotion* find(const AvatarRig& rig, std::uint32_t play) {
  if (play == 0) return nullptr;
  for (const PlayedMotion& played : rig.played)
    if (played.play == play) return played.motion.get();
  return nullptr;
}

template <typename T>
T valueAt(const std::vector<T>& values, const ClipPlace& at) {
  return values[at.row] + (values[at.row + 1] - values[at.row]) * at.share;
}

}  // namespace

void stepPlays(const AvatarRig& rig, float dt, AvatarState& state) {
  for (PlayState& play : state.plays) {
    if (play.play == 0) continue;
    play.seconds += dt;
    if (const BoundMotion* motion = find(rig, play.play)) {
      const Clip& clip = motion->motion->clip;
      if (clip.loops)
        play.seconds = std::fmod(play.seconds, clip.seconds);
      else if (play.seconds >= clip.seconds)
        play.ending = true;
    }
    play.weight = ramp(play.weight, play.ending ? 0.0F : 1.0F, kBlendSeconds, dt);
    if (play.ending && play.weight == 0.0F) play = {};
  }
}

Played playedAt(const AvatarRig& rig, const AvatarState& state) {
  Played played;
  if (rig.played.empty()) return played;
  float sum = 0.0F;
  for (const PlayState& play : state.plays) {
    const BoundMotion* motion = play.weight > 0.0F ? find(rig, play.play) : nullptr;
    if (motion == nullptr) continue;
    const Clip& clip = motion->motion->clip;
    const double turns = static_cast<double>(play.seconds) / static_cast<double>(clip.seconds);
    played.all[played.count++] = {motion, placeIn(clip, turns), play.weight};
    sum += play.weight;
  }
  const float whole = (1.0F - state.walkWeight) / std::max(1.0F, sum);
  for (Played::Part& part : played.all) {
    part.share *= whole;
    if (part.motion == nullptr) continue;
    played.share += part.share;
    if (part.motion->motion->movesLegs) played.legs += part.share;
    if (part.motion->motion->blinks) played.eyelids += part.share;
  }
  return played;
}

glm::vec3 playedHips(const Played& played, const Skeleton& skeleton) {
  glm::vec3 hips(0.0F);
  for (const Played::Part& part : played.parts())
    hips += valueAt(part.motion->motion->clip.hips, part.at) * part.share;
  return hips * skeleton.hipsHeight();
}

void playExpressions(const Played& played, ExpressionWeights& weights) {
  ExpressionWeights sum{};
  for (const Played::Part& part : played.parts()) {
    for (const Clip::ExpressionCurve& curve : part.motion->motion->clip.expressions)
      sum[index(curve.expression)] += valueAt(curve.weights, part.at) * part.share;
    for (const auto& [expression, values] : part.motion->custom)
      sum[expression] += valueAt(*values, part.at) * part.share;
  }
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::max(weights[i], std::min(sum[i], 1.0F));
}

void playGaze(const Played& played, Pose& pose) {
  pose.hasGaze = false;
  pose.gaze = glm::vec2(0.0F);
  for (const Played::Part& part : played.parts()) {
    const auto& lookAt = part.motion->motion->clip.lookAt;
    if (lookAt.empty()) continue;
    pose.hasGaze = true;
    pose.gaze += valueAt(lookAt, part.at) * part.share;
  }
}

}  // namespace lead
