#include "character/springs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "math/rotation.h"
#include "vrm/transform.h"

namespace lead {
namespace {

constexpr float kMostSteps = 8.0F;   // a frame; what a slower one lacks is left out
constexpr float kLongPause = 0.25F;  // seconds
constexpr float kLate = 1e-5F;       // seconds; a step as near as this is due, so 60 Hz frames step once each
constexpr float kJump = 1.0F;        // metres
constexpr float kFastest = 10.0F;    // metres a second
constexpr float kSharpTurn = 1.5F;   // radians in one frame

glm::vec3 placeOf(const glm::mat4& m) {
  return glm::vec3(m[3]);
}

glm::vec3 transformed(const glm::mat4& m, const glm::vec3& point) {
  return glm::vec3(m * glm::vec4(point, 1.0F));
}

/// Between two frames: places and axes linearly, the axes kept at their lengths.
glm::mat4 between(const glm::mat4& a, const glm::mat4& b, float t) {
  glm::mat4 out = a * (1.0F - t) + b * t;
  for (int c = 0; c < 3; ++c) {
    const float length = glm::length(glm::vec3(out[c]));
    const float wanted = glm::length(glm::vec3(a[c])) * (1.0F - t) + glm::length(glm::vec3(b[c])) * t;
    if (length > 1e-9F) out[c] *= wanted / length;
  }
  return out;
}

bool invertible(const glm::mat4& m) {
  const float d = glm::determinant(glm::mat3(m));
  return std::isfinite(d) && std::abs(d) > 1e-20F;
}

}  // namespace

Springs::Springs(const Model& model)
    : model_(model), inputNodes_{-1}, movingOf_(model.nodes.size(), -1), inputOf_(model.nodes.size(), -1) {
  findMoving();
  for (const SpringCollider& collider : model.colliders) colliderSources_.push_back(sourceOf(collider.node));
  for (std::size_t i = 0; i < model.springs.size(); ++i) {
    const int node = model.springs[i].center;
    Center center;
    if (node >= 0 && movingOf_[static_cast<std::size_t>(node)] >= 0)
      center.ownRoot = moving_[static_cast<std::size_t>(movingOf_[static_cast<std::size_t>(node)])].joint;
    else if (node >= 0)
      center.at = sourceOf(node);
    centers_.push_back(center);
  }
}

/// Everything whose place follows from springs, as far as something needs it.
void Springs::findMoving() {
  std::vector<bool> swings(model_.nodes.size(), false);
  std::vector<bool> wanted(model_.nodes.size(), false);
  std::vector<std::pair<int, int>> jointOf(model_.nodes.size(), {-1, -1});  // spring, index in it
  for (std::size_t s = 0; s < model_.springs.size(); ++s)
    for (std::size_t j = 0; j < model_.springs[s].joints.size(); ++j) {
      const auto node = static_cast<std::size_t>(model_.springs[s].joints[j].node);
      swings[node] = true;
      jointOf[node] = {static_cast<int>(s), static_cast<int>(j)};
    }
  for (std::size_t i = 0; i < swings.size(); ++i)  // and what hangs below
    if (const int parent = model_.nodes[i].parent; parent >= 0 && swings[static_cast<std::size_t>(parent)])
      swings[i] = true;
  for (std::size_t i = 0; i < swings.size(); ++i)
    if (jointOf[i].first >= 0) addPath(static_cast<int>(i), wanted, swings);
  for (const SpringCollider& collider : model_.colliders) addPath(collider.node, wanted, swings);

  firstNode_ = model_.nodes.size();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i]) continue;
    Moving moving{static_cast<int>(i), sourceOf(model_.nodes[i].parent), -1};
    if (jointOf[i].first >= 0) {
      firstNode_ = std::min(firstNode_, i);
      moving.joint = static_cast<int>(joints_.size());
      const SpringJoint& settings = model_.springs[static_cast<std::size_t>(jointOf[i].first)]
                                        .joints[static_cast<std::size_t>(jointOf[i].second)];
      joints_.push_back({moving.node, jointOf[i].first, moving.parent, &settings, model_.nodes[i].rotation,
                         normalizedOr(settings.tail, glm::vec3(0.0F))});
    }
    movingOf_[i] = static_cast<int>(moving_.size());
    moving_.push_back(moving);
  }
}

void Springs::addPath(int node, std::vector<bool>& wanted, const std::vector<bool>& swings) const {
  for (int at = node;
       at >= 0 && swings[static_cast<std::size_t>(at)] && !wanted[static_cast<std::size_t>(at)];
       at = model_.nodes[static_cast<std::size_t>(at)].parent)
    wanted[static_cast<std::size_t>(at)] = true;
}

Springs::Source Springs::sourceOf(int node) {
  if (node < 0) return {-1, 0};
  if (const int moving = movingOf_[static_cast<std::size_t>(node)]; moving >= 0) return {moving, -1};
  int& input = inputOf_[static_cast<std::size_t>(node)];
  if (input < 0) {
    input = static_cast<int>(inputNodes_.size());
    inputNodes_.push_back(node);
  }
  return {-1, input};
}

SpringState Springs::makeState() const {
  SpringState state;
  state.joints.resize(joints_.size());
  state.moving.resize(moving_.size(), glm::mat4(1.0F));
  state.inputs.resize(inputNodes_.size(), glm::mat4(1.0F));
  state.now = state.inputs;
  state.colliders.resize(model_.colliders.size());
  state.centers.resize(model_.springs.size(), glm::mat4(1.0F));
  return state;
}

std::vector<int> Springs::joints() const {
  std::vector<int> nodes;
  for (const Joint& joint : joints_) nodes.push_back(joint.node);
  return nodes;
}

glm::vec3 Springs::tail(const SpringState& state, std::size_t joint) const {
  return transformed(state.centers[static_cast<std::size_t>(joints_[joint].spring)],
                     state.joints[joint].tail);
}

const glm::mat4& Springs::matrixOf(const Source& source, const SpringState& state) const {
  if (source.moving >= 0) return state.moving[static_cast<std::size_t>(source.moving)];
  return state.now[static_cast<std::size_t>(source.input)];
}

glm::mat4 Springs::localOf(int node, const glm::quat& rotation, const NodePose& nodes) const {
  const auto i = static_cast<std::size_t>(node);
  return localMatrix(nodes.translation[i], rotation, model_.nodes[i].scale);
}

/// Colliders and centres at the step. A collider that swings is where it was after the step before.
void Springs::placeAll(const NodePose& nodes, SpringState& state) const {
  for (std::size_t i = 0; i < colliderSources_.size(); ++i)
    state.colliders[i] = placeCollider(model_.colliders[i], matrixOf(colliderSources_[i], state));
  for (std::size_t i = 0; i < centers_.size(); ++i) {
    const Center& center = centers_[i];
    glm::mat4& out = state.centers[i];
    if (center.ownRoot >= 0) {
      const Joint& root = joints_[static_cast<std::size_t>(center.ownRoot)];
      out = matrixOf(root.parent, state) * localOf(root.node, root.rest, nodes);
    } else if (center.at.input >= 0) {
      out = matrixOf(center.at, state);
    }
    if (!invertible(out)) out = glm::mat4(1.0F);  // a scale of zero: the world, then
  }
}

void Springs::reset(const glm::mat4& root, std::span<const glm::mat4> world, const NodePose& nodes,
                    SpringState& state) const {
  for (std::size_t i = 0; i < inputNodes_.size(); ++i)
    state.inputs[i] = inputNodes_[i] < 0 ? root : world[static_cast<std::size_t>(inputNodes_[i])];
  state.now = state.inputs;
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    const Moving& moving = moving_[i];
    const auto node = static_cast<std::size_t>(moving.node);
    const glm::quat& rotation =
        moving.joint < 0 ? nodes.rotation[node] : joints_[static_cast<std::size_t>(moving.joint)].rest;
    state.moving[i] = matrixOf(moving.parent, state) * localOf(moving.node, rotation, nodes);
  }
  placeAll(nodes, state);
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    if (moving_[i].joint < 0) continue;
    const Joint& joint = joints_[static_cast<std::size_t>(moving_[i].joint)];
    SpringState::Joint& at = state.joints[static_cast<std::size_t>(moving_[i].joint)];
    const glm::mat4 toCenter = glm::inverse(state.centers[static_cast<std::size_t>(joint.spring)]);
    at.tail = transformed(toCenter, transformed(state.moving[i], joint.settings->tail));
    at.previous = at.tail;
    at.rotation = joint.rest;
    at.before = joint.rest;
  }
  state.behind = 0.0F;
  state.started = true;
}

void Springs::update(const glm::mat4& root, std::span<const glm::mat4> world, float dt, NodePose& nodes,
                     SpringState& state) const {
  assert(state.joints.size() == joints_.size());
  if (joints_.empty()) return;
  const glm::quat turned = rotationOf(root);
  const bool jumped =
      glm::length(placeOf(root) - state.rootPosition) > kJump + kFastest * std::max(dt, 0.0F) ||
      angleOf(turned * glm::conjugate(state.rootRotation)) > kSharpTurn;
  state.rootPosition = placeOf(root);
  state.rootRotation = turned;
  if (!state.started)
    reset(root, world, nodes, state);
  else if (jumped || dt > kLongPause)
    carry(root, state);

  if (dt > 0.0F) {
    state.behind = std::min(state.behind + dt, kMostSteps * kSpringStep);
    for (; state.behind >= kSpringStep - kLate; state.behind -= kSpringStep) {
      // the step's moment between the frame before (0) and this one (1)
      const float t = std::clamp(1.0F - (state.behind - kSpringStep) / dt, 0.0F, 1.0F);
      for (std::size_t i = 0; i < inputNodes_.size(); ++i) {
        const glm::mat4& newest = inputNodes_[i] < 0 ? root : world[static_cast<std::size_t>(inputNodes_[i])];
        state.now[i] = t >= 1.0F ? newest : between(state.inputs[i], newest, t);
      }
      step(nodes, state);
    }
  }
  for (std::size_t i = 0; i < inputNodes_.size(); ++i)
    state.inputs[i] = inputNodes_[i] < 0 ? root : world[static_cast<std::size_t>(inputNodes_[i])];
  const float share = std::clamp(state.behind / kSpringStep, 0.0F, 1.0F);
  for (std::size_t j = 0; j < joints_.size(); ++j)
    nodes.rotation[static_cast<std::size_t>(joints_[j].node)] =
        glm::normalize(slerpNear(state.joints[j].before, state.joints[j].rotation, share));
}

}  // namespace lead
