// VRM animations on models, as three-vrm plays them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <glm/common.hpp>
#include <set>

#include "math/rotation.h"
#include "motion/resample.h"
#include "three_vrm_fixture.h"
#include "vrm/animation.h"

namespace lead::test {
namespace {

const std::set<std::string> kFacingBack{"Walk_Loop", "Sitting_Enter"};

/// Between key times, as a share of the way from one to the next.
struct KeyTime {
  std::size_t before;
  std::size_t after;
  float share;
};
KeyTime keyTime(const KeyedMotion& motion, float seconds) {
  const auto& times = motion.times;
  const auto next =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), seconds) - times.begin());
  if (next == 0 || next == times.size())
    return {std::min(next, times.size() - 1), std::min(next, times.size() - 1), 0};
  return {next - 1, next, (seconds - times[next - 1]) / (times[next] - times[next - 1])};
}
GazeAngles gazeAt(const KeyedMotion& motion, float seconds) {
  const KeyTime at = keyTime(motion, seconds);
  const glm::vec2 gaze = glm::mix(motion.lookAt[at.before], motion.lookAt[at.after], at.share);
  return {gaze.x, gaze.y};
}
float weightAt(const KeyedMotion& motion, const ExpressionTrack& track, float seconds) {
  const KeyTime at = keyTime(motion, seconds);
  return glm::mix(track.weights[at.before], track.weights[at.after], at.share);
}

/// three-vrm moves the hips to the animation's place times a scale, Lead by the animation's way from rest:
/// they differ by where hips are at rest to the side and to the front. The specification leaves that open.
Pose playedByThreeVrm(const KeyedMotion& motion, float seconds, const Model& model, bool facingBack) {
  const KeyedPose keyed = poseAt(motion, seconds);
  const float scale = model.skeleton.hipsHeight() / motion.skeleton.hipsHeight();
  Pose pose;
  pose.rotation = keyed.rotation;
  pose.hipsOffset = keyed.hips * scale;
  // Unity's humanoids come out of UniGLTF facing -Z; Lead turns such motions, three-vrm shows them so
  if (facingBack) pose.rootRotation = rotationY(kPi);
  if (motion.hips.empty()) return pose;
  const glm::vec3 apart =
      pose.rootRotation * motion.skeleton.restOf(Bone::hips) * scale - model.skeleton.restOf(Bone::hips);
  pose.hipsOffset += glm::vec3(apart.x, 0.0F, apart.z);
  return pose;
}

class ThreeVrmAnimations : public ThreeVrm {};
INSTANTIATE_TEST_SUITE_P(, ThreeVrmAnimations, modelsWith("motions"), testName);

TEST_P(ThreeVrmAnimations, PlayAsInThreeVrm) {
  for (const auto& [name, result] : results("motions").items()) {
    const KeyedMotion motion =
        loadMotions(readModelFile(std::filesystem::path(LEAD_SHARED_DIR) / "models/vrma" / (name + ".vrma")))
            .at(0);
    for (const Json& sample : result["at"]) {
      const auto seconds = sample["seconds"].get<float>();
      Pose pose = playedByThreeVrm(motion, seconds, *model_, kFacingBack.count(name) != 0);
      Character character(model_);
      LookTarget look;
      if (!motion.lookAt.empty() && model_->lookAt) {
        const GazeAngles gaze = gazeAt(motion, seconds);
        look = gaze;
        worst_.angle("motion gaze",
                     std::abs(gaze.yaw - glm::radians(sample["angles"][0].get<float>())) +
                         std::abs(gaze.pitch - glm::radians(sample["angles"][1].get<float>())),
                     name);
      }
      for (const auto& track : motion.expressions)
        for (std::size_t i = 0; i < model_->expressions.size(); ++i)
          if (model_->expressions[i].name == track.name)
            pose.expressions[i] = weightAt(motion, track, seconds);
      character.update(pose, look, 0.0F);
      compareWeights(character, sample["weights"], name);
      compareBones("motion " + name, character, sample["worlds"], std::to_string(seconds) + " s");
    }
    expectNear("motion gaze", kMostDegrees);
    expectNear("expression weight", kMostWeight);
    expectNear("motion " + name + " rotation", kMostDegrees);
    expectNear("motion " + name + " position", kMostMillimetres);
  }
}

}  // namespace
}  // namespace lead::test
