// Private to vrm/: poses of the file's nodes over time, as poses of the normalised rig.
#pragma once

#include <glm/mat4x4.hpp>

#include "rig/keyed_motion.h"
#include "vrm/animation_rest.h"
#include "vrm/animation_targets.h"
#include "vrm/animation_tracks.h"
#include "vrm/nodes.h"

namespace lead {

/// The nodes that matter to an animation, at rest; built once for all animations of a file.
class AnimationSampler {
 public:
  /// Faults: places beyond all measure, too many nodes, see canonicalRest.
  AnimationSampler(const NodeTree& tree, const AnimationTargets& targets, const LoadLimits& limits,
                   Faults& faults);

  /// Which of a node's channels matter, per node.
  const std::vector<WantedPaths>& wanted() const { return wanted_; }

  /// The motion at these times, which are not empty. Throws ModelError, which begins with `label`, where what
  /// comes out is not finite.
  KeyedMotion sample(const TracksByNode& tracks, std::vector<float> times, const std::string& label) const;

 private:
  struct Transform {
    glm::vec3 translation;
    glm::quat rotation;
    glm::vec3 scale;
  };
  struct World {
    std::vector<glm::mat4> matrix;  // of each chain node
  };
  class Cursor;

  void collect();
  void placeAtRest(Faults& faults);
  void worldOf(Cursor& cursor, float time, World& out) const;
  void addPose(const World& world, KeyedMotion& motion) const;
  void addExpressions(const TracksByNode& tracks, KeyedMotion& motion) const;
  void addLookAt(const TracksByNode& tracks, KeyedMotion& motion) const;
  static void faceForward(KeyedMotion& motion);
  static void standUp(KeyedMotion& motion);
  void finish(KeyedMotion& motion, const std::string& label) const;

  const NodeTree& tree_;
  const AnimationTargets& targets_;
  std::vector<WantedPaths> wanted_;
  std::vector<int> chain_;        // nodes that are bones or above one, parents first
  std::vector<int> chainParent_;  // index in chain_
  BoneArray<int> boneInChain_{};
  std::vector<glm::quat> restRotation_;  // world, of each chain node
  CanonicalRest canonical_;
};

}  // namespace lead
