#include "tool/rigs.h"

#include "lead/evaluate.h"

namespace lead::tool {

std::array<glm::vec3, 2> wrists(const AvatarRig& rig, const AvatarState& state) {
  Pose pose;
  WorldPose world;
  evaluate(rig, state, pose, world);
  return {handPosition(world, Side::left), handPosition(world, Side::right)};
}

AvatarRigPtr Rigs::of(const Session& session, const ModelHash& model) {
  if (const auto found = rigs_.find(model); found != rigs_.end()) return found->second;
  const ModelPtr loaded = session.model(model);
  if (!loaded) return nullptr;
  return rigs_[model] = std::make_shared<const AvatarRig>(AvatarRig{loaded->skeleton, Motion::gait});
}

}  // namespace lead::tool
