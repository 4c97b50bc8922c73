// Whose the model is and what may be done with it, in VRM 1.0's words for both versions.
#include <gmock/gmock.h>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Meta metaOf(VrmVersion version, Json meta) {
  Humanoid file = makeHumanoid({.version = version});
  file.json["images"] = {Json::object(), Json::object()};
  file.json["textures"] = {{{"source", 1}}};
  file.extension()["meta"] = std::move(meta);
  return load(file)->meta;
}

TEST(Meta, Version1) {
  const Meta meta = metaOf(VrmVersion::v1, {{"name", "Anna"},
                                            {"version", "3"},
                                            {"authors", {"B", 7, "C"}},
                                            {"copyrightInformation", "2024 B"},
                                            {"contactInformation", "b@example.org"},
                                            {"references", {"D"}},
                                            {"licenseUrl", "https://vrm.dev/licenses/1.0/"},
                                            {"avatarPermission", "everyone"},
                                            {"commercialUsage", "corporation"},
                                            {"creditNotation", "unnecessary"},
                                            {"modification", "allowModification"},
                                            {"allowRedistribution", true},
                                            {"allowExcessivelyViolentUsage", true},
                                            {"thumbnailImage", 1}});
  EXPECT_EQ(meta.version, VrmVersion::v1);
  EXPECT_EQ(meta.name, "Anna");
  EXPECT_EQ(meta.modelVersion, "3");
  EXPECT_THAT(meta.authors, ElementsAre("B", "C"));
  EXPECT_EQ(meta.copyright, "2024 B");
  EXPECT_EQ(meta.contact, "b@example.org");
  EXPECT_THAT(meta.references, ElementsAre("D"));
  EXPECT_EQ(meta.licenceUrl, "https://vrm.dev/licenses/1.0/");
  EXPECT_EQ(meta.avatarPermission, "everyone");
  EXPECT_EQ(meta.commercialUsage, "corporation");
  EXPECT_EQ(meta.creditNotation, "unnecessary");
  EXPECT_EQ(meta.modification, "allowModification");
  EXPECT_TRUE(meta.allowRedistribution);
  EXPECT_TRUE(meta.allowExcessivelyViolentUsage);
  EXPECT_FALSE(meta.allowExcessivelySexualUsage);
  EXPECT_EQ(meta.thumbnailImage, 1);
}

TEST(Meta, WhatIsntSaidIsForbidden) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1}) {
    const Meta meta = metaOf(version, Json::object());
    EXPECT_EQ(meta.avatarPermission, "onlyAuthor");
    EXPECT_EQ(meta.commercialUsage, "personalNonProfit");
    EXPECT_EQ(meta.creditNotation, "required");
    EXPECT_EQ(meta.modification, "prohibited");
    EXPECT_FALSE(meta.allowRedistribution);
    EXPECT_EQ(meta.thumbnailImage, -1);
    EXPECT_THAT(meta.authors, IsEmpty());
  }
}

TEST(Meta, Version0) {
  const Meta meta = metaOf(VrmVersion::v0, {{"title", "Godette"},
                                            {"version", "0.21"},
                                            {"author", "R"},
                                            {"reference", "L"},
                                            {"allowedUserName", "Everyone"},
                                            {"violentUssageName", "Allow"},
                                            {"sexualUssageName", "Disallow"},
                                            {"commercialUssageName", "Allow"},
                                            {"licenseName", "CC_BY"},
                                            {"otherPermissionUrl", "https://example.org"},
                                            {"texture", 0}});
  EXPECT_EQ(meta.version, VrmVersion::v0);
  EXPECT_EQ(meta.name, "Godette");
  EXPECT_THAT(meta.authors, ElementsAre("R"));
  EXPECT_EQ(meta.licenceName, "CC_BY");
  EXPECT_EQ(meta.licenceUrl, "https://example.org");
  EXPECT_EQ(meta.avatarPermission, "everyone");
  EXPECT_EQ(meta.commercialUsage, "corporation");
  EXPECT_EQ(meta.creditNotation, "required");
  EXPECT_EQ(meta.modification, "allowModificationRedistribution");
  EXPECT_TRUE(meta.allowRedistribution);
  EXPECT_TRUE(meta.allowExcessivelyViolentUsage);
  EXPECT_FALSE(meta.allowExcessivelySexualUsage);
  EXPECT_EQ(meta.thumbnailImage, 1);  // by way of the texture
}

TEST(Meta, LicencesOfVersion0) {
  const auto licence = [](const char* name) {
    return metaOf(VrmVersion::v0, {{"licenseName", name}, {"commercialUssageName", "Allow"}});
  };
  EXPECT_EQ(licence("CC0").creditNotation, "unnecessary");
  EXPECT_EQ(licence("CC_BY_ND").modification, "prohibited");
  EXPECT_TRUE(licence("CC_BY_ND").allowRedistribution);
  EXPECT_EQ(licence("CC_BY_NC").commercialUsage, "personalNonProfit");
  EXPECT_FALSE(licence("Redistribution_Prohibited").allowRedistribution);
  EXPECT_EQ(licence("Other").modification, "prohibited");
}

TEST(Meta, MissingIsAWarningAndIndicesOutOfRangeAreNone) {
  Humanoid file = makeHumanoid();
  file.extension().erase("meta");
  EXPECT_TRUE(warns(*load(file), "licence is unknown"));
  EXPECT_EQ(metaOf(VrmVersion::v1, {{"thumbnailImage", 2}}).thumbnailImage, -1);
  EXPECT_EQ(metaOf(VrmVersion::v0, {{"texture", 5}}).thumbnailImage, -1);
}

}  // namespace
}  // namespace lead::test
