#include "lead/avatar_rig.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "motion/idle.h"

namespace lead {
namespace {

// A body is about as wide as twice the distance of its hip joints; a rig whose legs start at one point still
// takes up some room.
constexpr float kRadiusOfHips = 1.1F;
constexpr float kLeastRadiusOfLeg = 0.15F;

float bodyRadius(const Skeleton& skeleton) {
  const float hips = glm::distance(skeleton.restOf(Bone::leftUpperLeg), skeleton.restOf(Bone::rightUpperLeg));
  return std::max(kRadiusOfHips * hips, kLeastRadiusOfLeg * skeleton.legLength(Side::left));
}

}  // namespace

float topSpeed(const AvatarRig& rig, const Params& params) {
  return params.vmaxGiven ? params.vmax : std::max(params.vmax, rig.walks.topSpeed());
}

AvatarRigPtr makeAvatarRig(const Skeleton& skeleton, Motion motion, const Motions& motions,
                           std::vector<std::string> customExpressions) {
  auto rig = std::make_shared<AvatarRig>();
  rig->customExpressions = std::move(customExpressions);
  rig->skeleton = skeleton;
  rig->motion = motion;
  idlePose(skeleton, rig->idle);
  for (std::size_t i = 0; i < kRowBlocks * kRowLanes; ++i)
    rig->idleRow.set(i, i < kBoneCount ? rig->idle.rotation[i] : kIdentity);
  if (motion == Motion::full) {
    rig->walks = bindWalks(motions.walks, skeleton, rig->idle.rotation);
    rig->idleMotion = motions.idle;
    if (motions.idle) rig->idleRows = rowsForRest(motions.idle->clip, skeleton, rig->idle.rotation);
  }
  rig->radius = bodyRadius(skeleton);
  return rig;
}

BoundMotionPtr bindMotion(PlayableMotionPtr motion, const AvatarRig& rig) {
  auto bound = std::make_shared<BoundMotion>();
  bound->ownRows = rowsForRest(motion->clip, rig.skeleton, rig.idle.rotation);
  const auto& names = rig.customExpressions;
  for (const PlayableMotion::CustomCurve& curve : motion->custom) {
    const auto found = std::find(names.begin(), names.end(), curve.expression);
    const std::size_t at = kExpressionPresets + static_cast<std::size_t>(found - names.begin());
    if (found != names.end() && at < kMaxExpressions) bound->custom.emplace_back(at, &curve.weights);
  }
  bound->motion = std::move(motion);
  return bound;
}

AvatarRigPtr withPlayed(const AvatarRigPtr& rig, std::vector<PlayedMotion> played) {
  if (played.empty()) return baseOf(rig);
  auto other = std::make_shared<AvatarRig>(*rig);
  other->base = baseOf(rig);
  other->played = std::move(played);
  return other;
}

}  // namespace lead
