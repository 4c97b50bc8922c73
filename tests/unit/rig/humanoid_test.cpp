#include "rig/humanoid.h"

#include <gtest/gtest.h>

namespace lead {
namespace {

TEST(Humanoid, NamesAndParentsAreConsistent) {
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Bone bone = boneAt(i);
    EXPECT_EQ(boneFromName(name(bone)), bone);
    if (const auto parent = fullParent(bone)) {
      EXPECT_LT(index(*parent), i) << name(bone);
    }
  }
  EXPECT_FALSE(boneFromName("tail"));
}

TEST(Humanoid, HasFifteenRequiredBones) {
  int required = 0;
  for (std::size_t i = 0; i < kBoneCount; ++i) required += isRequired(boneAt(i)) ? 1 : 0;
  EXPECT_EQ(required, 15);
}

TEST(Humanoid, EveryLeftBoneHasItsRightOne) {
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const std::string left(name(boneAt(i)));
    if (left.rfind("left", 0) != 0) continue;
    EXPECT_EQ(name(onSide(boneAt(i), Side::right)), "right" + left.substr(4));
  }
}

}  // namespace
}  // namespace lead
