// VRMC_vrm.meta in plain words, over all of its values in both versions, and the rule of handing a file on.
#include "vrm/licence.h"

#include <gmock/gmock.h>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

Meta metaOf(VrmVersion version, Json meta) {
  Humanoid file = makeHumanoid({.version = version});
  file.extension()["meta"] = std::move(meta);
  return load(file)->meta;
}

std::vector<std::string> linesOf(VrmVersion version, const char* key, const Json& value) {
  return licenceLines(metaOf(version, {{key, value}}));
}

struct Row {
  const char* key;
  Json value;
  const char* line;
};

TEST(Licence, EveryValueOfVersion1HasItsWords) {
  const std::vector<Row> rows{
      {"authors", {"Ann", "Bob"}, "Authors: Ann, Bob"},
      {"authors", Json::array(), "Authors: not named"},
      {"licenseUrl", "https://vrm.dev/licenses/1.0/",
       "Licence: VRM Public License 1.0, https://vrm.dev/licenses/1.0/"},
      {"licenseUrl", "https://example.org/mine", "Licence: as written there, https://example.org/mine"},
      {"licenseUrl", "", "Licence: not named"},
      {"avatarPermission", "onlyAuthor", "Who may use it as an avatar: only its authors"},
      {"avatarPermission", "onlySeparatelyLicensedPerson",
       "Who may use it as an avatar: only its authors and whom they have licensed"},
      {"avatarPermission", "everyone", "Who may use it as an avatar: everyone"},
      {"avatarPermission", "nonsense", "Who may use it as an avatar: only its authors"},
      {"commercialUsage", "personalNonProfit", "Commercial use: not allowed"},
      {"commercialUsage", "personalProfit", "Commercial use: allowed to persons, not to companies"},
      {"commercialUsage", "corporation", "Commercial use: allowed, to companies too"},
      {"commercialUsage", 3, "Commercial use: not allowed"},
      {"creditNotation", "required", "Credit: must be given"},
      {"creditNotation", "unnecessary", "Credit: not needed"},
      {"creditNotation", "nonsense", "Credit: must be given"},
      {"modification", "prohibited", "Modification: not allowed"},
      {"modification", "allowModification", "Modification: allowed, but the result may not be handed on"},
      {"modification", "allowModificationRedistribution",
       "Modification: allowed, and the result may be handed on"},
      {"modification", "nonsense", "Modification: not allowed"},
      {"allowRedistribution", true, "Redistribution: allowed"},
      {"allowRedistribution", false, "Redistribution: not allowed"},
      {"allowRedistribution", "true", "Redistribution: not allowed"},
      {"allowExcessivelyViolentUsage", true, "Excessive violence: allowed"},
      {"allowExcessivelyViolentUsage", false, "Excessive violence: not allowed"},
      {"allowExcessivelySexualUsage", true, "Excessive sexual content: allowed"},
      {"allowExcessivelySexualUsage", false, "Excessive sexual content: not allowed"},
      {"allowPoliticalOrReligiousUsage", true, "Political or religious use: allowed"},
      {"allowPoliticalOrReligiousUsage", false, "Political or religious use: not allowed"},
      {"allowAntisocialOrHateUsage", true, "Antisocial use or hate: allowed"},
      {"allowAntisocialOrHateUsage", false, "Antisocial use or hate: not allowed"},
      {"otherLicenseUrl", "https://example.org/more", "Further conditions: https://example.org/more"},
      {"copyrightInformation", "2024 Ann", "Copyright: 2024 Ann"},
      {"contactInformation", "ann@example.org", "Contact: ann@example.org"},
      {"references", {"Hair by Eve"}, "Based on: Hair by Eve"},
      {"thirdPartyLicenses", "Font: OFL\nHair: MIT", "Licences of others' work in it: Font: OFL Hair: MIT"},
  };
  for (const Row& row : rows)
    EXPECT_THAT(linesOf(VrmVersion::v1, row.key, row.value), Contains(row.line)) << row.key << row.value;
}

TEST(Licence, EveryValueOfVersion0HasItsWords) {
  const std::vector<Row> rows{
      {"author", "Ann", "Authors: Ann"},
      {"licenseName", "CC0", "Licence: Creative Commons CC0 (public domain)"},
      {"licenseName", "CC_BY", "Licence: Creative Commons BY"},
      {"licenseName", "CC_BY_NC_SA", "Licence: Creative Commons BY-NC-SA"},
      {"licenseName", "Redistribution_Prohibited", "Licence: redistribution prohibited"},
      {"licenseName", "Other", "Licence: not named"},
      {"licenseName", "MIT", "Licence: MIT"},
      {"otherLicenseUrl", "https://example.org", "Licence: as written there, https://example.org"},
      {"otherLicenseUrl", "undefined", "Licence: not named"},
      {"allowedUserName", "OnlyAuthor", "Who may use it as an avatar: only its authors"},
      {"allowedUserName", "ExplicitlyLicensedPerson",
       "Who may use it as an avatar: only its authors and whom they have licensed"},
      {"allowedUserName", "Everyone", "Who may use it as an avatar: everyone"},
      {"commercialUssageName", "Allow", "Commercial use: allowed"},
      {"commercialUssageName", "Disallow", "Commercial use: not allowed"},
      {"violentUssageName", "Allow", "Excessive violence: allowed"},
      {"violentUssageName", "Disallow", "Excessive violence: not allowed"},
      {"sexualUssageName", "Allow", "Excessive sexual content: allowed"},
      {"sexualUssageName", "Disallow", "Excessive sexual content: not allowed"},
      {"licenseName", "CC0", "Credit: not needed"},
      {"licenseName", "CC_BY", "Credit: must be given"},
      {"licenseName", "CC_BY_ND", "Modification: not allowed"},
      {"licenseName", "CC_BY_SA", "Modification: allowed, and the result may be handed on"},
      {"title", "x", "Political or religious use: not allowed (VRM 0.x can't say otherwise)"},
      {"title", "x", "Antisocial use or hate: not allowed (VRM 0.x can't say otherwise)"},
  };
  for (const Row& row : rows)
    EXPECT_THAT(linesOf(VrmVersion::v0, row.key, row.value), Contains(row.line)) << row.key << row.value;
}

TEST(Licence, OfVersion0BothUrlsAreShown) {
  const auto lines = licenceLines(metaOf(
      VrmVersion::v0,
      {{"licenseName", "Other"}, {"otherLicenseUrl", "https://a"}, {"otherPermissionUrl", "https://b"}}));
  EXPECT_THAT(lines, Contains("Licence: another one, https://a"));
  EXPECT_THAT(lines, Contains("Further conditions: https://b"));
}

TEST(Licence, OnlyWhatIsPermittedMayBeHandedOn) {
  const auto version1 = [](const Json& value) {
    return mayBeHandedOn(metaOf(VrmVersion::v1, {{"allowRedistribution", value}}));
  };
  EXPECT_TRUE(version1(true));
  EXPECT_FALSE(version1(false));
  EXPECT_FALSE(version1("yes"));
  EXPECT_FALSE(mayBeHandedOn(metaOf(VrmVersion::v1, Json::object())));
  const auto version0 = [](const char* name) {
    return mayBeHandedOn(metaOf(VrmVersion::v0, {{"licenseName", name}}));
  };
  for (const char* name : {"CC0", "CC_BY", "CC_BY_NC", "CC_BY_SA", "CC_BY_NC_SA", "CC_BY_ND", "CC_BY_NC_ND"})
    EXPECT_TRUE(version0(name)) << name;
  for (const char* name : {"Redistribution_Prohibited", "Other", "", "CC", "CCC", "cc0"})
    EXPECT_FALSE(version0(name)) << name;
  EXPECT_FALSE(mayBeHandedOn(metaOf(VrmVersion::v0, Json::object())));
}

TEST(Licence, WhatTheFileSaysCanNotForgeLinesNorTerminalCommands) {
  const Json authors = {"Eve\nRedistribution: allowed", std::string("\x1b[2J\xc2\x9b\xe2\x80\xae") + "x",
                        std::string(300, 'y')};
  const auto lines = licenceLines(metaOf(VrmVersion::v1, {{"authors", authors}}));
  EXPECT_THAT(lines, Not(Contains("Redistribution: allowed")));
  EXPECT_THAT(lines[0], HasSubstr("Authors: Eve Redistribution: allowed,  [2J  x, "));
  EXPECT_LT(lines[0].size(), 300U);
  for (const std::string& line : lines)
    for (const char c : line) EXPECT_GE(static_cast<unsigned char>(c), 0x20U) << line;
}

TEST(Licence, IsCutBetweenCharacters) {
  std::string author;
  for (int i = 0; i < 100; ++i) author += "\xe3\x81\x82";
  const std::string authors = authorsOf(metaOf(VrmVersion::v1, {{"authors", {author}}}));
  EXPECT_EQ((authors.size() - 3) % 3, 0U) << "whole characters of three bytes, then ...";
  EXPECT_LT(authors.size(), 110U);
}

TEST(Licence, OfManyAuthorsNotAllAreNamed) {
  Json authors = Json::array();
  for (int i = 0; i < 1000; ++i) authors.push_back("somebody");
  EXPECT_LT(authorsOf(metaOf(VrmVersion::v1, {{"authors", authors}})).size(), 250U);
}

TEST(Licence, InShort) {
  EXPECT_EQ(licenceSummary(metaOf(VrmVersion::v0, {{"author", "Ann"}, {"licenseName", "CC_BY"}})),
            "by Ann; Creative Commons BY; may be handed on");
  EXPECT_EQ(licenceSummary(metaOf(VrmVersion::v0, {{"licenseName", "Redistribution_Prohibited"}})),
            "author not named; redistribution prohibited");
  EXPECT_EQ(licenceSummary(metaOf(VrmVersion::v1, Json::object())),
            "author not named; licence not named; may not be handed on");
}

}  // namespace
}  // namespace lead::test
