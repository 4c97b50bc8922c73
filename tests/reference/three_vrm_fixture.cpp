#include "three_vrm_fixture.h"

#include <cctype>
#include <set>
#include <utility>

namespace lead::test {
namespace {

/// The model as three-vrm has it where it deviates from the specification (three-vrm/README.md).
Model withDeviations(const Model& model) {
  Model copy = model;
  if (copy.lookAt && copy.lookAt->type == LookAt::Type::bone)  // up and down are exchanged for eye bones
    std::swap(copy.lookAt->verticalUp, copy.lookAt->verticalDown);
  if (model.meta.version == VrmVersion::v0)  // gravity isn't brought from Unity's world into glTF's
    for (Spring& spring : copy.springs)
      for (SpringJoint& joint : spring.joints) joint.gravityDir.x = -joint.gravityDir.x;
  return copy;
}

}  // namespace

void ThreeVrm::SetUp() {
  if (reference_.file.empty()) GTEST_SKIP() << "no shared models at " << LEAD_SHARED_DIR;
  model_ = std::make_shared<const Model>(withDeviations(*loadModel(reference_.file)));
}

void ThreeVrm::TearDown() {
  if (model_) worst_.print(GetParam());
}

std::size_t ThreeVrm::nodeNamed(const std::string& name) const {
  for (std::size_t i = 0; i < model_->nodes.size(); ++i)
    if (model_->nodes[i].name == name) return i;
  throw std::runtime_error("no node " + name);
}

std::size_t ThreeVrm::expressionNamed(const std::string& name) const {
  for (std::size_t i = 0; i < model_->expressions.size(); ++i)
    if (model_->expressions[i].name == name) return i;
  throw std::runtime_error("no expression " + name);
}

void ThreeVrm::compareBones(const std::string& kind, const Character& character, const Json& rows,
                            const std::string& where) {
  const Json& bones = results("bones");
  ASSERT_EQ(bones.size(), rows.size());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const auto bone = boneFromName(bones[i].get<std::string>());
    ASSERT_TRUE(bone.has_value()) << bones[i];
    ASSERT_TRUE(model_->skeleton.has(*bone)) << bones[i];
    worst_.world(kind, character.world()[nodeOf(*bone)], placedOf(rows[i]),
                 where + ", " + bones[i].get<std::string>());
  }
}

void ThreeVrm::compareWeights(const Character& character, const Json& weights, const std::string& where) {
  std::set<std::size_t> given;
  for (const auto& [name, weight] : weights.items()) {
    const std::size_t at = expressionNamed(name);
    given.insert(at);
    worst_.weight("expression weight", character.expressionWeights()[at] - weight.get<float>(),
                  where + ", " + name);
  }
  for (std::size_t i = 0; i < model_->expressions.size(); ++i)
    if (model_->expressions[i].present && given.count(i) == 0)
      worst_.weight("expression weight", character.expressionWeights()[i],
                    where + ", " + model_->expressions[i].name);
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace lead::test
