// Spring bones: hair and cloth that swing after the nodes they hang on. VRMC_springBone-1.0, "SpringBone
// Algorithm", in steps of 1/60 s whatever the frame rate, because its inertia is by step and makers tune it
// at 60 Hz. Frames between steps show what lies between the last two, as rotations, so a chain never lags
// behind the head it hangs on. Deterministic.
#pragma once

#include <span>
#include <vector>

#include "character/collision.h"
#include "character/node_pose.h"

namespace lead {

inline constexpr float kSpringStep = 1.0F / 60.0F;  // seconds

/// Of one avatar. Made by Springs::makeState and of no use to another model's.
struct SpringState {
  struct Joint {
    glm::vec3 tail{0.0F};            ///< after the last step, in centre space
    glm::vec3 previous{0.0F};        ///< before it
    glm::quat rotation = kIdentity;  ///< local, after the last step
    glm::quat before = kIdentity;    ///< and before it
  };
  std::vector<Joint> joints;      ///< in the order of Springs::joints
  std::vector<glm::mat4> moving;  ///< world matrices of all that swings, after the last step
  std::vector<glm::mat4> inputs;  ///< world matrices of what they hang on, in the last frame
  std::vector<glm::mat4> now;     ///< the same at the step being taken
  std::vector<PlacedCollider> colliders;
  std::vector<glm::mat4> centers;
  glm::vec3 rootPosition{0.0F};
  glm::quat rootRotation = kIdentity;
  float behind = 0.0F;  ///< seconds since the last step
  bool started = false;
};

/// How a model's springs swing. Immutable; the model must outlive it.
class Springs {
 public:
  explicit Springs(const Model& model);

  SpringState makeState() const;
  bool empty() const { return joints_.empty(); }
  /// The lowest node that swings: world matrices from it on have to be computed anew after update().
  std::size_t firstNode() const { return firstNode_; }

  /// One frame. `world` and `nodes` are where everything is without springs; writes the joints' rotations to
  /// `nodes`. A root that jumps (further than people run, or turning sharply) takes its springs along as they
  /// are, and so does a frame after a long pause. Allocates nothing.
  void update(const glm::mat4& root, std::span<const glm::mat4> world, float dt, NodePose& nodes,
              SpringState& state) const;

  /// All springs as they hang at rest, without movement.
  void reset(const glm::mat4& root, std::span<const glm::mat4> world, const NodePose& nodes,
             SpringState& state) const;

  /// The nodes that swing, parents first.
  std::vector<int> joints() const;
  /// Where a joint's tail was after the last step, in the world; by index into joints().
  glm::vec3 tail(const SpringState& state, std::size_t joint) const;

 private:
  /// Where a world matrix comes from: what swings, or an input, or (neither) the root.
  struct Source {
    int moving = -1;
    int input = -1;
  };
  struct Joint {
    int node;
    int spring;
    Source parent;
    const SpringJoint* settings;
    glm::quat rest;  // local rotation
    glm::vec3 axis;  // unit, from head to tail in the node's frame; 0 where it can't swing
  };
  /// A node that swings or hangs below one that does. Parents first.
  struct Moving {
    int node;
    Source parent;
    int joint;  // -1: only carried along
  };
  struct Center {
    Source at;
    int ownRoot = -1;  // the joint that is its own chain's centre, which counts at rest
  };

  /// Where a joint's tail can be in a step.
  struct Reach {
    glm::vec3 head;
    float length;
    glm::mat3 ofNode;  // directions of the node at rest, in the world
    glm::mat3 toNode;  // and back
  };

  void findMoving();
  void addPath(int node, std::vector<bool>& wanted, const std::vector<bool>& swings) const;
  Source sourceOf(int node);
  void step(const NodePose& nodes, SpringState& state) const;
  void stepJoint(std::size_t index, const glm::mat4& rest, SpringState& state) const;
  glm::vec3 collide(const Joint& joint, const Reach& reach, glm::vec3 tail, const SpringState& state) const;
  static glm::vec3 limited(const SpringLimit& limit, const Reach& reach, const glm::vec3& tail);
  void carry(const glm::mat4& root, SpringState& state) const;
  void placeAll(const NodePose& nodes, SpringState& state) const;
  const glm::mat4& matrixOf(const Source& source, const SpringState& state) const;
  glm::mat4 localOf(int node, const glm::quat& rotation, const NodePose& nodes) const;

  const Model& model_;
  std::vector<Joint> joints_;
  std::vector<Moving> moving_;
  std::vector<int> inputNodes_;          // the first is the root, -1
  std::vector<int> movingOf_;            // by node
  std::vector<int> inputOf_;             // by node
  std::vector<Source> colliderSources_;  // by collider of the model
  std::vector<Center> centers_;          // by spring
  std::size_t firstNode_ = 0;
};

}  // namespace lead
