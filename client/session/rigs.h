// Rigs of the avatars of a session's room: what turns their states into poses.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <map>
#include <string>
#include <utility>

#include "lead/avatar_rig.h"
#include "session/session.h"

namespace lead {

/// Where the wrists of an avatar in that state are, left and right.
std::array<glm::vec3, 2> wrists(const AvatarRig& rig, const AvatarState& state);

/// One thread.
class Rigs {
 public:
  /// Of a model, which plays nothing. Null until the session has the model and the room's motions.
  AvatarRigPtr of(const Session& session, const ModelHash& model);
  /// Of an avatar, with as much of what it plays as is there. The same as long as nothing changes.
  AvatarRigPtr of(const Session& session, const AvatarInfo& avatar);

 private:
  struct Playing {
    AvatarRigPtr base;
    AvatarRigPtr rig;
  };
  BoundMotionPtr bound(const Session& session, const AvatarInfo& avatar, const MotionInfo& motion,
                       const AvatarRigPtr& base);

  struct Known {
    ModelPtr model;  ///< a stand-in may be followed by the model itself
    AvatarRigPtr rig;
  };
  std::map<ModelHash, Known> rigs_;
  MotionsPtr motions_;  ///< that they were made with
  std::map<AvatarId, Playing> playing_;
};

}  // namespace lead
