// The grids of an avatar's state. docs/PROTOCOL.md, "Avatars".
#pragma once

#include <cstdint>

#include "rig/humanoid.h"
#include "wire/grid.h"
#include "wire/residual.h"

namespace lead::wire {

inline constexpr unsigned kHeadingBits = 11;  ///< steps a turn, 0 is towards +Z
inline constexpr unsigned kPhaseBits = 9;
inline constexpr unsigned kPoleBits = 8;
inline constexpr float kVelocityScale = 128.0F;
inline constexpr std::int32_t kMostVelocity = 2047;
inline constexpr float kLeanScale = 2048.0F;
inline constexpr std::int32_t kMostLean = 2048;
inline constexpr float kRateScale = 64.0F;
inline constexpr std::int32_t kMostRate = 1023;
inline constexpr std::int32_t kMostWeight = 255;
inline constexpr std::int32_t kMostReach = 4094;
inline constexpr std::int32_t kMostDir = 63;
inline constexpr std::int32_t kMostGazeWeight = 70;  ///< hundredths
inline constexpr float kGazeScale = 128.0F;
inline constexpr std::int32_t kMostGaze = 128000;
inline constexpr float kPlayScale = 8.0F;  ///< steps a tick
inline constexpr std::int32_t kMostPlay = (1 << 28) - 1;
inline constexpr std::int32_t kMostHips = 8192;
inline constexpr std::int32_t kMostExpression = 63;

inline constexpr Classes kPlaceClasses{2, 5, 21};
inline constexpr Classes kHeightClasses{5, 9, 21};
inline constexpr Classes kTargetClasses{6, 9, 21};
inline constexpr Classes kVelocityClasses{4, 6, 12};
inline constexpr Classes kLeanClasses{3, 5, 13};
inline constexpr Classes kHeadingClasses{5, 7, kHeadingBits};
inline constexpr Classes kWeightClasses{3, 6, 9};
inline constexpr Classes kRateClasses{2, 6, 11};
inline constexpr Classes kPhaseClasses{3, 5, kPhaseBits};
inline constexpr Classes kDirClasses{2, 4, 7};
inline constexpr Classes kPoleClasses{2, 4, kPoleBits};
inline constexpr Classes kGazeClasses{3, 6, 18};
inline constexpr Classes kPlayClasses{3, 8, 29};
inline constexpr Classes kHipsClasses{3, 7, 15};

// The bones are in groups: body first, then thumb and four fingers of three bones each, left and right.
inline constexpr std::size_t kBodyBones = index(Bone::leftThumbMetacarpal);
inline constexpr BoneMask kFingerBones = kAllBones & ~((BoneMask{1} << kBodyBones) - 1);
inline constexpr std::size_t kFingers = 5;
constexpr std::size_t firstBone(std::size_t hand, std::size_t finger) {
  return kBodyBones + 15 * hand + 3 * finger;
}
constexpr std::size_t firstAngle(std::size_t hand, std::size_t finger) {
  return 23 * hand + (finger == 0 ? 0 : 3 + 4 * finger);
}
constexpr BoneMask bonesOf(std::size_t hand, std::size_t finger) {
  return BoneMask{7} << firstBone(hand, finger);
}

}  // namespace lead::wire
