// The normalised humanoid rig of one model, and forward kinematics over it.
//
// Frame: right-handed, metres, +Y up, the avatar faces +Z, its left is +X, whatever the file said. Every
// bone's rest rotation is the identity with world-aligned axes, so a rig is nothing but rest positions. A
// bone that the model lacks takes no part; its children hang on the nearest present ancestor.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "math/quad.h"
#include "rig/expression.h"
#include "rig/humanoid.h"

namespace lead {

inline constexpr glm::quat kIdentity{1.0F, 0.0F, 0.0F, 0.0F};

/// An arm or a leg: two bones and where they point at rest.
struct Limb {
  float upper = 0.0F;  ///< metres
  float lower = 0.0F;
  glm::vec3 upperDir{0.0F, -1.0F, 0.0F};  ///< unit, bone → child at rest
  glm::vec3 lowerDir{0.0F, -1.0F, 0.0F};

  float length() const { return upper + lower; }
};

/// The ball of a foot (its toes bone, or where that would be) and its heel, from the ankle at rest.
struct Sole {
  glm::vec3 ball{0.0F};
  glm::vec3 heel{0.0F};
};

struct Skeleton {
  BoneMask bones = 0;               ///< bones that the model has
  BoneArray<std::int8_t> parent{};  ///< nearest present ancestor's index; -1 for the hips and absent bones
  BoneArray<glm::vec3> rest{};      ///< rest position in the model's frame, metres
  BoneArray<PaddedVec3> offset{};   ///< rest position from the parent's (the hips: from the model's origin)

  /// Follow from the rest positions (measure()): looked up in every tick.
  BoneArray<std::int8_t> anchor{};  ///< the parent; of an absent bone, its nearest present ancestor
  std::array<Limb, 2> arms{};       ///< by Side
  std::array<Limb, 2> legs{};
  std::array<Sole, 2> soles{};

  bool has(Bone bone) const { return (bones & bit(bone)) != 0; }
  glm::vec3 restOf(Bone bone) const { return rest[index(bone)]; }

  /// Length from a bone's head to its child's; both must be present.
  float length(Bone bone, Bone child) const;
  const Limb& arm(Side side) const { return arms[index(side)]; }
  const Limb& leg(Side side) const { return legs[index(side)]; }
  float armLength(Side side) const { return arm(side).length(); }
  float legLength(Side side) const { return leg(side).length(); }
  /// Height of the hips at rest above the ground, by which hips movements are scaled: where the file puts its
  /// skeleton in the ground, or nowhere near it, what its legs say.
  float hipsHeight() const;
};

/// Fills in what follows from bones, parents and rest positions. Limbs that are not all there have no length.
void measure(Skeleton& skeleton);

/// Builds the parent links and offsets. Throws std::invalid_argument where a required bone is missing or a
/// rest position is not finite.
Skeleton makeSkeleton(BoneMask bones, const BoneArray<glm::vec3>& rest);

/// What evaluate() gives: where the avatar stands and how each bone is turned. Plain value.
struct Pose {
  glm::vec3 rootPosition{0.0F};        ///< world, metres; the avatar's feet
  glm::quat rootRotation = kIdentity;  ///< lean · heading
  glm::vec3 hipsOffset{0.0F};          ///< added to the hips' rest position, in the root's frame, metres
  BoneArray<glm::quat> rotation = identities();  ///< local, in the normalised rig; identity is the rest pose
  ExpressionWeights expressions{};
  bool hasGaze = false;  ///< a motion moves the eyes
  glm::vec2 gaze{0.0F};  ///< then: seen from the head, (yaw to the left, pitch down), radians

  static BoneArray<glm::quat> identities() {
    BoneArray<glm::quat> all{};
    all.fill(kIdentity);
    return all;
  }
  glm::quat& of(Bone bone) { return rotation[index(bone)]; }
  const glm::quat& of(Bone bone) const { return rotation[index(bone)]; }
};

/// World positions (metres) of the bones' heads and world rotations of the normalised rig's bones. Entries of
/// absent bones are those of their nearest present ancestor.
struct WorldPose {
  BoneArray<PaddedVec3> position{};
  BoneArray<glm::quat> rotation = Pose::identities();

  glm::vec3 positionOf(Bone bone) const { return position[index(bone)]; }
  glm::quat rotationOf(Bone bone) const { return rotation[index(bone)]; }
};

/// Allocates nothing.
void forwardKinematics(const Skeleton& skeleton, const Pose& pose, WorldPose& out);

/// Recomputes the given bones only, whose ancestors `out` already holds or are among them.
void forwardKinematics(const Skeleton& skeleton, const Pose& pose, BoneMask bones, WorldPose& out);

/// Recomputes the chain from the hips to `bone` only, root first; what else `out` holds is left as it is.
void forwardKinematicsChain(const Skeleton& skeleton, const Pose& pose, Bone bone, WorldPose& out);

}  // namespace lead
