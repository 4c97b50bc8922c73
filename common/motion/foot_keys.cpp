#include "motion/foot_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/quad.h"
#include "math/rotation.h"
#include "motion/walk_measure.h"

namespace lead {
namespace {

FootKey keyAt(const KeyedMotion& motion, const KeyedPose& pose, Side side) {
  const Bone ankle = onSide(Bone::leftFoot, side);
  const Bone toes = onSide(Bone::leftToes, side);
  const PlacedBone foot = placeBone(motion.skeleton, pose, ankle);
  FootKey key;
  key.roll = foot.rotation;
  key.toes = motion.skeleton.has(toes) ? pose.rotation[index(toes)] : kIdentity;
  key.place = (foot.position - motion.skeleton.restOf(ankle) -
               rolledAnkle(foot.rotation, soleOf(motion.skeleton, side))) /
              motion.skeleton.legLength(side);
  return key;
}

}  // namespace

glm::quat flatFoot(const glm::quat& foot) {
  const float length = std::sqrt(foot.w * foot.w + foot.y * foot.y);
  return length > 1e-6F ? glm::quat(foot.w / length, 0.0F, foot.y / length, 0.0F) : kIdentity;
}

glm::vec3 rolledAnkle(const glm::quat& foot, const Sole& sole) {
  const glm::quat flat = flatFoot(foot);
  const glm::quat roll = glm::conjugate(flat) * foot;
  const glm::vec3 ball = sole.ball - roll * sole.ball;
  const glm::vec3 heel = sole.heel - roll * sole.heel;
  // The lower of the two carries; about level it moves over, so that nothing jumps.
  const float lean = (ball.y - heel.y) / std::max(glm::distance(sole.ball, sole.heel), 1e-6F);
  return flat * (heel + (ball - heel) * smoothstep(-0.08F, 0.08F, lean));
}

FeetKeys footKeys(const KeyedMotion& motion, const std::vector<float>& times, float& raised) {
  FeetKeys feet;
  float lowest = 1e9F;
  for (float time : times) {
    const KeyedPose pose = poseAt(motion, time);
    feet.push_back({keyAt(motion, pose, Side::left), keyAt(motion, pose, Side::right)});
    for (const FootKey& key : feet.back()) lowest = std::min(lowest, key.place.y);
  }
  for (std::size_t i = 0; i < feet.size(); ++i)
    for (std::size_t side = 0; side < 2; ++side) {
      FootKey& key = feet[i][side];
      key.place.y -= lowest;
      if (i == 0) continue;
      const FootKey& before = feet[i - 1][side];
      if (glm::dot(before.roll, key.roll) < 0.0F) key.roll = -key.roll;
      if (glm::dot(before.toes, key.toes) < 0.0F) key.toes = -key.toes;
    }
  raised = lowest * motion.skeleton.legLength(Side::left);
  return feet;
}

void checkLegs(const KeyedMotion& motion) {
  for (Bone bone : {Bone::hips, Bone::leftUpperLeg, Bone::leftLowerLeg, Bone::leftFoot, Bone::rightUpperLeg,
                    Bone::rightLowerLeg, Bone::rightFoot})
    if (!motion.skeleton.has(bone))
      throw MotionError(fmt::format("the motion \"{}\" has no bone {}", motion.name, name(bone)));
  for (Side side : kSides)
    if (!(motion.skeleton.legLength(side) > 1e-4F))
      throw MotionError(fmt::format("the legs of the motion \"{}\" have no length", motion.name));
}

FootKey blendFeet(std::span<const WeightedFoot> feet) {
  glm::vec3 place(0.0F);
  Quad roll{};
  Quad toes{};
  const auto add = [](Quad& sum, const glm::quat& rotation, float weight) {
    const Quad q = toQuad(rotation);
    const Quad dot = sum * q;
    sum += q * (dot[0] + dot[1] + dot[2] + dot[3] < 0.0F ? -weight : weight);
  };
  for (const WeightedFoot& foot : feet) {
    place += foot.key->place * foot.weight;
    add(roll, foot.key->roll, foot.weight);
    add(toes, foot.key->toes, foot.weight);
  }
  FootKey blended;
  blended.place = place;
  fromQuad(roll, blended.roll);
  fromQuad(toes, blended.toes);
  blended.roll = glm::normalize(blended.roll);
  blended.toes = glm::normalize(blended.toes);
  return blended;
}

}  // namespace lead
