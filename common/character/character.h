// One avatar as it is drawn: a model and what its expressions, gaze, constraints and springs do in a frame.
// The order is that of VRMC_vrm-1.0, "Expression, LookAt, SpringBone, Constraints execution order": humanoid
// pose, look-at, expressions, constraints, springs. Knows nothing of drawing. Not thread-safe; Characters of
// one model may be used on different threads.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "character/expressions.h"
#include "character/look_at.h"
#include "character/springs.h"

namespace lead {

/// What the eyes look at: nothing (they stay as the pose has them), a point in the world, or a direction.
using LookTarget = std::variant<std::monostate, glm::vec3, GazeAngles>;

class Character {
 public:
  explicit Character(ModelPtr model);

  /// One frame, `dt` seconds after the last. Allocates nothing. A pose with anything that isn't finite leaves
  /// the character as it was and gives false.
  bool update(const Pose& pose, const LookTarget& look, float dt);

  /// The next update finds springs at rest, as after construction.
  void reset() { springState_.started = false; }

  const Model& model() const { return *model_; }
  /// World matrix of each node.
  std::span<const glm::mat4> world() const { return world_; }
  /// Weights of the morphs of a node's mesh, one a morph; empty where it has none.
  std::span<const float> morphWeights(int node) const { return expressions_.morphs(face_, node); }
  /// Whether the last update changed them. True after the first.
  bool morphsChanged(int node) const { return face_.morphsChanged[static_cast<std::size_t>(node)] != 0; }
  /// What to do to each material's colours and textures.
  std::span<const MaterialShift> materials() const { return face_.materials; }
  bool materialsChanged() const { return face_.materialsChanged; }
  /// Effective weights of the expressions, after look-at and overrides.
  const ExpressionWeights& expressionWeights() const { return face_.weights; }
  const Springs& springs() const { return springs_; }
  const SpringState& springState() const { return springState_; }

 private:
  void look(const LookTarget& target, const glm::mat4& root, ExpressionWeights& weights);

  ModelPtr model_;
  Expressions expressions_;
  Springs springs_;
  NodePose nodes_;
  std::vector<glm::mat4> world_;
  Face face_;
  SpringState springState_;
  bool shown_ = false;
};

}  // namespace lead
