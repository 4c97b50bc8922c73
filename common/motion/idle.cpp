#include "motion/idle.h"

#include <cmath>

#include "math/rotation.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kArmsDown = 67.5F * kPi / 180.0F;
constexpr double kBreathSeconds = 4.0;
constexpr float kBreath = 0.010F;  // rad of the chest

}  // namespace

void idlePose(const Skeleton& skeleton, Pose& pose) {
  pose.hipsOffset = glm::vec3(0.0F);
  pose.rotation.fill(kIdentity);
  for (Side side : kSides) {
    const Bone upper = onSide(Bone::leftUpperArm, side);
    const glm::vec3 rest = skeleton.restOf(onSide(Bone::leftLowerArm, side)) - skeleton.restOf(upper);
    const glm::vec3 down(outwardSign(side) * std::cos(kArmsDown), -std::sin(kArmsDown), 0.0F);
    pose.of(upper) = aimBone(kIdentity, rest, down);
  }
}

void addBreath(const Skeleton& skeleton, double seconds, Pose& pose) {
  const double turns = seconds / kBreathSeconds;
  const auto angle = static_cast<float>((turns - std::floor(turns)) * 2.0 * static_cast<double>(kPi));
  const float chest = kBreath * std::sin(angle);
  const Bone bone = skeleton.has(Bone::chest) ? Bone::chest : Bone::spine;
  pose.of(bone) = rotationX(-chest) * pose.of(bone);
  if (skeleton.has(Bone::neck)) pose.of(Bone::neck) = rotationX(chest) * pose.of(Bone::neck);
}

}  // namespace lead
