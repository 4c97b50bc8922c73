// Motions to be played, made here so that no test needs a file.
#pragma once

#include <cmath>

#include "lead/avatar_rig.h"
#include "math/rotation.h"
#include "support/rigs.h"

namespace lead::test {

inline constexpr float kSecondsOfGesture = 1.0F;

/// The left arm up beside the head and the hips down by a third while the knees bend: there within 0.5 s,
/// held, the right arm hanging; a smile that comes with it, an expression of the model's own ("hat"), and eyes that turn to the
/// left.
inline KeyedMotion gesture() {
  KeyedMotion motion;
  motion.name = "gesture";
  motion.skeleton = makeTestSkeleton({.optionalBones = true});
  motion.bones = bit(Bone::leftUpperArm) | bit(Bone::rightUpperArm) | bit(Bone::leftUpperLeg) | bit(Bone::rightUpperLeg) |
                 bit(Bone::leftLowerLeg) | bit(Bone::rightLowerLeg);
  motion.expressions = {{"happy", false, {}}, {"hat", true, {}}};
  const float low = -0.33F * motion.skeleton.hipsHeight();
  for (int i = 0; i <= 20; ++i) {
    const float time = kSecondsOfGesture * static_cast<float>(i) / 20.0F;
    const float share = std::min(1.0F, 2.0F * time);
    motion.times.push_back(time);
    BoneArray<glm::quat>& pose = motion.rotations.emplace_back(Pose::identities());
    const auto set = [&](Bone bone, const glm::quat& turn) { pose[index(bone)] = turn; };
    set(Bone::leftUpperArm, rotationZ(1.2F * share));
    set(Bone::rightUpperArm, rotationZ(1.2F));
    for (Side side : kSides) {
      set(onSide(Bone::leftUpperLeg, side), rotationX(-0.8F * share));
      set(onSide(Bone::leftLowerLeg, side), rotationX(1.6F * share));
    }
    motion.hips.push_back({0.0F, low * share, 0.0F});
    motion.lookAt.push_back({0.5F * share, 0.1F * share});
    motion.expressions[0].weights.push_back(share);
    motion.expressions[1].weights.push_back(0.5F * share);
  }
  return motion;
}

inline BoundMotionPtr boundGesture(const AvatarRig& rig, bool loops) {
  return bindMotion(makePlayable(gesture(), loops), rig);
}

}  // namespace lead::test
