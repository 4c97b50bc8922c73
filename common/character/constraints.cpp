#include "character/constraints.h"

#include <glm/matrix.hpp>

#include "math/rotation.h"

namespace lead {
namespace {

const glm::quat& restOf(const Model& model, int node) {
  return model.nodes[static_cast<std::size_t>(node)].rotation;
}

/// How the source has turned since its rest, in its own frame.
glm::quat sourceDelta(const Model& model, const NodeConstraint& constraint, const NodePose& nodes) {
  return glm::conjugate(restOf(model, constraint.source)) *
         nodes.rotation[static_cast<std::size_t>(constraint.source)];
}

/// The part of the source's turn that is about the axis: its turn after the smallest one that takes the axis
/// to where the turn takes it.
glm::quat roll(const Model& model, const NodeConstraint& constraint, const NodePose& nodes) {
  const glm::quat& sourceRest = restOf(model, constraint.source);
  const glm::quat& rest = restOf(model, constraint.node);
  const glm::quat inParent = sourceRest * sourceDelta(model, constraint, nodes) * glm::conjugate(sourceRest);
  const glm::quat delta = glm::conjugate(rest) * inParent * rest;
  const glm::quat swing = rotationBetween(constraint.axis, delta * constraint.axis, glm::vec3(1, 1, 1));
  return rest * glm::conjugate(swing) * delta;
}

/// The smallest turn from rest that points the axis at the source. Computed in the parent's frame, where
/// mirrored and scaled parents make no difference.
glm::quat aim(const Model& model, const NodeConstraint& constraint, const glm::mat4& root,
              const NodePose& nodes) {
  const glm::quat& rest = restOf(model, constraint.node);
  const int parent = model.nodes[static_cast<std::size_t>(constraint.node)].parent;
  const glm::mat4 toParent = glm::inverse(nodeWorld(model, root, nodes, parent));
  const glm::vec4 source = nodeWorld(model, root, nodes, constraint.source)[3];
  const glm::vec3 to =
      glm::vec3(toParent * source) - nodes.translation[static_cast<std::size_t>(constraint.node)];
  const float length = glm::length(to);
  if (!isFinite(to) || !(length > 1e-9F)) return rest;  // it is where the source is
  return rotationBetween(rest * constraint.axis, to / length, glm::vec3(1, 1, 1)) * rest;
}

}  // namespace

glm::quat constrainedRotation(const Model& model, const NodeConstraint& constraint, const glm::mat4& root,
                              const NodePose& nodes) {
  switch (constraint.kind) {
    case NodeConstraint::Kind::roll:
      return roll(model, constraint, nodes);
    case NodeConstraint::Kind::aim:
      return aim(model, constraint, root, nodes);
    case NodeConstraint::Kind::rotation:
      break;
  }
  return restOf(model, constraint.node) * sourceDelta(model, constraint, nodes);
}

void applyConstraints(const Model& model, const glm::mat4& root, NodePose& nodes) {
  for (const NodeConstraint& constraint : model.constraints) {
    const glm::quat full = constrainedRotation(model, constraint, root, nodes);
    nodes.rotation[static_cast<std::size_t>(constraint.node)] =
        glm::normalize(glm::slerp(restOf(model, constraint.node), full, constraint.weight));
  }
}

}  // namespace lead
