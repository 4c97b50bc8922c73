#include "scene/shot_poses.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "lead/world.h"

namespace lead {
namespace {

constexpr AvatarId kAvatar = 1;
constexpr ParticipantId kHolder = 1;
constexpr float kTick = 1.0F / 60.0F;

/// The avatar after a second in the hands of somebody who holds still.
ShotPose held(const Skeleton& skeleton, std::optional<glm::vec3> target) {
  World world;
  const Avatar& avatar = world.addAvatar(kAvatar, makeAvatarRig(skeleton, Motion::none), {}, 0.0F);
  if (target) world.hold(kAvatar, Side::left, kHolder, {*target, false, kIdentity});
  std::vector<Pose> approach;
  for (int i = 0; i < 60; ++i) {
    approach.push_back(avatar.pose.local);
    world.step(kTick);
  }
  return {avatar.pose.local, avatar.pose.world, std::move(approach)};
}

/// Led straight ahead at a steady pace.
ShotPose walking(const Skeleton& skeleton) {
  World world;
  const Avatar& avatar = world.addAvatar(kAvatar, makeAvatarRig(skeleton, Motion::full), {}, 0.0F);
  const glm::vec3 ahead =
      skeleton.restOf(Bone::leftUpperArm) + glm::vec3(0.0F, -0.2F, 1.25F) * skeleton.armLength(Side::left);
  world.hold(kAvatar, Side::left, kHolder, {ahead, false, kIdentity});
  std::vector<Pose> approach;
  for (int i = 0; i < 100; ++i) {
    approach.push_back(avatar.pose.local);
    world.setTarget(kAvatar, Side::left, kHolder, {avatar.state.position + ahead, false, kIdentity});
    world.step(kTick);
  }
  return {avatar.pose.local, avatar.pose.world, std::move(approach)};
}

/// Mesh and bones, so that a model that is a lone triangle is still seen at its own size.
Bounds withBones(Bounds bounds, const Skeleton& skeleton) {
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    if (!skeleton.has(boneAt(i))) continue;
    bounds.min = glm::min(bounds.min, skeleton.rest[i]);
    bounds.max = glm::max(bounds.max, skeleton.rest[i]);
  }
  return bounds;
}

CameraPose whole(const Bounds& bounds, glm::vec3 outward, float aspect) {
  CameraPose camera;
  camera.fovY = 0.70F;
  const glm::vec3 half = bounds.half();
  const float wide = (outward.x != 0.0F ? half.z : half.x) / std::min(aspect, 1.0F);
  const float deep = outward.x != 0.0F ? half.x : half.z;
  const float distance = 1.2F * std::max(wide, half.y) / std::tan(camera.fovY * 0.5F) + deep;
  camera.target = bounds.center();
  camera.eye = camera.target + glm::normalize(outward + glm::vec3(0.0F, 0.12F, 0.0F)) * distance;
  return camera;
}

/// Close to the left hand; `outward`, in the hand's frame (its palm faces down there), is where it is seen
/// from.
CameraPose atHand(const Skeleton& skeleton, const WorldPose& world, glm::vec3 outward) {
  const glm::vec3 hand = world.positionOf(Bone::leftHand);
  const glm::quat turn = world.rotationOf(Bone::leftHand);
  const float arm = skeleton.armLength(Side::left);
  CameraPose camera;
  camera.target = hand + turn * glm::vec3(0.12F * arm, 0.0F, 0.0F);
  camera.eye = camera.target + turn * glm::normalize(outward) * 0.8F * arm;
  camera.fovY = 0.70F;
  camera.nearPlane = 0.01F;
  return camera;
}

/// Close to the head, from a little to its left.
CameraPose atHead(const Bounds& mesh, const Skeleton& skeleton, const WorldPose& world) {
  const glm::vec3 head = world.positionOf(Bone::head);
  const float top = std::max(mesh.max.y - skeleton.restOf(Bone::head).y, 0.1F);
  CameraPose camera;
  camera.fovY = 0.50F;
  camera.target = head + glm::vec3(0.0F, 0.45F * top, 0.0F);
  camera.eye = camera.target +
               world.rotationOf(Bone::head) * glm::normalize(glm::vec3(0.25F, 0.05F, 1.0F)) * 3.2F * top;
  camera.nearPlane = 0.01F;
  return camera;
}

std::string lowerCase(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

ShotPose makeShotPose(const Skeleton& skeleton, std::string_view name) {
  if (name == "idle") return held(skeleton, std::nullopt);
  const glm::vec3 shoulder = skeleton.restOf(Bone::leftUpperArm);
  const float reach = skeleton.armLength(Side::left);
  if (name == "left-forward") return held(skeleton, shoulder + glm::vec3(0.05F, -0.1F, 0.75F) * reach);
  if (name == "stretched") return held(skeleton, shoulder + glm::vec3(0.1F, 0.0F, 0.84F) * reach);
  if (name == "walking") return walking(skeleton);
  if (name == "grip") return held(skeleton, shoulder + glm::vec3(0.72F, -0.1F, 0.3F) * reach);
  ShotPose shot;
  forwardKinematics(skeleton, shot.pose, shot.world);
  return shot;
}

bool setExpression(const Model& model, const std::string& words, ExpressionWeights& weights) {
  const std::size_t equals = words.rfind('=');
  std::istringstream number(equals == std::string::npos ? "" : words.substr(equals + 1));
  float weight = 0.0F;
  char rest = ' ';
  if (!(number >> weight) || number >> rest)
    throw std::invalid_argument("an expression is given as NAME=WEIGHT, not \"" + words + "\"");
  const std::string wanted = lowerCase(words.substr(0, equals));
  for (std::size_t i = 0; i < std::min(model.expressions.size(), kMaxExpressions); ++i)
    if (model.expressions[i].present && lowerCase(model.expressions[i].name) == wanted) {
      weights[i] = weight;
      return true;
    }
  return false;
}

CameraPose shotCamera(const Bounds& mesh, const Skeleton& skeleton, const ShotPose& shot,
                      std::string_view name, float aspect) {
  if (name == "palm") return atHand(skeleton, shot.world, {0.3F, -0.8F, 0.7F});
  if (name == "face") return atHead(mesh, skeleton, shot.world);
  if (name == "hand") return atHand(skeleton, shot.world, {0.3F, 0.35F, 1.0F});
  glm::vec3 outward(0.0F, 0.0F, 1.0F);
  if (name == "side") outward = {1.0F, 0.0F, 0.0F};
  if (name == "back") outward = {0.0F, 0.0F, -1.0F};
  CameraPose camera = whole(withBones(mesh, skeleton), outward, aspect);
  camera.target += shot.pose.rootPosition;
  camera.eye += shot.pose.rootPosition;
  return camera;
}

}  // namespace lead
