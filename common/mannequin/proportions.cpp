#include "mannequin/proportions.h"

#include <glm/geometric.hpp>

namespace lead::mannequin {
namespace {

using glm::vec3;

constexpr float kArmHeight = 1.318F;

/// `lengths` of the three bones run from the knuckle along `direction`.
Finger straight(Bone first, vec3 knuckle, vec3 direction, std::array<float, 3> lengths,
                std::array<float, 4> radius) {
  Finger finger{first, {}, radius};
  finger.point[0] = knuckle;
  for (std::size_t i = 0; i < 3; ++i)
    finger.point[i + 1] = finger.point[i] + glm::normalize(direction) * lengths[i];
  return finger;
}

BoneArray<vec3> makeRest() {
  BoneArray<vec3> rest{};
  auto centre = [&](Bone bone, float y, float z) { rest[index(bone)] = {0.0F, y, z}; };
  centre(Bone::hips, 0.905F, 0.0F);
  centre(Bone::spine, 0.985F, 0.0F);
  centre(Bone::chest, 1.090F, -0.002F);
  centre(Bone::upperChest, 1.200F, -0.006F);
  centre(Bone::neck, 1.368F, -0.014F);
  centre(Bone::head, 1.435F, -0.004F);
  centre(Bone::jaw, 1.435F, -0.004F);

  auto pair = [&](Bone left, vec3 at) {
    rest[index(left)] = at;
    rest[index(onSide(left, Side::right))] = {-at.x, at.y, at.z};
  };
  pair(Bone::leftEye, {0.0335F, 1.521F, 0.0655F});
  pair(Bone::leftUpperLeg, {0.090F, 0.868F, 0.0F});
  pair(Bone::leftLowerLeg, {0.090F, 0.472F, 0.006F});
  pair(Bone::leftFoot, {0.090F, 0.082F, -0.018F});
  pair(Bone::leftToes, {0.090F, 0.022F, 0.088F});
  pair(Bone::leftShoulder, {0.030F, kArmHeight, -0.012F});
  pair(Bone::leftUpperArm, {0.158F, kArmHeight, -0.012F});
  pair(Bone::leftLowerArm, {0.405F, kArmHeight, -0.017F});
  pair(Bone::leftHand, {0.635F, kArmHeight, -0.012F});
  for (const Finger& finger : leftFingers())
    for (std::size_t i = 0; i < 3; ++i) pair(boneAt(index(finger.first) + i), finger.point[i]);
  return rest;
}

}  // namespace

const std::array<Finger, kFingerCount>& leftFingers() {
  // The fan between the fingers is small, so that a curl about Z closes them onto the palm side by side.
  constexpr float y = kArmHeight;
  static const std::array<Finger, kFingerCount> fingers{
      straight(Bone::leftThumbMetacarpal, {0.662F, y - 0.007F, 0.014F}, {0.86F, -0.18F, 0.47F},
               {0.043F, 0.033F, 0.027F}, {0.0150F, 0.0118F, 0.0104F, 0.0080F}),
      straight(Bone::leftIndexProximal, {0.726F, y + 0.001F, 0.0205F}, {1.0F, 0.0F, 0.055F},
               {0.041F, 0.025F, 0.021F}, {0.0090F, 0.0086F, 0.0078F, 0.0064F}),
      straight(Bone::leftMiddleProximal, {0.731F, y + 0.002F, -0.0010F}, {1.0F, 0.0F, 0.0F},
               {0.045F, 0.028F, 0.022F}, {0.0091F, 0.0087F, 0.0079F, 0.0065F}),
      straight(Bone::leftRingProximal, {0.727F, y + 0.001F, -0.0225F}, {1.0F, 0.0F, -0.050F},
               {0.041F, 0.026F, 0.021F}, {0.0088F, 0.0084F, 0.0076F, 0.0063F}),
      straight(Bone::leftLittleProximal, {0.716F, y - 0.001F, -0.0420F}, {1.0F, 0.0F, -0.105F},
               {0.032F, 0.020F, 0.019F}, {0.0080F, 0.0075F, 0.0068F, 0.0057F}),
  };
  return fingers;
}

const std::vector<Bone>& bones() {
  static const std::vector<Bone> all = [] {
    std::vector<Bone> list;
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (boneAt(i) != Bone::jaw) list.push_back(boneAt(i));
    return list;
  }();
  return all;
}

std::optional<Bone> parentOf(Bone bone) {
  return fullParent(bone);
}

glm::vec3 restOf(Bone bone) {
  static const BoneArray<vec3> rest = makeRest();
  return rest[index(bone)];
}

}  // namespace lead::mannequin
