// Analytic two-bone inverse kinematics, for arms and legs. spec/lead.md, "Two-bone arm IK". Pure.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace lead {

struct TwoBone {
  glm::vec3 root{0.0F};     ///< shoulder or hip, world
  float upper = 0.0F;       ///< metres, > 0
  float lower = 0.0F;       ///< metres, > 0
  glm::vec3 target{0.0F};   ///< world
  glm::vec3 dir{0.0F};      ///< unit, root → target: twoBoneDir()
  glm::vec3 pole{0.0F};     ///< unit, orthogonal to the line to the target: where the joint stands off it
  float mostReach = 0.98F;  ///< of upper + lower; never 1: there the joint's side is undefined
};

struct TwoBoneResult {
  glm::vec3 joint{0.0F};  ///< elbow or knee, world
  glm::vec3 end{0.0F};    ///< wrist or ankle, world
};

/// `fallback` (unit) where the target is the root.
glm::vec3 twoBoneDir(const glm::vec3& root, const glm::vec3& target, const glm::vec3& fallback);

/// Always finite for finite input.
TwoBoneResult solveTwoBone(const TwoBone& job);

/// As aimBone, for unit directions.
glm::quat aimBoneUnit(const glm::quat& boneRotation, const glm::vec3& childDir, const glm::vec3& wanted);

/// The world rotation of a bone, now at `boneRotation` with its child in direction `childDir` (world, not
/// zero), turned the smallest way so that the child lies in direction `wanted`. Antiparallel: half a turn
/// about the bone's own Z.
glm::quat aimBone(const glm::quat& boneRotation, const glm::vec3& childDir, const glm::vec3& wanted);

}  // namespace lead
