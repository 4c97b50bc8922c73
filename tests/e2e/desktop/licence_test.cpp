// What somebody who brings an avatar is told about its licence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "desktop.h"
#include "mannequin/mannequin_file.h"

namespace lead::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The mannequin with a licence that doesn't speak of redistribution.
std::string restrictedFile(const TempFolder& folder) {
  std::string bytes(mannequinFile().begin(), mannequinFile().end());
  const std::string allowed = "\"allowRedistribution\":true";
  const std::size_t place = bytes.find(allowed);
  EXPECT_NE(place, std::string::npos);
  bytes.replace(place, allowed.size(), "\"allowRedistribution\":null");
  const std::string file = (folder.path() / "restricted.vrm").string();
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

std::string outputWith(const std::string& avatar, const std::vector<std::string>& more = {}) {
  ServerProcess server;
  std::vector<std::string> arguments{"--server", server.address(), "--avatar", avatar, "--size",
                                     "64x64",    "--headless",     "--frames", "1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  Child window("lead-desktop", arguments);
  EXPECT_EQ(window.wait(90), 0) << window.output();
  return window.output();
}

TEST(DesktopLicence, IsToldAndThatOthersSeeAPlaceholder) {
  const TempFolder folder;
  const std::string said = outputWith(restrictedFile(folder));
  EXPECT_THAT(said, HasSubstr("Lead Mannequin: Authors: Lead contributors"));
  EXPECT_THAT(said, HasSubstr("Lead Mannequin: Redistribution: not allowed"));
  EXPECT_THAT(said, HasSubstr("Others see a placeholder of Lead Mannequin"));
}

TEST(DesktopLicence, NobodySeesAPlaceholderOfWhatIsSharedOrFree) {
  const TempFolder folder;
  const std::string shared = outputWith(restrictedFile(folder), {"--share-avatar"});
  EXPECT_THAT(shared, HasSubstr("Redistribution: not allowed"));
  EXPECT_THAT(shared, Not(HasSubstr("placeholder")));
  const std::string free = outputWith("mannequin");
  EXPECT_THAT(free, HasSubstr("Redistribution: allowed"));
  EXPECT_THAT(free, Not(HasSubstr("placeholder")));
}

TEST(DesktopLicence, ThereIsNothingToShareWithoutAnAvatar) {
  EXPECT_EQ(Child("lead-desktop", {"--share-avatar"}).wait(60), 2);
  EXPECT_EQ(Child("lead-tool", {"bot", "--share-avatar"}).wait(60), 2);
}

}  // namespace
}  // namespace lead::e2e
