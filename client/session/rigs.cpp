#include "session/rigs.h"

#include "lead/evaluate.h"

namespace lead {

std::array<glm::vec3, 2> wrists(const AvatarRig& rig, const AvatarState& state) {
  EvaluatedPose pose;
  evaluate(rig, state, pose);
  return {handPosition(pose.world, Side::left), handPosition(pose.world, Side::right)};
}

AvatarRigPtr Rigs::of(const Session& session, const ModelHash& model) {
  const MotionsPtr motions = session.motions();
  if (!motions) return nullptr;
  if (motions != motions_) rigs_.clear();  // another room, or a server that was started anew
  motions_ = motions;
  if (const auto found = rigs_.find(model); found != rigs_.end()) return found->second;
  const ModelPtr loaded = session.model(model);
  if (!loaded) return nullptr;
  return rigs_[model] = makeAvatarRig(loaded->skeleton, Motion::full, *motions);
}

}  // namespace lead
