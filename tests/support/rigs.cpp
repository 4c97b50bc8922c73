#include "support/rigs.h"

namespace lead::test {
namespace {

struct Builder {
  BoneMask bones = 0;
  BoneArray<glm::vec3> rest{};
  float scale = 1.0F;

  void set(Bone bone, glm::vec3 position) {
    bones |= bit(bone);
    rest[index(bone)] = position * scale;
  }
  void pair(Bone left, glm::vec3 position) {
    set(left, position);
    set(onSide(left, Side::right), {-position.x, position.y, position.z});
  }
};

void addFingers(Builder& rig, const glm::vec3& hand) {
  for (int finger = 0; finger < 5; ++finger) {
    const bool thumb = finger == 0;
    const float z = thumb ? 0.035F : 0.03F - 0.02F * static_cast<float>(finger - 1);
    for (int joint = 0; joint < 3; ++joint) {
      const auto bone = static_cast<std::size_t>(finger * 3 + joint);
      const float along = (thumb ? 0.02F : 0.08F) + 0.03F * static_cast<float>(joint);
      rig.pair(boneAt(index(Bone::leftThumbMetacarpal) + bone), hand + glm::vec3(along, 0.0F, z));
    }
  }
}

}  // namespace

Skeleton makeTestSkeleton(const RigOptions& options) {
  Builder rig;
  rig.scale = options.scale;
  const glm::vec3 shoulder = options.leftShoulder;
  const glm::vec3 elbow = shoulder + glm::vec3(options.upperArm, 0, 0);
  const glm::vec3 hand = elbow + glm::vec3(options.lowerArm, 0, 0);
  rig.set(Bone::hips, {0, 0.9F, 0});
  rig.set(Bone::spine, {0, 1.0F, 0});
  rig.set(Bone::head, {0, 1.5F, 0});
  rig.pair(Bone::leftUpperLeg, {0.09F, 0.86F, 0});
  rig.pair(Bone::leftLowerLeg, {0.09F, 0.47F, 0.005F});
  rig.pair(Bone::leftFoot, {0.09F, 0.08F, -0.01F});
  rig.pair(Bone::leftUpperArm, shoulder);
  rig.pair(Bone::leftLowerArm, elbow);
  rig.pair(Bone::leftHand, hand);
  if (options.optionalBones) {
    rig.set(Bone::chest, {0, 1.12F, 0});
    rig.set(Bone::neck, {0, 1.42F, 0});
    rig.pair(Bone::leftShoulder, {0.03F, shoulder.y, 0});
    rig.pair(Bone::leftToes, {0.09F, 0.02F, 0.11F});
    addFingers(rig, hand);
  }
  return makeSkeleton(rig.bones, rig.rest);
}

}  // namespace lead::test
