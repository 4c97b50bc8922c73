// Rigs for tests, made here so that no test needs a file.
#pragma once

#include <memory>

#include "lead/avatar_rig.h"
#include "rig/skeleton.h"

namespace lead::test {

struct RigOptions {
  float upperArm = 0.25F;
  float lowerArm = 0.24F;
  glm::vec3 leftShoulder{0.14F, 1.32F, 0.0F};
  float scale = 1.0F;
  bool optionalBones = false;  ///< chest, neck, shoulders, toes and all fingers
};

/// A plain T-pose humanoid.
Skeleton makeTestSkeleton(const RigOptions& options = {});

inline AvatarRigPtr makeTestRig(Motion motion, const RigOptions& options = {}) {
  return makeAvatarRig(makeTestSkeleton(options), motion);
}

}  // namespace lead::test
