// The model as Lead's own loader sees it.
#include <gmock/gmock.h>

#include <algorithm>

#include "loaded.h"

namespace lead {
namespace {

TEST(Mannequin, LoadsWithoutWarnings) {
  EXPECT_THAT(mannequin().warnings, testing::IsEmpty());
}

TEST(Mannequin, HasEveryBoneButTheJaw) {
  for (std::size_t i = 0; i < kBoneCount; ++i)
    EXPECT_EQ(mannequin().skeleton.has(boneAt(i)), boneAt(i) != Bone::jaw) << name(boneAt(i));
}

TEST(Mannequin, FacesForwardWithItsLeftOnX) {
  EXPECT_FALSE(mannequin().turned);
  const Skeleton& skeleton = mannequin().skeleton;
  EXPECT_GT(skeleton.restOf(Bone::leftHand).x, 0.5F);
  EXPECT_GT(skeleton.restOf(Bone::leftToes).z, skeleton.restOf(Bone::leftFoot).z + 0.05F);
  EXPECT_GT(skeleton.restOf(Bone::leftEye).z, skeleton.restOf(Bone::head).z + 0.03F);
}

TEST(Mannequin, StandsInATPose) {
  const Skeleton& skeleton = mannequin().skeleton;
  for (Bone bone : {Bone::leftUpperArm, Bone::leftLowerArm, Bone::leftHand, Bone::leftMiddleDistal})
    EXPECT_NEAR(skeleton.restOf(bone).y, skeleton.restOf(Bone::leftUpperArm).y, 0.01F) << name(bone);
}

TEST(Mannequin, HasMirroredBones) {
  const Skeleton& skeleton = mannequin().skeleton;
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Bone left = boneAt(i);
    if (!name(left).starts_with("left")) continue;
    const glm::vec3 a = skeleton.restOf(left);
    const glm::vec3 b = skeleton.restOf(onSide(left, Side::right));
    EXPECT_EQ(a, glm::vec3(-b.x, b.y, b.z)) << name(left);
    EXPECT_GT(a.x, 0.0F) << name(left);
  }
}

TEST(Mannequin, IsAsTallAsAPersonAndStandsOnTheGround) {
  float low = 1.0F;
  float high = 0.0F;
  for (const Primitive& primitive : meshNamed("Body").primitives) {
    for (const glm::vec3& p : primitive.positions) {
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    }
  }
  EXPECT_NEAR(low, 0.0F, 0.004F);
  EXPECT_NEAR(high, 1.65F, 0.02F);
}

TEST(Mannequin, BendsElbowsAndKneesTheRightWayByItself) {
  // A hint for the solver: elbows rest a little behind the line from shoulder to hand, knees before theirs.
  const Skeleton& skeleton = mannequin().skeleton;
  EXPECT_LT(skeleton.restOf(Bone::leftLowerArm).z, skeleton.restOf(Bone::leftUpperArm).z);
  EXPECT_GT(skeleton.restOf(Bone::leftLowerLeg).z, skeleton.restOf(Bone::leftUpperLeg).z);
}

TEST(Mannequin, LetsEveryoneUseChangeAndPassItOn) {
  const Meta& meta = mannequin().meta;
  EXPECT_EQ(meta.version, VrmVersion::v1);
  EXPECT_EQ(meta.name, "Lead Mannequin");
  EXPECT_THAT(meta.authors, testing::ElementsAre("Lead contributors"));
  EXPECT_EQ(meta.licenceUrl, "https://vrm.dev/licenses/1.0/");
  EXPECT_EQ(meta.avatarPermission, "everyone");
  EXPECT_EQ(meta.commercialUsage, "corporation");
  EXPECT_EQ(meta.creditNotation, "unnecessary");
  EXPECT_EQ(meta.modification, "allowModificationRedistribution");
  EXPECT_TRUE(meta.allowRedistribution);
}

TEST(Mannequin, TellsLeftFromRightByABandOnTheLeftArm) {
  for (const Primitive& primitive : meshNamed("Body").primitives) {
    if (mannequin().materials[primitive.material].name != "LeftBand") continue;
    ASSERT_FALSE(primitive.indices.empty());
    for (std::uint32_t i : primitive.indices) EXPECT_GT(primitive.positions[i].x, 0.4F);
    return;
  }
  FAIL() << "no material LeftBand";
}

TEST(Mannequin, ShowsItsFrontByADiscOnTheChest) {
  int onChest = 0;
  for (const Primitive& primitive : meshNamed("Body").primitives) {
    if (mannequin().materials[primitive.material].name != "Trim") continue;
    for (const glm::vec3& p : primitive.positions)
      if (std::abs(p.x) < 0.03F && std::abs(p.y - 1.235F) < 0.03F && p.z > 0.05F) ++onChest;
  }
  EXPECT_GT(onChest, 10);
}

TEST(Mannequin, ShadesItsColoursAsToons) {
  for (const Material& material : mannequin().materials) {
    EXPECT_EQ(material.shading, Shading::mtoon) << material.name;
    for (int i = 0; i < 3; ++i) EXPECT_LE(material.mtoon.shadeColor[i], material.baseColor[i]) << material.name;
  }
}

TEST(Mannequin, ShutsItsEyesWithBlinks) {
  // A shut lid's points meet near the eye's middle height; the eyeball's front lies behind them.
  const Mesh& face = meshNamed("Face");
  const auto names = face.morphNames;
  for (Side side : kSides) {
    const std::string blink = side == Side::left ? "blinkLeft" : "blinkRight";
    const auto morph = static_cast<std::size_t>(std::find(names.begin(), names.end(), blink) - names.begin());
    ASSERT_LT(morph, names.size());
    const glm::vec3 eye = mannequin().skeleton.restOf(onSide(Bone::leftEye, side));
    float openGap = 1.0F;
    float shutGap = 1.0F;
    for (const Primitive& primitive : face.primitives) {
      if (mannequin().materials[primitive.material].name != "Skin") continue;
      for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
        const glm::vec3 open = primitive.positions[i];
        const glm::vec3 shut = open + primitive.morphs[morph].positions[i];
        const auto toMiddle = [&](glm::vec3 p) { return std::hypot(p.x - eye.x, p.y - (eye.y - 0.003F)); };
        openGap = std::min(openGap, toMiddle(open));
        shutGap = std::min(shutGap, toMiddle(shut));
        if ((open - eye).x * outwardSign(side) > -0.03F && std::abs((open - eye).x) < 0.03F)
          EXPECT_GT(glm::length(shut - eye), 0.0223F);
        else
          EXPECT_EQ(shut, open) << "the other eye stays open";
      }
    }
    EXPECT_GT(openGap, 0.005F);
    EXPECT_LT(shutGap, 0.002F);
  }
}

}  // namespace
}  // namespace lead
