#include "rig/two_bone.h"

#include <algorithm>
#include <cmath>

#include "math/quad.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kNearlyAntiparallel = -1.0F + 1e-6F;

}  // namespace

glm::vec3 twoBoneDir(const glm::vec3& root, const glm::vec3& target, const glm::vec3& fallback) {
  return normalizedOr(target - root, fallback);
}

TwoBoneResult solveTwoBone(const TwoBone& job) {
  const float whole = job.upper + job.lower;
  const float least = std::max(0.1F * whole, 1.02F * std::abs(job.upper - job.lower));
  const float d = std::clamp(glm::dot(job.target - job.root, job.dir), std::min(least, job.mostReach * whole),
                             job.mostReach * whole);
  const float cosine = std::clamp(
      (job.upper * job.upper + d * d - job.lower * job.lower) / (2.0F * job.upper * d), -1.0F, 1.0F);
  const float sine = std::sqrt(1.0F - cosine * cosine);
  TwoBoneResult result;
  result.joint = job.root + job.dir * (job.upper * cosine) + job.pole * (job.upper * sine);
  result.end = job.root + job.dir * d;
  return result;
}

glm::quat aimBoneUnit(const glm::quat& boneRotation, const glm::vec3& childDir, const glm::vec3& wanted) {
  const float cosine = glm::dot(childDir, wanted);
  if (cosine < kNearlyAntiparallel)
    return rotationBetween(childDir, wanted, boneRotation * glm::vec3(0, 0, 1)) * boneRotation;
  const glm::vec3 axis = glm::cross(childDir, wanted);
  const Quad turn{axis.x, axis.y, axis.z, 1.0F + cosine};
  glm::quat turned;
  fromQuad(multiply(turn, toQuad(boneRotation)), turned);
  return turned * (1.0F / std::sqrt(glm::dot(turned, turned)));
}

glm::quat aimBone(const glm::quat& boneRotation, const glm::vec3& childDir, const glm::vec3& wanted) {
  const glm::vec3 from = normalizedOr(childDir, kUp);
  const glm::vec3 to = normalizedOr(wanted, from);
  return rotationBetween(from, to, boneRotation * glm::vec3(0, 0, 1)) * boneRotation;
}

}  // namespace lead
