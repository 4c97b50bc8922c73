// Lead's character runtime against three-vrm 3.x: the numbers of three-vrm/results, which
// three-vrm/reference.js made. three-vrm/README.md says where three-vrm deviates from the specification;
// those places are named here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "character/constraints.h"
#include "math/rotation.h"
#include "three_vrm_fixture.h"
#include "vrm/transform.h"

namespace lead::test {
namespace {

glm::vec3 restTailOf(const Model& model, int node) {
  for (const Spring& spring : model.springs)
    for (const SpringJoint& joint : spring.joints)
      if (joint.node == node) return joint.tail;
  throw std::runtime_error("no joint");
}

class ThreeVrmBones : public ThreeVrm {};
INSTANTIATE_TEST_SUITE_P(, ThreeVrmBones, modelsWith("poses"), testName);

TEST_P(ThreeVrmBones, AreWhereThreeVrmHasThem) {
  EXPECT_EQ(model_->turned, results("turned").get<bool>());
  for (const auto& [name, pose] : reference_.inputs["poses"].items()) {
    Character character(model_);
    character.update(poseOf(pose), std::monostate{}, 0.0F);
    compareBones("bone", character, results("poses").at(name), name);
  }
  expectNear("bone rotation", kMostDegrees);
  expectNear("bone position", kMostMillimetres);
}

class ThreeVrmSprings : public ThreeVrm {
 protected:
  static glm::vec3 tenthsOfMillimetres(const Json& row, std::size_t i) {
    return glm::vec3(row[i].get<float>(), row[i + 1].get<float>(), row[i + 2].get<float>()) * 1e-4F;
  }
  static glm::vec3 theirHead(const Json& row) { return tenthsOfMillimetres(row, 0); }
  static glm::vec3 theirTail(const Json& row) { return tenthsOfMillimetres(row, 3); }

  void compareTail(const glm::vec3& ours, const glm::vec3& theirs, float length, const std::string& where) {
    if (length < 1e-3F) return;  // of no direction
    const float apart = glm::length(ours - theirs);
    worst_.distance("spring tail", apart, where);
    worst_.angle("spring angle", 2.0F * std::asin(std::min(apart / (2.0F * length), 1.0F)), where);
  }
};
INSTANTIATE_TEST_SUITE_P(, ThreeVrmSprings, modelsWith("springs"), testName);

TEST_P(ThreeVrmSprings, EndWhereThreeVrmHasThem) {
  const Json& motion = reference_.inputs["motion"];
  const Json& names = results("springs")["joints"];
  Character character(model_);
  character.update(poseOf(motion[0]), std::monostate{}, 0.0F);
  const std::vector<int> joints = character.springs().joints();
  ASSERT_EQ(joints.size(), names.size());
  std::vector<glm::mat4> posed(model_->nodes.size());
  float swung = 0.0F;  // from where it would be without springs
  for (std::size_t frame = 1; frame < motion.size(); ++frame) {
    character.update(poseOf(motion[frame]), std::monostate{}, 1.0F / 60.0F);
    const auto rows = results("springs")["at"].find(std::to_string(frame));
    if (rows == results("springs")["at"].end()) continue;
    poseNodes(*model_, poseOf(motion[frame]), posed);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto at = std::find(joints.begin(), joints.end(), static_cast<int>(nodeNamed(names[i])));
      ASSERT_NE(at, joints.end()) << names[i];
      const std::string where = "frame " + std::to_string(frame) + ", " + names[i].get<std::string>();
      const glm::vec3 tail = theirTail((*rows)[i]);
      compareTail(
          character.springs().tail(character.springState(), static_cast<std::size_t>(at - joints.begin())),
          tail, glm::length(tail - theirHead((*rows)[i])), where);
      const glm::vec3 stiff(posed[static_cast<std::size_t>(*at)] * glm::vec4(restTailOf(*model_, *at), 1.0F));
      swung = std::max(swung, glm::length(stiff - tail));
    }
  }
  EXPECT_TRUE(worst_.has("spring tail"));
  EXPECT_GT(swung, 0.005F);
  expectNear("spring tail", kMostMillimetres);
  expectNear("spring angle", kMostSpringDegrees);
}

class ThreeVrmExpressions : public ThreeVrm {};
INSTANTIATE_TEST_SUITE_P(, ThreeVrmExpressions, modelsWith("expressions"), testName);

TEST_P(ThreeVrmExpressions, ComeOutAsThreeVrms) {
  for (std::size_t row = 0; row < results("expressions").size(); ++row) {
    const Json& sample = results("expressions")[row];
    const std::string where = "sample " + std::to_string(row);
    Pose pose;
    for (const auto& [name, weight] : sample["given"].items()) {
      const std::size_t at = expressionNamed(name);
      pose.expressions[at] = weight.get<float>();
    }
    Character character(model_);
    character.update(pose, std::monostate{}, 0.0F);
    compareWeights(character, sample["weights"], where);
    for (const auto& [node, moved] : sample["morphs"].items()) {
      const std::size_t at = nodeNamed(node);
      const auto weights = character.morphWeights(static_cast<int>(at));
      for (std::size_t i = 0; i < weights.size(); ++i)
        worst_.weight("morph", weights[i] - moved.value(std::to_string(i), 0.0F), where + ", " + node);
    }
  }
  expectNear("expression weight", kMostWeight);
  expectNear("morph", kMostWeight);
}

class ThreeVrmGazes : public ThreeVrm {};
INSTANTIATE_TEST_SUITE_P(, ThreeVrmGazes, modelsWith("gaze"), testName);

TEST_P(ThreeVrmGazes, AndEyesAreThreeVrms) {
  const Json& gaze = results("gaze");
  ASSERT_TRUE(model_->lookAt.has_value());
  const LookAt& lookAt = *model_->lookAt;
  EXPECT_EQ(gaze["type"] == "bone", lookAt.type == LookAt::Type::bone);
  worst_.distance("look-at offset", glm::length(vectorOf(gaze["offset"]) - lookAt.offsetFromHeadBone),
                  "file");
  Character character(model_);
  for (const auto& [name, rows] : gaze["at"].items()) {
    Pose pose = poseOf(reference_.inputs["poses"].at(name));
    pose.of(Bone::leftEye) = kIdentity;
    pose.of(Bone::rightEye) = kIdentity;
    for (const Json& row : rows) {
      const glm::vec3 to = vectorOf(row["to"]);
      const std::string where = name + row["angles"].dump();
      character.update(pose, to, 0.0F);
      const GazeAngles ours = gazeTo(*model_, lookAt, character.world()[nodeOf(Bone::head)], to);
      worst_.angle("gaze", std::abs(wrapAngle(ours.yaw - glm::radians(row["angles"][0].get<float>()))),
                   where);
      worst_.angle("gaze", std::abs(ours.pitch - glm::radians(row["angles"][1].get<float>())), where);
      if (row.contains("eyes"))
        for (std::size_t i = 0; i < gaze["eyes"].size(); ++i) {
          const auto eye = boneFromName(gaze["eyes"][i].get<std::string>());
          const Json& q = row["eyes"][i];
          worst_.angle("eye",
                       angleBetweenRotations(rotationOf(character.world()[nodeOf(*eye)]), quaternionOf(q)),
                       where);
        }
      if (row.contains("weights"))
        for (std::size_t i = 0; i < 4; ++i) {
          if (row["weights"][i].is_null()) {  // the file lacks it
            EXPECT_FALSE(model_->expressions[index(Expression::lookUp) + i].present);
            continue;
          }
          worst_.weight(
              "look weight",
              character.expressionWeights()[index(Expression::lookUp) + i] - row["weights"][i].get<float>(),
              where);
        }
    }
  }
  expectNear("look-at offset", 0.1F);
  expectNear("gaze", kMostDegrees);
  expectNear("eye", kMostDegrees);
  expectNear("look weight", kMostWeight);
}

class ThreeVrmConstraints : public ThreeVrm {};
INSTANTIATE_TEST_SUITE_P(, ThreeVrmConstraints, modelsWith("constraints"), testName);

TEST_P(ThreeVrmConstraints, TurnNodesAsThreeVrm) {
  const Json& constraints = results("constraints");
  EXPECT_EQ(model_->constraints.size(), constraints["nodes"].size());
  for (std::size_t sample = 0; sample < constraints["at"].size(); ++sample) {
    NodePose nodes = restNodes(*model_);
    const Json& input = reference_.inputs["sources"][sample];
    for (const Json& name : constraints["sources"]) {
      const std::size_t at = nodeNamed(name);
      nodes.rotation[at] = nodes.rotation[at] * quaternionOf(input["turn"]);
      nodes.translation[at] += vectorOf(input["move"]);
    }
    applyConstraints(*model_, glm::mat4(1.0F), nodes);
    for (std::size_t i = 0; i < constraints["nodes"].size(); ++i) {
      const std::size_t at = nodeNamed(constraints["nodes"][i]);
      worst_.angle("constraint",
                   angleBetweenRotations(nodes.rotation[at], quaternionOf(constraints["at"][sample][i])),
                   "sample " + std::to_string(sample) + ", " + constraints["nodes"][i].get<std::string>());
    }
  }
  for (const auto& [name, rows] : results("constrained").items()) {
    Character character(model_);
    character.update(poseOf(reference_.inputs["poses"].at(name)), std::monostate{}, 0.0F);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto at = nodeNamed(constraints["nodes"][i]);
      worst_.world("constrained", character.world()[at], placedOf(rows[i]),
                   name + ", " + constraints["nodes"][i].get<std::string>());
    }
  }
  expectNear("constraint", kMostDegrees);
  expectNear("constrained rotation", kMostDegrees);
  expectNear("constrained position", kMostMillimetres);
}

TEST(ThreeVrmResults, CoverModelsOfBothVersionsAndEveryPart) {
  EXPECT_GE(referenceNames().size(), 20U);
  EXPECT_GE(namesWith("springs").size(), 7U);
  EXPECT_GE(namesWith("expressions").size(), 10U);
  EXPECT_GE(namesWith("gaze").size(), 10U);
  EXPECT_GE(namesWith("constraints").size(), 3U);
  EXPECT_GE(namesWith("motions").size(), 4U);
  for (const char* made : {"generated_v0", "generated_v1"})  // so that nothing hangs on ../shared
    EXPECT_FALSE(Reference(made).file.empty());
}

}  // namespace
}  // namespace lead::test
