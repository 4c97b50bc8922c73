#include "scene/shot_poses.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <memory>
#include <optional>

#include "lead/world.h"

namespace lead {
namespace {

constexpr AvatarId kAvatar = 1;
constexpr ParticipantId kHolder = 1;
constexpr float kTick = 1.0F / 60.0F;

/// The avatar after a second in the hands of somebody who holds still.
ShotPose held(const Skeleton& skeleton, std::optional<glm::vec3> target) {
  World world;
  const Avatar& avatar =
      world.addAvatar(kAvatar, std::make_shared<const AvatarRig>(AvatarRig{skeleton, Motion::none}), {}, 0.0F);
  if (target) world.hold(kAvatar, Side::left, kHolder, {*target, false, kIdentity});
  for (int i = 0; i < 60; ++i) world.step(kTick);
  return {avatar.pose, avatar.world};
}

float height(const Skeleton& skeleton) { return std::max(skeleton.restOf(Bone::head).y * 1.16F, 0.1F); }

CameraPose whole(const Skeleton& skeleton, glm::vec3 outward) {
  const float tall = height(skeleton);
  CameraPose camera;
  camera.target = {0.0F, tall * 0.5F, 0.0F};
  camera.eye = camera.target + (glm::normalize(outward + glm::vec3(0.0F, 0.12F, 0.0F))) * tall * 1.75F;
  camera.fovY = 0.70F;
  return camera;
}

/// Close to the left hand, looking at its palm. In the rig's rest pose palms face down; from a little below and in
/// front of a lowered or stretched hand they are in view.
CameraPose atPalm(const WorldPose& world) {
  const glm::vec3 hand = world.positionOf(Bone::leftHand);
  const glm::quat turn = world.rotationOf(Bone::leftHand);
  CameraPose camera;
  camera.target = hand + turn * glm::vec3(0.08F, 0.0F, 0.0F);
  camera.eye = camera.target + turn * glm::normalize(glm::vec3(0.35F, -1.0F, 0.45F)) * 0.42F;
  camera.fovY = 0.70F;
  camera.nearPlane = 0.01F;
  return camera;
}

}  // namespace

ShotPose makeShotPose(const Skeleton& skeleton, std::string_view name) {
  if (name == "idle") return held(skeleton, std::nullopt);
  if (name == "left-forward") {
    const glm::vec3 shoulder = skeleton.restOf(Bone::leftUpperArm);
    const float reach = skeleton.armLength(Side::left);
    return held(skeleton, shoulder + glm::vec3(0.05F, -0.1F, 0.75F) * reach);
  }
  ShotPose shot;
  if (name == "grip") {
    // Held where it hangs: the hand stays, the fingers close.
    const ShotPose idle = held(skeleton, std::nullopt);
    shot = held(skeleton, idle.world.positionOf(Bone::leftHand));
    return shot;
  }
  forwardKinematics(skeleton, shot.pose, shot.world);
  return shot;
}

CameraPose shotCamera(const Skeleton& skeleton, const WorldPose& world, std::string_view name) {
  if (name == "side") return whole(skeleton, {1.0F, 0.0F, 0.0F});
  if (name == "back") return whole(skeleton, {0.0F, 0.0F, -1.0F});
  if (name == "palm") return atPalm(world);
  return whole(skeleton, {0.0F, 0.0F, 1.0F});
}

}  // namespace lead
