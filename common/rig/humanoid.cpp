#include "rig/humanoid.h"

namespace lead {
namespace {

struct BoneInfo {
  std::string_view name;
  Bone parent;  // of the hips: itself
  bool required;
};

using enum Bone;
constexpr BoneArray<BoneInfo> kBones{{
    {"hips", hips, true},
    {"spine", hips, true},
    {"chest", spine, false},
    {"upperChest", chest, false},
    {"neck", upperChest, false},
    {"head", neck, true},
    {"leftEye", head, false},
    {"rightEye", head, false},
    {"jaw", head, false},
    {"leftUpperLeg", hips, true},
    {"leftLowerLeg", leftUpperLeg, true},
    {"leftFoot", leftLowerLeg, true},
    {"leftToes", leftFoot, false},
    {"rightUpperLeg", hips, true},
    {"rightLowerLeg", rightUpperLeg, true},
    {"rightFoot", rightLowerLeg, true},
    {"rightToes", rightFoot, false},
    {"leftShoulder", upperChest, false},
    {"leftUpperArm", leftShoulder, true},
    {"leftLowerArm", leftUpperArm, true},
    {"leftHand", leftLowerArm, true},
    {"rightShoulder", upperChest, false},
    {"rightUpperArm", rightShoulder, true},
    {"rightLowerArm", rightUpperArm, true},
    {"rightHand", rightLowerArm, true},
    {"leftThumbMetacarpal", leftHand, false},
    {"leftThumbProximal", leftThumbMetacarpal, false},
    {"leftThumbDistal", leftThumbProximal, false},
    {"leftIndexProximal", leftHand, false},
    {"leftIndexIntermediate", leftIndexProximal, false},
    {"leftIndexDistal", leftIndexIntermediate, false},
    {"leftMiddleProximal", leftHand, false},
    {"leftMiddleIntermediate", leftMiddleProximal, false},
    {"leftMiddleDistal", leftMiddleIntermediate, false},
    {"leftRingProximal", leftHand, false},
    {"leftRingIntermediate", leftRingProximal, false},
    {"leftRingDistal", leftRingIntermediate, false},
    {"leftLittleProximal", leftHand, false},
    {"leftLittleIntermediate", leftLittleProximal, false},
    {"leftLittleDistal", leftLittleIntermediate, false},
    {"rightThumbMetacarpal", rightHand, false},
    {"rightThumbProximal", rightThumbMetacarpal, false},
    {"rightThumbDistal", rightThumbProximal, false},
    {"rightIndexProximal", rightHand, false},
    {"rightIndexIntermediate", rightIndexProximal, false},
    {"rightIndexDistal", rightIndexIntermediate, false},
    {"rightMiddleProximal", rightHand, false},
    {"rightMiddleIntermediate", rightMiddleProximal, false},
    {"rightMiddleDistal", rightMiddleIntermediate, false},
    {"rightRingProximal", rightHand, false},
    {"rightRingIntermediate", rightRingProximal, false},
    {"rightRingDistal", rightRingIntermediate, false},
    {"rightLittleProximal", rightHand, false},
    {"rightLittleIntermediate", rightLittleProximal, false},
    {"rightLittleDistal", rightLittleIntermediate, false},
}};

}  // namespace

std::string_view name(Bone bone) {
  return kBones[index(bone)].name;
}

std::optional<Bone> boneFromName(std::string_view wanted) {
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if (kBones[i].name == wanted) return boneAt(i);
  return std::nullopt;
}

std::optional<Bone> fullParent(Bone bone) {
  if (bone == Bone::hips) return std::nullopt;
  return kBones[index(bone)].parent;
}

bool isRequired(Bone bone) {
  return kBones[index(bone)].required;
}

std::string_view name(Side side) {
  return side == Side::left ? "left" : "right";
}

}  // namespace lead
