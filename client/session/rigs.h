// Rigs of the avatars of a session's room: what turns their states into poses.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <map>

#include "lead/avatar_rig.h"
#include "session/session.h"

namespace lead {

/// Where the wrists of an avatar in that state are, left and right.
std::array<glm::vec3, 2> wrists(const AvatarRig& rig, const AvatarState& state);

/// One rig a model. One thread.
class Rigs {
 public:
  /// Null until the session has the model and the room's motions.
  AvatarRigPtr of(const Session& session, const ModelHash& model);

 private:
  std::map<ModelHash, AvatarRigPtr> rigs_;
  MotionsPtr motions_;  ///< that they were made with
};

}  // namespace lead
