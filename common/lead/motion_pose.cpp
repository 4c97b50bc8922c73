#include "lead/motion_pose.h"

#include <algorithm>
#include <utility>

#include "lead/playing.h"
#include "math/approach.h"
#include "math/rotation.h"
#include "motion/gait.h"
#include "motion/idle.h"

namespace lead {
namespace {

constexpr float kUnseen = 1e-4F;
constexpr std::size_t kMostRows = 5;  // of the idle, two walks and two motions that are played

double secondsOf(const AvatarState& state) {
  return static_cast<double>(state.tick) * static_cast<double>(state.tickSeconds);
}

bool isWalking(const AvatarState& state) {
  return state.walkWeight > 0.0F || state.velocity != glm::vec3(0.0F);
}

/// What goes into the blend of one pose.
struct Blend {
  std::array<WeightedRow, kMostRows> rows{};
  std::size_t count = 0;
  void add(const WeightedRow& row) {
    if (row.weight > kUnseen) rows[count++] = row;
  }
};

ClipPlace idlePlace(const AvatarRig& rig, const AvatarState& state) {
  const Clip& clip = rig.idleMotion->clip;
  const double seconds = secondsOf(state) + static_cast<double>(state.seed % 16U) * 0.37;
  return placeIn(clip, seconds / static_cast<double>(clip.seconds));
}

void addIdle(const AvatarRig& rig, const AvatarState& state, float weight, Blend& blend, Pose& pose) {
  if (!rig.idleMotion) {
    blend.add({&rig.idleRow, &rig.idleRow, 0.0F, weight});
    return;
  }
  const ClipPlace at = idlePlace(rig, state);
  const auto& rows = rig.idleRows.empty() ? rig.idleMotion->clip.rows : rig.idleRows;
  blend.add({&rows[at.row], &rows[at.row + 1], at.share, weight});
  const auto& hips = rig.idleMotion->clip.hips;
  pose.hipsOffset +=
      (hips[at.row] + (hips[at.row + 1] - hips[at.row]) * at.share) * (rig.skeleton.hipsHeight() * weight);
}

/// Feet of somebody who stands, by `weight` of an idle motion.
LegsJob standingFeet(const AvatarRig& rig, const AvatarState& state, float weight) {
  LegsJob legs;
  for (Side side : kSides) {
    FootTarget& foot = legs.feet[index(side)];
    foot.ankle = rig.skeleton.restOf(onSide(Bone::leftFoot, side));
    if (!rig.idleMotion) continue;
    const ClipPlace at = idlePlace(rig, state);
    const FeetKeys& feet = rig.idleMotion->feet;
    const std::array<WeightedFoot, 2> keys{
        {{&feet[at.row][index(side)], 1.0F - at.share}, {&feet[at.row + 1][index(side)], at.share}}};
    const FootKey key = blendFeet(keys);
    foot.ankle +=
        (key.place * rig.skeleton.legLength(side) + rolledAnkle(key.roll, soleOf(rig.skeleton, side))) *
        weight;
    foot.rotation = glm::slerp(kIdentity, key.roll, weight);
    foot.toes = glm::slerp(kIdentity, key.toes, weight);
  }
  return legs;
}

void applyTracked(const TrackedBones& tracked, Pose& pose) {
  if (tracked.bones == 0) return;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if ((tracked.bones & bit(boneAt(i))) != 0) pose.rotation[i] = tracked.rotation[i];
  if ((tracked.bones & bit(Bone::hips)) != 0) pose.hipsOffset = tracked.hipsOffset;
}

void addCurves(const Clip& clip, const ClipPlace& at, float weight, ExpressionWeights& expressions) {
  for (const Clip::ExpressionCurve& curve : clip.expressions) {
    const float value = mix(curve.weights[at.row], curve.weights[at.row + 1], at.share);
    float& whole = expressions[index(curve.expression)];
    whole = std::max(whole, value * weight);
  }
}

/// The state's own, what the motions bring, and the blink.
void applyExpressions(const AvatarRig& rig, const AvatarState& state, const Played& played, Pose& pose) {
  pose.expressions = state.expressions;
  if (rig.motion == Motion::none) return;
  if (rig.idleMotion && !rig.idleMotion->clip.expressions.empty())
    addCurves(rig.idleMotion->clip, idlePlace(rig, state), 1.0F - state.walkWeight - played.share,
              pose.expressions);
  if (played.count > 0) playExpressions(played, pose.expressions);
  float& blink = pose.expressions[index(Expression::blink)];
  blink = std::max(blink, blinkAt(secondsOf(state), state.seed) * (1.0F - played.eyelids));
}

void addPlayed(const AvatarRig& rig, const Played& played, Blend& blend, Pose& pose) {
  for (const Played::Part& part : played.parts()) {
    const auto& rows = part.motion->rows();
    blend.add({&rows[part.at.row], &rows[part.at.row + 1], part.at.share, part.share});
  }
  pose.hipsOffset += playedHips(played, rig.skeleton);
}

/// Puts the feet where they belong, but for as much as a motion that is played moves the legs itself.
void placeFreely(const AvatarRig& rig, const LegsJob& legs, float freely, Pose& pose) {
  if (freely > 1.0F - kUnseen) return;
  if (freely <= 0.0F) return placeFeet(rig.skeleton, legs, pose);
  const Pose own = pose;
  placeFeet(rig.skeleton, legs, pose);
  pose.hipsOffset = glm::mix(pose.hipsOffset, own.hipsOffset, freely);
  for (Side side : kSides)
    for (Bone left : {Bone::leftUpperLeg, Bone::leftLowerLeg, Bone::leftFoot, Bone::leftToes}) {
      const Bone bone = onSide(left, side);
      pose.of(bone) = glm::slerp(pose.of(bone), own.of(bone), freely);
    }
}

/// The walk's share of rotations, hips and feet.
LegsJob walkWithClips(const AvatarRig& rig, const AvatarState& state, const Travel& travel,
                      const glm::quat& lean, Blend& blend, Pose& pose) {
  const float weight = state.walkWeight;
  const WalkMix mix = mixAt(rig.walks, travel.speed);
  blend.count += rowsOf(mix, state.phase, weight, blend.rows.data() + blend.count);
  pose.hipsOffset += hipsOf(mix, state.phase, rig.skeleton) * weight;
  LegsJob legs = standingFeet(rig, state, 1.0F - weight);
  stepFeet(mix, {state.phase, state.playbackRate, travel, weight, lean}, rig.skeleton, legs);
  for (const auto& [entry, share] : {std::pair(mix.slow, 1.0F - mix.share), std::pair(mix.fast, mix.share)})
    if (const Clip& clip = entry->cycle->clip; !clip.expressions.empty() && share > 0.0F)
      addCurves(clip, placeIn(clip, static_cast<double>(state.phase)), share * weight, pose.expressions);
  return legs;
}

}  // namespace

Travel travelOf(const AvatarState& state, const glm::quat& body) {
  return travelOf(glm::conjugate(body) * state.velocity);
}

void evaluateMotion(const AvatarRig& rig, const AvatarState& state, const glm::quat& body, Pose& pose) {
  pose.rootPosition = state.position;
  pose.rootRotation = state.lean * body;
  pose.hipsOffset = glm::vec3(0.0F);
  const Played played = playedAt(rig, state);
  playGaze(played, pose);
  applyExpressions(rig, state, played, pose);
  if (rig.motion == Motion::none) {
    pose.rotation = rig.idle.rotation;
    applyTracked(state.tracked, pose);
    return;
  }
  const bool walking = isWalking(state);
  const bool byClips = walking && !rig.walks.empty();
  const float walk = walking ? state.walkWeight : 0.0F;
  const Travel travel = travelOf(state, body);
  const glm::quat lean = glm::conjugate(body) * state.lean * body;

  Blend blend;
  LegsJob legs;
  addIdle(rig, state, (byClips ? 1.0F - walk : 1.0F) - played.share, blend, pose);
  addPlayed(rig, played, blend, pose);
  if (byClips)
    legs = walkWithClips(rig, state, travel, lean, blend, pose);
  else if (!walking)
    legs = standingFeet(rig, state, 1.0F);
  blendRows({blend.rows.data(), blend.count}, pose.rotation);
  const float still = 1.0F - played.share;
  addBreath(rig.skeleton, secondsOf(state), still, pose);
  if (!rig.idleMotion)
    shiftWeight(rig.skeleton, secondsOf(state) + state.seed, 1.0F - walk - played.share, pose);
  if (walking && !byClips) legs = applyGait(rig.skeleton, {state.phase, travel, walk, lean}, pose);
  if (walking) turnHips(rig.skeleton, travel, walk, pose);
  legs.lean = lean;
  legs.weight = walk;
  placeFreely(rig, legs, played.legs, pose);
  applyTracked(state.tracked, pose);
}

glm::vec3 standingFoot(const AvatarRig& rig, const AvatarState& state, Side side) {
  glm::vec3 place = rig.skeleton.restOf(onSide(Bone::leftFoot, side));
  if (!rig.idleMotion) return place;
  const ClipPlace at = idlePlace(rig, state);
  const FeetKeys& feet = rig.idleMotion->feet;
  return place + glm::mix(feet[at.row][index(side)].place, feet[at.row + 1][index(side)].place, at.share) *
                     rig.skeleton.legLength(side);
}

float footContact(const AvatarRig& rig, const AvatarState& state, Side side) {
  if (rig.motion == Motion::none || !isWalking(state)) return 1.0F;
  const Travel travel = travelOf(state, rotationY(state.heading));
  if (rig.walks.empty()) return gaitContact(rig.skeleton, {state.phase, travel, state.walkWeight}, side);
  return walkContact(mixAt(rig.walks, travel.speed), state.phase, side);
}

}  // namespace lead
