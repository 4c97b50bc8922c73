#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "session/disk_cache.h"
#include "session/model_hash.h"
#include "session/model_library.h"
#include "vrm/model.h"

namespace lead {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> bytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

class DiskCacheTest : public testing::Test {
 protected:
  DiskCacheTest() {
    std::string pattern = (fs::temp_directory_path() / "lead-cache-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~DiskCacheTest() override { fs::remove_all(folder); }
  fs::path folder;
};

TEST(ModelHash, IsSha256InHex) {
  EXPECT_EQ(hashOfModel(bytesOf("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ModelHash, TravelsAsBytes) {
  const std::string hex = hashOfModel(bytesOf("abc"));
  EXPECT_EQ(hashToBytes(hex)->size(), 32U);
  EXPECT_EQ(hashFromBytes(*hashToBytes(hex)), hex);
  EXPECT_FALSE(hashToBytes("abc"));
  EXPECT_FALSE(hashToBytes(std::string(64, 'g')));
  EXPECT_FALSE(hashFromBytes("short"));
}

TEST_F(DiskCacheTest, GivesBackWhatWasWritten) {
  const DiskCache cache(folder / "deep" / "down");
  const auto bytes = bytesOf("a model");
  const std::string hash = hashOfModel(bytes);
  EXPECT_FALSE(cache.read(hash));
  EXPECT_TRUE(cache.write(hash, bytes));
  EXPECT_EQ(cache.read(hash), bytes);
}

TEST_F(DiskCacheTest, RemovesADamagedFile) {
  const DiskCache cache(folder);
  const auto bytes = bytesOf("a model");
  const std::string hash = hashOfModel(bytes);
  cache.write(hash, bytes);
  std::ofstream(cache.fileOf(hash)) << "something else";
  EXPECT_FALSE(cache.read(hash));
  EXPECT_FALSE(fs::exists(cache.fileOf(hash)));
}

TEST_F(DiskCacheTest, LeavesNoPartsBehindAndStaysUnderItsLimit) {
  const DiskCache cache(folder, 250);
  std::vector<std::string> hashes;
  for (int i = 0; i < 5; ++i) {
    const std::vector<std::uint8_t> bytes(100, static_cast<std::uint8_t>(i));
    hashes.push_back(hashOfModel(bytes));
    ASSERT_TRUE(cache.write(hashes.back(), bytes));
    fs::last_write_time(cache.fileOf(hashes.back()),
                        fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
  }
  EXPECT_TRUE(cache.read(hashes[4]));
  EXPECT_FALSE(cache.read(hashes[0]));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2);
}

TEST_F(DiskCacheTest, ADiskThatWontHaveItCostsNothing) {
  std::ofstream(folder / "file") << "no folder";
  const DiskCache cache(folder / "file");
  const auto bytes = bytesOf("a model");
  EXPECT_FALSE(cache.write(hashOfModel(bytes), bytes));
  EXPECT_FALSE(cache.read(hashOfModel(bytes)));
}

TEST_F(DiskCacheTest, NeverReadsOutsideItsFolder) {
  const DiskCache cache(folder);
  EXPECT_FALSE(cache.read("../../etc/passwd"));
  EXPECT_FALSE(cache.write("../x", bytesOf("y")));
}

TEST(ModelLibrary, OneFetchesWhileOthersWait) {
  ModelLibrary library;
  LoadedPtr heard;
  auto first = library.want("h", nullptr);
  auto claim = std::get<ModelLibrary::ClaimPtr>(first);
  auto second = library.want("h", [&](const LoadedPtr& loaded, const std::string&) { heard = loaded; });
  EXPECT_TRUE(std::holds_alternative<ModelLibrary::Waiting>(second));
  const auto model = std::make_shared<const Model>();
  claim->finish(model, {});
  EXPECT_EQ(heard, model);
  EXPECT_EQ(std::get<LoadedPtr>(library.want("h", nullptr)), model);
}

TEST(ModelLibrary, AFetchThatIsGivenUpLetsTheNextTry) {
  ModelLibrary library;
  bool told = false;
  auto claim = std::get<ModelLibrary::ClaimPtr>(library.want("h", nullptr));
  library.want("h", [&](const LoadedPtr& model, const std::string& why) { told = !model && why.empty(); });
  claim.reset();
  EXPECT_TRUE(told);
  EXPECT_TRUE(std::holds_alternative<ModelLibrary::ClaimPtr>(library.want("h", nullptr)));
}

TEST(ModelLibrary, ABadFileIsBadForAllWhoWait) {
  ModelLibrary library;
  std::string heard;
  auto claim = std::get<ModelLibrary::ClaimPtr>(library.want("h", nullptr));
  library.want("h", [&](const LoadedPtr&, const std::string& why) { heard = why; });
  claim->finish(nullptr, "It has no hips.");
  EXPECT_EQ(heard, "It has no hips.");
}

TEST(ModelLibrary, ForgetsAModelThatNobodyUses) {
  ModelLibrary library;
  auto claim = std::get<ModelLibrary::ClaimPtr>(library.want("h", nullptr));
  claim->finish(std::make_shared<const Model>(), {});
  EXPECT_TRUE(std::holds_alternative<ModelLibrary::ClaimPtr>(library.want("h", nullptr)));
}

}  // namespace
}  // namespace lead
