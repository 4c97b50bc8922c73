// One step of the springs, and carrying them along.
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "character/spring_limit.h"
#include "character/springs.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kShortest = 1e-6F;  // metres; a shorter joint has no direction to swing about

glm::vec3 transformed(const glm::mat4& m, const glm::vec3& point) {
  return glm::vec3(m * glm::vec4(point, 1.0F));
}

}  // namespace

void Springs::step(const NodePose& nodes, SpringState& state) const {
  placeAll(nodes, state);
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    const Moving& moving = moving_[i];
    const glm::mat4& parent = matrixOf(moving.parent, state);
    glm::quat rotation = nodes.rotation[static_cast<std::size_t>(moving.node)];
    if (moving.joint >= 0) {
      const auto j = static_cast<std::size_t>(moving.joint);
      stepJoint(j, parent * localOf(moving.node, joints_[j].rest, nodes), state);
      rotation = state.joints[j].rotation;
    }
    state.moving[i] = parent * localOf(moving.node, rotation, nodes);
  }
}

/// `rest`: the joint's world matrix if it didn't swing.
void Springs::stepJoint(std::size_t index, const glm::mat4& rest, SpringState& state) const {
  const Joint& joint = joints_[index];
  const SpringJoint& settings = *joint.settings;
  SpringState::Joint& at = state.joints[index];
  const auto spring = static_cast<std::size_t>(joint.spring);
  const glm::mat4& center = state.centers[spring];
  const bool inWorld = model_.springs[spring].center < 0;

  const glm::vec3 head(rest[3]);
  const glm::vec3 restTail = transformed(rest, settings.tail);
  const float length = glm::length(restTail - head);
  const glm::mat3 toNode = glm::inverse(glm::mat3(rest));
  const bool swings = length > kShortest && isFinite(toNode[0] + toNode[1] + toNode[2]);
  at.before = at.rotation;
  glm::vec3 next = restTail;
  glm::vec3 current = inWorld ? at.tail : transformed(center, at.tail);
  if (swings) {
    const glm::vec3 outward = (restTail - head) / length;
    glm::vec3 inertia = at.tail - at.previous;
    if (!inWorld) inertia = glm::mat3(center) * inertia;
    if (!isFinite(current) || !isFinite(inertia)) {
      current = restTail;
      inertia = glm::vec3(0.0F);
    }
    next = current + inertia * (1.0F - settings.drag) +
           (outward * settings.stiffness + settings.gravityDir * settings.gravityPower) * kSpringStep;
    next = head + normalizedOr(next - head, outward) * length;
    const Reach reach{head, length, glm::mat3(rest), toNode};
    next = collide(joint, reach, limited(settings.limit, reach, next), state);
    const glm::vec3 to = normalizedOr(toNode * (next - head), joint.axis);
    at.rotation = joint.rest * rotationBetween(joint.axis, to, glm::vec3(1.0F, 0.0F, 0.0F));
  }
  if (!swings || !isFinite(at.rotation)) {
    at.rotation = joint.rest;
    next = restTail;
    current = restTail;
  }
  at.previous = inWorld ? current : at.tail;
  at.tail = inWorld ? next : transformed(glm::inverse(center), next);
}

glm::vec3 Springs::collide(const Joint& joint, const Reach& reach, glm::vec3 tail,
                           const SpringState& state) const {
  for (const int i : model_.springs[static_cast<std::size_t>(joint.spring)].colliders) {
    const auto c = static_cast<std::size_t>(i);
    const Contact contact =
        contactWith(model_.colliders[c], state.colliders[c], tail, joint.settings->hitRadius);
    if (!(contact.distance < 0.0F)) continue;
    const glm::vec3 pushed = tail - contact.direction * contact.distance;
    tail = reach.head + normalizedOr(pushed - reach.head, (tail - reach.head) / reach.length) * reach.length;
    tail = limited(joint.settings->limit, reach, tail);
  }
  return tail;
}

/// After the inertia and after every collision, as VRMC_springBone_limit-1.0 has it.
glm::vec3 Springs::limited(const SpringLimit& limit, const Reach& reach, const glm::vec3& tail) {
  if (limit.kind == SpringLimit::Kind::none) return tail;
  const glm::vec3 local = glm::conjugate(limit.rotation) * (reach.toNode * (tail - reach.head));
  const glm::vec3 inside = limitedDirection(limit, normalizedOr(local, kUp));
  const glm::vec3 way = reach.ofNode * (limit.rotation * inside);
  return reach.head + normalizedOr(way, tail - reach.head) * reach.length;
}

/// What the springs know of the world moves with the root, so they don't feel its movement.
void Springs::carry(const glm::mat4& root, SpringState& state) const {
  const glm::mat4 moved = root * glm::inverse(state.inputs[0]);  // the first input is the root
  for (glm::mat4& m : state.inputs) m = moved * m;
  for (glm::mat4& m : state.moving) m = moved * m;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    if (model_.springs[static_cast<std::size_t>(joints_[j].spring)].center >= 0) continue;
    state.joints[j].tail = transformed(moved, state.joints[j].tail);
    state.joints[j].previous = transformed(moved, state.joints[j].previous);
  }
}

}  // namespace lead
