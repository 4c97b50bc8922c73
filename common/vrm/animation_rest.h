// Private to vrm/: from an animation file's rest pose to the canonical T-pose, to which motions are
// expressed.
#pragma once

#include <glm/gtc/quaternion.hpp>

#include "rig/skeleton.h"
#include "vrm/faults.h"

namespace lead {

struct CanonicalRest {
  glm::quat turn = kIdentity;  ///< from the file's frame to the canonical one, about the origin
  /// World rotation of each bone in the file's rest pose, seen from the T-pose, in the canonical frame; the
  /// identity where the file rests in a T-pose. With W the rotation since the file's rest pose, W ·
  /// correction is that since the T-pose.
  BoneArray<glm::quat> correction = Pose::identities();
  Skeleton skeleton;  ///< the T-pose, canonical frame
};

/// `places` are rest positions in the file's frame, metres. With `tPose` the rest pose is taken for a T-pose
/// that faces +Z, and turned only if it faces -Z. Otherwise the file may face anywhere; arms that don't point
/// outwards within 15° are corrected, and where the legs don't point down either, the rest is some frame of
/// the motion and every bone is. Faults: left and right can't be told apart.
CanonicalRest canonicalRest(BoneMask bones, const BoneArray<glm::vec3>& places, bool tPose, Faults& faults);

}  // namespace lead
