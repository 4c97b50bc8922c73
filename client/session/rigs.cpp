#include "session/rigs.h"

#include <algorithm>

#include "lead/evaluate.h"
#include "vrm/custom_expressions.h"

namespace lead {

std::array<glm::vec3, 2> wrists(const AvatarRig& rig, const AvatarState& state) {
  EvaluatedPose pose;
  evaluate(rig, state, pose);
  return {handPosition(pose.world, Side::left), handPosition(pose.world, Side::right)};
}

AvatarRigPtr Rigs::of(const Session& session, const ModelHash& model) {
  const MotionsPtr motions = session.motions();
  if (!motions) return nullptr;
  if (motions != motions_) {  // another room, or a server that was started anew
    rigs_.clear();
    playing_.clear();
  }
  motions_ = motions;
  const ModelPtr loaded = session.model(model);
  const auto found = rigs_.find(model);
  if (found != rigs_.end() && (!loaded || loaded == found->second.model)) return found->second.rig;
  if (!loaded) return nullptr;
  rigs_[model] = {loaded,
                  makeAvatarRig(loaded->skeleton, Motion::full, *motions, customExpressions(*loaded))};
  return rigs_[model].rig;
}

BoundMotionPtr Rigs::bound(const Session& session, const AvatarInfo& avatar, const MotionInfo& motion,
                           const AvatarRigPtr& base) {
  if (const auto last = playing_.find(avatar.id); last != playing_.end() && last->second.base == base)
    for (const PlayedMotion& known : last->second.rig->played)
      if (known.play == motion.play) return known.motion;
  const PlayableMotionPtr playable = session.motion(motion);
  return playable ? bindMotion(playable, *base) : nullptr;
}

AvatarRigPtr Rigs::of(const Session& session, const AvatarInfo& avatar) {
  AvatarRigPtr base = of(session, avatar.model);
  if (!base || avatar.motions.empty()) {
    playing_.erase(avatar.id);
    return base;
  }
  std::vector<PlayedMotion> played;
  for (const MotionInfo& motion : avatar.motions)
    if (const BoundMotionPtr ready = bound(session, avatar, motion, base))
      played.push_back({motion.play, ready});
  Playing& playing = playing_[avatar.id];
  const auto same = [](const PlayedMotion& a, const PlayedMotion& b) {
    return a.play == b.play && a.motion == b.motion;
  };
  const bool unchanged =
      playing.base == base &&
      std::equal(played.begin(), played.end(), playing.rig->played.begin(), playing.rig->played.end(), same);
  if (!unchanged) playing = {base, withPlayed(base, std::move(played))};
  return playing.rig;
}

}  // namespace lead
