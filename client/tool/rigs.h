// Rigs of loaded models, to know where an avatar's hands are.
#pragma once

#include <glm/vec3.hpp>
#include <map>

#include "lead/avatar_rig.h"
#include "session/session.h"

namespace lead::tool {

/// Where the wrists of an avatar in that state are, left and right.
std::array<glm::vec3, 2> wrists(const AvatarRig& rig, const AvatarState& state);

/// One rig a model of a session's room.
class Rigs {
 public:
  /// Null until the session has the model.
  AvatarRigPtr of(const Session& session, const ModelHash& model);

 private:
  std::map<ModelHash, AvatarRigPtr> rigs_;
};

}  // namespace lead::tool
