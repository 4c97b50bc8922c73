// A model with three-vrm's numbers of it, and the largest differences found.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference.h"

namespace lead::test {

inline constexpr float kMostDegrees = 0.5F;
inline constexpr float kMostMillimetres = 2.0F;
inline constexpr float kMostSpringDegrees = 1.0F;
inline constexpr float kMostWeight = 1e-3F;

class ThreeVrm : public testing::TestWithParam<std::string> {
 protected:
  ThreeVrm() : reference_(GetParam()) {}
  void SetUp() override;     ///< skips where the model's file is missing
  void TearDown() override;  ///< prints what was found

  const Json& results(const char* kind) const { return reference_.results.at(kind); }
  std::size_t nodeOf(Bone bone) const { return static_cast<std::size_t>(model_->boneNode[index(bone)]); }
  /// By its name in the file; throws where the model has none.
  std::size_t nodeNamed(const std::string& name) const;
  std::size_t expressionNamed(const std::string& name) const;

  void compareBones(const std::string& kind, const Character& character, const Json& rows,
                    const std::string& where);
  void compareWeights(const Character& character, const Json& weights, const std::string& where);
  void expectNear(const std::string& kind, float most) const { EXPECT_LE(worst_.of(kind), most) << kind; }

  Reference reference_;
  ModelPtr model_;  ///< with three-vrm's deviations from the specification
  Worst worst_;
};

/// Of the models that have results of this kind.
inline auto modelsWith(const std::string& kind) {
  return testing::ValuesIn(namesWith(kind));
}
std::string testName(const testing::TestParamInfo<std::string>& info);

}  // namespace lead::test
