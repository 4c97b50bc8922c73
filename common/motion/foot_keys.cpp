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

constexpr float kSameTilt = 2.0F * kPi / 180.0F;
constexpr float kMostTilt = 12.0F * kPi / 180.0F;  // a foot further off level doesn't stand
constexpr float kStands = 0.1F;                    // of the motion, at least, with one tilt
constexpr float kOneLeg = 0.06F;  // of leg length: a foot that never gets lower is held in the air

/// The tilt with which a foot stands flat: files' rest poses are often some degrees off it. It is the one
/// that the foot keeps for longest.
glm::quat standingTilt(const KeyedMotion& motion, const std::vector<float>& times, Side side) {
  std::vector<glm::quat> tilts;
  const std::size_t stride = times.size() / 128 + 1;
  for (std::size_t i = 0; i < times.size(); i += stride) {
    const glm::quat foot =
        placeBone(motion.skeleton, poseAt(motion, times[i]), onSide(Bone::leftFoot, side)).rotation;
    tilts.push_back(glm::conjugate(flatFoot(foot)) * foot);
  }
  glm::quat longest = kIdentity;
  auto most = static_cast<std::ptrdiff_t>(kStands * static_cast<float>(tilts.size()));
  for (const glm::quat& tilt : tilts) {
    if (angleOf(tilt) > kMostTilt) continue;
    const auto same = std::count_if(tilts.begin(), tilts.end(), [&tilt](const glm::quat& other) {
      return angleOf(glm::conjugate(tilt) * other) < kSameTilt;
    });
    if (same > most) {
      most = same;
      longest = tilt;
    }
  }
  return longest;
}

FootKey keyAt(const KeyedMotion& motion, const KeyedPose& pose, Side side, const glm::quat& tilt) {
  const Bone ankle = onSide(Bone::leftFoot, side);
  const Bone toes = onSide(Bone::leftToes, side);
  const PlacedBone foot = placeBone(motion.skeleton, pose, ankle);
  FootKey key;
  key.roll = foot.rotation * glm::conjugate(tilt);
  key.toes = motion.skeleton.has(toes) ? pose.rotation[index(toes)] : kIdentity;
  key.place =
      (foot.position - motion.skeleton.restOf(ankle) - rolledAnkle(key.roll, soleOf(motion.skeleton, side))) /
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
  std::array<float, 2> lows{1e9F, 1e9F};
  const std::array<glm::quat, 2> tilts{standingTilt(motion, times, Side::left),
                                       standingTilt(motion, times, Side::right)};
  for (float time : times) {
    const KeyedPose pose = poseAt(motion, time);
    feet.push_back({keyAt(motion, pose, Side::left, tilts[0]), keyAt(motion, pose, Side::right, tilts[1])});
    for (std::size_t side = 0; side < 2; ++side) lows[side] = std::min(lows[side], feet.back()[side].place.y);
  }
  const float lowest = std::min(lows[0], lows[1]);
  for (float& low : lows) low = low < lowest + kOneLeg ? low : lowest;
  for (std::size_t i = 0; i < feet.size(); ++i)
    for (std::size_t side = 0; side < 2; ++side) {
      FootKey& key = feet[i][side];
      key.place.y -= lows[side];
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
