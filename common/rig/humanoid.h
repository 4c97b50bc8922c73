// The humanoid bones of VRM 1.0 and what they are to each other.
// Source: VRMC_vrm-1.0/humanoid.md. VRM 0.x files use the same set; only the thumbs are named differently
// there, which the loader in vrm/ translates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lead {

enum class Bone : std::uint8_t {
  hips,
  spine,
  chest,
  upperChest,
  neck,
  head,
  leftEye,
  rightEye,
  jaw,
  leftUpperLeg,
  leftLowerLeg,
  leftFoot,
  leftToes,
  rightUpperLeg,
  rightLowerLeg,
  rightFoot,
  rightToes,
  leftShoulder,
  leftUpperArm,
  leftLowerArm,
  leftHand,
  rightShoulder,
  rightUpperArm,
  rightLowerArm,
  rightHand,
  leftThumbMetacarpal,
  leftThumbProximal,
  leftThumbDistal,
  leftIndexProximal,
  leftIndexIntermediate,
  leftIndexDistal,
  leftMiddleProximal,
  leftMiddleIntermediate,
  leftMiddleDistal,
  leftRingProximal,
  leftRingIntermediate,
  leftRingDistal,
  leftLittleProximal,
  leftLittleIntermediate,
  leftLittleDistal,
  rightThumbMetacarpal,
  rightThumbProximal,
  rightThumbDistal,
  rightIndexProximal,
  rightIndexIntermediate,
  rightIndexDistal,
  rightMiddleProximal,
  rightMiddleIntermediate,
  rightMiddleDistal,
  rightRingProximal,
  rightRingIntermediate,
  rightRingDistal,
  rightLittleProximal,
  rightLittleIntermediate,
  rightLittleDistal,
};

inline constexpr std::size_t kBoneCount = 55;
static_assert(static_cast<std::size_t>(Bone::rightLittleDistal) + 1 == kBoneCount);

/// One value for each humanoid bone, indexed by index(bone). The order is parents first.
template <typename T>
using BoneArray = std::array<T, kBoneCount>;

constexpr std::size_t index(Bone bone) {
  return static_cast<std::size_t>(bone);
}
constexpr Bone boneAt(std::size_t i) {
  return static_cast<Bone>(i);
}

/// A set of bones as bits.
using BoneMask = std::uint64_t;
constexpr BoneMask bit(Bone bone) {
  return BoneMask{1} << index(bone);
}
inline constexpr BoneMask kAllBones = (BoneMask{1} << kBoneCount) - 1;

/// The name in a VRM 1.0 file, as "leftUpperArm".
std::string_view name(Bone bone);
std::optional<Bone> boneFromName(std::string_view name);

/// The parent in a model that has every bone; none for the hips.
std::optional<Bone> fullParent(Bone bone);

/// True for the 15 bones without which a file is not a humanoid.
bool isRequired(Bone bone);

enum class Side : std::uint8_t { left, right };
inline constexpr std::array<Side, 2> kSides{Side::left, Side::right};
constexpr std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}
constexpr Side opposite(Side side) {
  return side == Side::left ? Side::right : Side::left;
}
std::string_view name(Side side);

/// +1 for the left, whose outward direction is +X, -1 for the right.
constexpr float outwardSign(Side side) {
  return side == Side::left ? 1.0F : -1.0F;
}

/// The same bone of the given side; `left` must be one of the left bones.
constexpr Bone onSide(Bone left, Side side) {
  if (side == Side::left) return left;
  if (left >= Bone::leftThumbMetacarpal) return boneAt(index(left) + 15);
  if (left == Bone::leftEye) return Bone::rightEye;
  return boneAt(index(left) + 4);
}
static_assert(onSide(Bone::leftHand, Side::right) == Bone::rightHand);
static_assert(onSide(Bone::leftFoot, Side::right) == Bone::rightFoot);
static_assert(onSide(Bone::leftLittleDistal, Side::right) == Bone::rightLittleDistal);

}  // namespace lead
