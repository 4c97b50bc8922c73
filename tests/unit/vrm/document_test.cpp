// The file as a whole: JSON, glTF version, required extensions, other files.
#include <gmock/gmock.h>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The file's JSON with one text in place of another.
Bytes withText(const Humanoid& file, const std::string& from, const std::string& to) {
  std::string text = file.json.dump();
  text.replace(text.find(from), from.size(), to);
  return glbOf(text);
}

TEST(Document, MalformedJson) {
  EXPECT_THAT(refusal(glbOf("{\"asset\": ]")), HasSubstr("malformed at byte"));
}

TEST(Document, JsonThatIsNoObject) {
  EXPECT_THAT(refusal(glbOf("[1, 2]")), HasSubstr("not an object"));
}

TEST(Document, InvalidUtf8IsMalformed) {
  EXPECT_THAT(refusal(glbOf("{\"asset\":{\"generator\":\"\xFF\xFE\"}}")), HasSubstr("malformed"));
}

TEST(Document, ByteOrderMarkAndPaddingAreAccepted) {
  EXPECT_EQ(refusal(glbOf("\xEF\xBB\xBF" + makeHumanoid().json.dump() + std::string(3, '\0'))), "");
}

TEST(Document, NestedTooDeep) {
  const std::string deep = "{\"extras\":" + std::string(100000, '[') + std::string(100000, ']') + "}";
  EXPECT_THAT(refusal(glbOf(deep)), HasSubstr("nested too deep"));
}

TEST(Document, NotANumberIsNamedTogetherWithItsNode) {
  Humanoid file = makeHumanoid();
  file.nodeOf(Bone::hips)["translation"] = {0, 1, "here"};
  for (const char* token : {"NaN", "Infinity", "-Infinity"})
    EXPECT_THAT(refusal(withText(file, "\"here\"", token)),
                AllOf(HasSubstr("not finite (NaN or Infinity)"), HasSubstr("'Bone hips' has a translation")))
        << token;
}

TEST(Document, WordsInStringsAreNoNumbers) {
  Humanoid file = makeHumanoid();
  file.json["asset"]["generator"] = "NaN \\\" Infinity";
  EXPECT_EQ(refusal(file.build()), "");
}

TEST(Document, NumberBeyondDouble) {
  Humanoid file = makeHumanoid();
  file.nodeOf(Bone::hips)["translation"] = {0, 1, "here"};
  EXPECT_THAT(refusal(withText(file, "\"here\"", "1e999")), HasSubstr("not finite"));
  EXPECT_THAT(refusal(withText(file, "\"here\"", "1e50")), HasSubstr("isn't 3 finite numbers"));
}

TEST(Document, GltfVersion) {
  Humanoid file = makeHumanoid();
  file.json["asset"]["version"] = "1.0";
  EXPECT_THAT(refusal(file.build()), HasSubstr("glTF version '1.0'"));
  file.json.erase("asset");
  EXPECT_THAT(refusal(file.build()), HasSubstr("doesn't say its glTF version"));
}

TEST(Document, GltfWithoutVrm) {
  Humanoid file = makeHumanoid();
  file.json.erase("extensions");
  EXPECT_THAT(refusal(file.build()), HasSubstr("not a VRM"));
}

TEST(Document, ExtensionThatIsNoObject) {
  Humanoid file = makeHumanoid();
  file.extension() = Json::array();
  EXPECT_THAT(refusal(file.build()), HasSubstr("VRMC_vrm is not a JSON object"));
}

TEST(Document, MembersOfTheExtensionThatAreNoObjects) {
  Humanoid file = makeHumanoid();
  file.extension()["meta"] = "text";
  file.extension()["humanoid"] = "text";
  EXPECT_THAT(refusal(file.build()), AllOf(HasSubstr("'meta' is not"), HasSubstr("'humanoid' is not"),
                                           HasSubstr("lacks 15 of the 15")));
}

TEST(Document, OtherFilesAreRefused) {
  Humanoid file = makeHumanoid();
  file.json["buffers"] = {{{"byteLength", 4}, {"uri", "../../etc/passwd"}}};
  file.json["images"] = {{{"uri", "http://example.org/face.png"}}};
  EXPECT_THAT(refusal(file.build()),
              AllOf(HasSubstr("'../../etc/passwd'"), HasSubstr("'http://example.org/face.png'"),
                    HasSubstr("single file")));
}

TEST(Document, SectionsOfTheWrongKind) {
  Humanoid file = makeHumanoid();
  file.json["meshes"] = 7;
  file.json["materials"] = {1, 2};
  EXPECT_THAT(refusal(file.build()), AllOf(HasSubstr("'meshes' is not an array"),
                                           HasSubstr("entry 0 of 'materials' is not an object")));
}

TEST(Document, AllFaultsAreNamedAndTheirNumberIsBounded) {
  Humanoid file = makeHumanoid({.without = {Bone::head}});
  for (int i = 0; i < 1000; ++i) file.add("nodes", {{"mesh", 5 + i}});
  const std::string text = refusal(file.build());
  EXPECT_THAT(
      text, AllOf(HasSubstr("lacks 1 of the 15 required humanoid bones: head; "), HasSubstr("more faults")));
  EXPECT_LT(text.size(), 2000U);
}

TEST(Document, HostileNamesAreCutAndCleaned) {
  Humanoid file = makeHumanoid();
  file.add("nodes", {{"name", std::string(100000, 'x') + "\n\x1b[2J"}, {"mesh", 5}});
  file.add("nodes", {{"name", "a\nb\x1b"}, {"mesh", 5}});
  const std::string text = refusal(file.build());
  EXPECT_LT(text.size(), 500U);
  EXPECT_THAT(text, AllOf(HasSubstr("'a b '"), testing::Not(HasSubstr("\n"))));
}

}  // namespace
}  // namespace lead::test
