// What isn't a whole GLB is refused with the reason.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::HasSubstr;

TEST(Container, NothingAtAll) {
  EXPECT_THAT(refusal({}), HasSubstr("empty"));
}

TEST(Container, TextIsNoVrm) {
  const std::string text = "this is a letter, not an avatar";
  EXPECT_THAT(refusal(Bytes(text.begin(), text.end())), HasSubstr("not a VRM file"));
}

TEST(Container, EveryTruncationIsNamedAsOne) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  const Bytes whole = file.build();
  for (const std::size_t kept :
       {std::size_t{5}, std::size_t{19}, std::size_t{100}, whole.size() / 2, whole.size() - 1})
    EXPECT_THAT(refusal(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(kept))),
                HasSubstr("truncated"))
        << kept;
}

TEST(Container, AChunkLongerThanTheFile) {
  Bytes bytes = makeHumanoid().build();
  bytes[14] = 0xFF;
  EXPECT_THAT(refusal(bytes), HasSubstr("truncated"));
}

TEST(Container, GlbVersion1) {
  Bytes bytes = makeHumanoid().build();
  bytes[4] = 1;
  EXPECT_THAT(refusal(bytes), HasSubstr("version 1"));
}

TEST(Container, FirstChunkIsNotJson) {
  Bytes bytes = makeHumanoid().build();
  bytes[16] = 'X';
  EXPECT_THAT(refusal(bytes), HasSubstr("JSON part"));
}

TEST(Container, BytesAfterTheEndAreIgnored) {
  Bytes bytes = makeHumanoid().build();
  bytes.insert(bytes.end(), 100, 7);
  EXPECT_EQ(refusal(bytes), "");
}

TEST(Container, UnknownChunksAreSkipped) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  Bytes bytes = file.build();
  const std::size_t afterJson = 20 + (bytes[12] | bytes[13] << 8 | bytes[14] << 16);
  const Bytes chunk{4, 0, 0, 0, 'A', 'B', 'C', 'D', 1, 2, 3, 4};
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(afterJson), chunk.begin(), chunk.end());
  const std::size_t length = bytes.size();
  for (unsigned i = 0; i < 4; ++i) bytes[8 + i] = static_cast<std::uint8_t>(length >> (8 * i));
  EXPECT_EQ(refusal(bytes), "");
}

TEST(ReadModelFile, MissingFolderAndTooLarge) {
  const auto folder = std::filesystem::temp_directory_path();
  EXPECT_THROW(readModelFile(folder / "lead no such file.vrm"), ModelError);
  EXPECT_THROW(readModelFile(folder), ModelError);

  const auto path = folder / ("lead_vrm_test_" + std::to_string(::getpid()) + ".vrm");
  std::ofstream(path, std::ios::binary) << "12345";
  EXPECT_EQ(readModelFile(path).size(), 5U);
  EXPECT_EQ(readModelFile(path, 5).size(), 5U);
  try {
    readModelFile(path, 4);
    ADD_FAILURE() << "a file over the limit was read";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.what(), HasSubstr("too large: 5 bytes, the limit is 4"));
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace lead::test
