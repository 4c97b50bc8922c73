// Faults and warnings: every one has a stable id that common/vrm/README.md explains.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
namespace fs = std::filesystem;

const fs::path kFolder = fs::path(LEAD_SOURCE_DIR) / "common" / "vrm";

std::string textOf(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

/// "mesh.index": two words in small letters with a dot between.
bool looksLikeAnId(const std::string& text) {
  const std::size_t dot = text.find('.');
  const auto isWord = [](const std::string& word) {
    return word.size() > 1 && std::all_of(word.begin(), word.end(), [](char c) {
             return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
           });
  };
  return dot != std::string::npos && isWord(text.substr(0, dot)) && isWord(text.substr(dot + 1));
}

/// Every piece between two of `quote` that looks like an id.
std::set<std::string> idsBetween(char quote, const std::string& text) {
  std::set<std::string> ids;
  for (std::size_t at = text.find(quote); at != std::string::npos;) {
    const std::size_t end = text.find(quote, at + 1);
    if (end == std::string::npos) break;
    if (const std::string piece = text.substr(at + 1, end - at - 1); looksLikeAnId(piece)) ids.insert(piece);
    at = end;
  }
  return ids;
}

TEST(Findings, EveryIdOfTheCodeIsExplainedAndEveryExplainedOneIsOfTheCode) {
  std::set<std::string> used;
  for (const auto& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == ".cpp") used.merge(idsBetween('"', textOf(entry.path())));
  ASSERT_GT(used.size(), 80U);
  const std::set<std::string> explained = idsBetween('`', textOf(kFolder / "README.md"));
  const auto isLimit = [](const std::string& id) { return id.rfind("limit.", 0) == 0; };
  for (const std::string& id : used)
    EXPECT_TRUE(isLimit(id) || explained.count(id) != 0) << id << " isn't in README.md";
  for (const std::string& id : explained)
    EXPECT_TRUE(isLimit(id) || id == "file.changed" || used.count(id) != 0) << id << " is in README.md only";
}

TEST(Findings, ARefusalHasAllOfThemAndOneSentence) {
  Humanoid file = makeHumanoid({.without = {Bone::head}});
  file.extension()["meta"] = 7;
  file.add("nodes", {{"mesh", 5}});
  EXPECT_THAT(faultIds(file.build()), ElementsAre("meta.shape", "humanoid.missing-bones", "node.reference"));
  try {
    loadModel(file.build());
    FAIL();
  } catch (const ModelError& error) {
    std::string sentence;
    for (const Finding& finding : error.findings()) sentence += (sentence.empty() ? "" : "; ") + finding.text;
    EXPECT_EQ(error.what(), sentence);
    const ModelError copy = error;
    EXPECT_EQ(copy.findings().size(), 3U);
  }
}

TEST(Findings, WhatIsNotListedIsCounted) {
  Humanoid file = makeHumanoid();
  for (int i = 0; i < 100; ++i) file.add("nodes", {{"mesh", 5 + i}});
  const auto ids = faultIds(file.build());
  EXPECT_LT(ids.size(), 20U);
  EXPECT_EQ(ids.back(), "more");
}

TEST(Findings, AWarningHasAnId) {
  Humanoid file = makeHumanoid();
  file.extension().erase("meta");
  file.map("tail", 1);
  const ModelPtr model = load(file);
  ASSERT_EQ(model->warnings.size(), 2U);
  EXPECT_TRUE(finds(*model, "meta.missing"));
  EXPECT_TRUE(finds(*model, "humanoid.unknown-bone"));
}

}  // namespace
}  // namespace lead::test
