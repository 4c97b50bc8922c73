// The model store: what goes in, what is refused with which sentence, and what is left behind (nothing).
#include <gmock/gmock.h>

#include <fstream>
#include <future>

#include "assets/model_store.h"
#include "mannequin/mannequin_file.h"
#include "math/rotation.h"
#include "temp_dir.h"
#include "vrm/load.h"
#include "vrm/vrma_writer.h"

namespace lead::server {
namespace {

using test::TempDir;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Bytes = std::vector<std::uint8_t>;

Bytes mannequin() {
  return {mannequinFile().begin(), mannequinFile().end()};
}

Bytes truncated() {
  Bytes bytes = mannequin();
  bytes.resize(bytes.size() / 2);
  return bytes;
}

struct StoreTest : testing::Test {
  TempDir directory;
  std::unique_ptr<ModelStore> store;

  void open(std::uint64_t maxUpload = limits::kUploadBytes, std::uint64_t maxStored = limits::kStoredBytes) {
    store.reset();
    StoreOptions options;
    options.directory = directory.path();
    options.maxUpload = maxUpload;
    options.maxStored = maxStored;
    store = std::make_unique<ModelStore>(options);
  }
  void SetUp() override { open(); }

  UploadPtr begin(const std::string& hash, std::uint64_t size) {
    auto begun = store->begin(hash, size);
    return std::holds_alternative<UploadPtr>(begun) ? std::move(std::get<UploadPtr>(begun)) : nullptr;
  }

  std::future<StoreResult> finish(UploadPtr upload) {
    auto promise = std::make_shared<std::promise<StoreResult>>();
    store->finish(std::move(upload), [promise](const StoreResult& result) { promise->set_value(result); });
    return promise->get_future();
  }

  StoreResult upload(const Bytes& bytes, std::string hash = {}) {
    if (hash.empty()) hash = sha256(bytes);
    auto begun = store->begin(hash, bytes.size());
    if (const auto* fault = std::get_if<StoreResult>(&begun)) return *fault;
    UploadPtr upload = std::move(std::get<UploadPtr>(begun));
    for (std::size_t at = 0; at < bytes.size(); at += limits::kChunkBytes) {
      const std::size_t count = std::min(limits::kChunkBytes, bytes.size() - at);
      StoreResult result = upload->append({bytes.data() + at, count});
      if (result.fault != StoreFault::none) return result;
    }
    return finish(std::move(upload)).get();
  }

  StoreResult find(const std::string& hash) {
    std::promise<StoreResult> promise;
    store->find(hash, [&](const StoreResult& result) { promise.set_value(result); });
    return promise.get_future().get();
  }

  Bytes download(const std::string& hash) {
    auto reader = store->open(hash);
    Bytes all;
    Bytes chunk(1000);
    while (const std::size_t count = reader->read(chunk))
      all.insert(all.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(count));
    EXPECT_EQ(all.size(), reader->size());
    return all;
  }
};

TEST_F(StoreTest, KeepsAGoodModelUnderItsHashAndGivesItBack) {
  const Bytes bytes = mannequin();
  const StoreResult result = upload(bytes);
  ASSERT_EQ(result.fault, StoreFault::none) << result.sentence;
  EXPECT_FALSE(result.model->model.name.empty());
  EXPECT_TRUE(result.model->model.rig->skeleton.has(Bone::leftHand));
  EXPECT_TRUE(store->has(sha256(bytes)));
  EXPECT_EQ(download(sha256(bytes)), bytes);
  EXPECT_THAT(directory.files(), ElementsAre(toHex(sha256(bytes)) + ".vrm"));
}

TEST_F(StoreTest, HashesAsSha256sumDoes) {
  const std::string text = "abc";
  const std::string hash = sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  EXPECT_EQ(toHex(hash), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hashFromHex(toHex(hash)), hash);
  EXPECT_FALSE(hashFromHex("../../../etc/passwd"));
}

TEST_F(StoreTest, LeavesNoFileOfAnAbortedUpload) {
  {
    const UploadPtr upload = begin(std::string(32, 'h'), 1000);
    ASSERT_TRUE(upload);
    const Bytes some(500);
    EXPECT_EQ(upload->append(some).fault, StoreFault::none);
    EXPECT_EQ(directory.files().size(), 1U);
  }
  EXPECT_THAT(directory.files(), IsEmpty());
}

TEST_F(StoreTest, RefusesAnIncompleteUpload) {
  UploadPtr upload = begin(std::string(32, 'h'), 1000);
  const StoreResult result = finish(std::move(upload)).get();
  EXPECT_EQ(result.fault, StoreFault::incomplete);
  EXPECT_THAT(result.sentence, HasSubstr("0 of 1000"));
  EXPECT_THAT(directory.files(), IsEmpty());
}

TEST_F(StoreTest, RefusesBytesThatDoNotHaveTheAnnouncedHash) {
  const StoreResult result = upload(mannequin(), std::string(32, 'h'));
  EXPECT_EQ(result.fault, StoreFault::wrongHash);
  EXPECT_FALSE(store->has(std::string(32, 'h')));
  EXPECT_THAT(directory.files(), IsEmpty());
}

TEST_F(StoreTest, RefusesWhatIsLargerThanTheLimitBeforeAnyByteArrives) {
  open(1000);
  const auto begun = store->begin(std::string(32, 'h'), 1001);
  ASSERT_TRUE(std::holds_alternative<StoreResult>(begun));
  EXPECT_EQ(std::get<StoreResult>(begun).fault, StoreFault::tooLarge);
  EXPECT_TRUE(begin(std::string(32, 'h'), 1000));
}

TEST_F(StoreTest, RefusesMoreBytesThanWereAnnounced) {
  const UploadPtr upload = begin(std::string(32, 'h'), 10);
  const Bytes bytes(11);
  EXPECT_EQ(upload->append(bytes).fault, StoreFault::tooLarge);
}

TEST_F(StoreTest, RefusesWhatIsNoHashAndWhatIsEmpty) {
  EXPECT_FALSE(begin("short", 10));
  EXPECT_FALSE(begin(std::string(32, 'h'), 0));
}

TEST_F(StoreTest, RefusesAFileThatIsNoModelWithASentenceAndKeepsNothing) {
  const std::string text = "This is a letter, not a model.";
  const StoreResult letter = upload({text.begin(), text.end()});
  EXPECT_EQ(letter.fault, StoreFault::notUsable);
  EXPECT_GT(letter.sentence.size(), 20U);
  EXPECT_THAT(letter.sentence, testing::EndsWith("]")) << "the fault's id, for programs";
  const StoreResult half = upload(truncated());
  EXPECT_EQ(half.fault, StoreFault::notUsable);
  EXPECT_GT(half.sentence.size(), 20U);
  EXPECT_NE(letter.sentence, half.sentence);
  EXPECT_FALSE(store->has(sha256(truncated())));
  EXPECT_THAT(directory.files(), IsEmpty());
}

TEST_F(StoreTest, ChecksTheSameModelOnceForAllWhoUploadItAtTheSameTime) {
  const Bytes bytes = mannequin();
  std::vector<UploadPtr> uploads;
  for (int i = 0; i < 8; ++i) {
    uploads.push_back(begin(sha256(bytes), bytes.size()));
    ASSERT_TRUE(uploads.back());
    ASSERT_EQ(uploads.back()->append(bytes).fault, StoreFault::none);
  }
  std::vector<std::future<StoreResult>> results;
  for (UploadPtr& upload : uploads) results.push_back(finish(std::move(upload)));
  StoredModelPtr first;
  for (auto& future : results) {
    const StoreResult result = future.get();
    ASSERT_EQ(result.fault, StoreFault::none) << result.sentence;
    if (!first) first = result.model;
    EXPECT_EQ(result.model, first) << "loaded once, shared by all";
  }
  EXPECT_EQ(directory.files().size(), 1U);
}

TEST_F(StoreTest, LimitsUploadsAtOnceAndTheirPlaceOnTheDisk) {
  std::vector<UploadPtr> uploads;
  while (UploadPtr upload = begin(std::string(32, 'h'), 10)) uploads.push_back(std::move(upload));
  EXPECT_EQ(uploads.size(), limits::kUploads);
  uploads.pop_back();
  EXPECT_TRUE(begin(std::string(32, 'h'), 10)) << "a place became free";
  uploads.clear();
  open(1000, 2500);
  const UploadPtr one = begin(std::string(32, 'a'), 1000);
  const UploadPtr two = begin(std::string(32, 'b'), 1000);
  EXPECT_TRUE(two);
  EXPECT_FALSE(begin(std::string(32, 'c'), 1000));
  EXPECT_TRUE(begin(std::string(32, 'c'), 500));
}

TEST_F(StoreTest, StillHasItsModelsAfterARestartAndChecksThemAgain) {
  const Bytes bytes = mannequin();
  ASSERT_EQ(upload(bytes).fault, StoreFault::none);
  open();
  EXPECT_TRUE(store->has(sha256(bytes)));
  const StoreResult found = find(sha256(bytes));
  ASSERT_EQ(found.fault, StoreFault::none) << found.sentence;
  EXPECT_EQ(find(sha256(bytes)).model, found.model);
}

TEST_F(StoreTest, ForgetsAStoredFileThatWasSpoilt) {
  const Bytes bytes = mannequin();
  ASSERT_EQ(upload(bytes).fault, StoreFault::none);
  std::fstream file(directory.path() / (toHex(sha256(bytes)) + ".vrm"),
                    std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(5000);
  file.put('!');
  file.close();
  open();
  EXPECT_EQ(find(sha256(bytes)).fault, StoreFault::notFound);
  EXPECT_FALSE(store->has(sha256(bytes)));
  EXPECT_THAT(directory.files(), IsEmpty());
  EXPECT_EQ(upload(bytes).fault, StoreFault::none) << "it can be uploaded again";
}

TEST_F(StoreTest, RemovesWhatACrashLeftButNotWhatAnotherServerIsWriting) {
  std::ofstream(directory.path() / "upload-old.part") << "left behind";
  const UploadPtr busy = begin(std::string(32, 'h'), 10);
  StoreOptions options;
  options.directory = directory.path();
  const ModelStore second(options);
  EXPECT_EQ(directory.files().size(), 1U);
  EXPECT_THAT(directory.files(), testing::Not(testing::Contains("upload-old.part")));
}

TEST_F(StoreTest, AlwaysHasABuiltInModelWithoutAFile) {
  const StoredModelPtr builtIn = store->addBuiltIn(mannequinFile());
  EXPECT_TRUE(store->has(builtIn->model.sha256));
  EXPECT_EQ(find(builtIn->model.sha256).model, builtIn);
  EXPECT_EQ(download(builtIn->model.sha256), mannequin());
  EXPECT_THAT(directory.files(), IsEmpty());
}

TEST_F(StoreTest, SaysInOneSentenceWhyADirectoryCanNotBeUsed) {
  std::ofstream(directory.path() / "file") << "no directory";
  StoreOptions options;
  options.directory = directory.path() / "file" / "below";
  try {
    const ModelStore bad(options);
    FAIL() << "should have thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr(options.directory.string()));
  }
}

TEST_F(StoreTest, DoesNotFindWhatItDoesNotHave) {
  EXPECT_EQ(find(std::string(32, 'x')).fault, StoreFault::notFound);
  EXPECT_EQ(store->open(std::string(32, 'x')), nullptr);
}

// ---- Motions

Bytes nodding(float seconds = 0.5F) {
  KeyedMotion nod;
  nod.name = "nod";
  nod.skeleton = loadModel(mannequin())->skeleton;
  nod.bones = bit(Bone::head);
  for (const float time : {0.0F, seconds}) {
    nod.times.push_back(time);
    nod.rotations.emplace_back(Pose::identities())[index(Bone::head)] = rotationX(time > 0.0F ? 0.5F : 0.0F);
  }
  return writeVrma(nod);
}

struct MotionStoreTest : StoreTest {
  StoreResult uploadMotion(const Bytes& bytes) {
    auto begun = store->begin(sha256(bytes), bytes.size(), FileKind::motion);
    if (const auto* fault = std::get_if<StoreResult>(&begun)) return *fault;
    UploadPtr upload = std::move(std::get<UploadPtr>(begun));
    EXPECT_EQ(upload->append(bytes).fault, StoreFault::none);
    return finish(std::move(upload)).get();
  }
  MotionResult findMotion(const Bytes& bytes, std::uint32_t animation = 0, bool loops = false) {
    std::promise<MotionResult> promise;
    store->findMotion({sha256(bytes), animation, loops},
                      [&](const MotionResult& result) { promise.set_value(result); });
    return promise.get_future().get();
  }
};

TEST_F(MotionStoreTest, AMotionIsKeptAlsoOverARestartAndMadeReadyOnce) {
  const Bytes nod = nodding();
  ASSERT_EQ(uploadMotion(nod).fault, StoreFault::none);
  open();
  EXPECT_TRUE(store->has(sha256(nod)));
  EXPECT_EQ(download(sha256(nod)), nod);
  const MotionResult once = findMotion(nod);
  ASSERT_TRUE(once.motion) << once.sentence;
  EXPECT_FLOAT_EQ(once.motion->clip.seconds, 0.5F);
  EXPECT_EQ(findMotion(nod).motion, once.motion) << "shared";
  EXPECT_NE(findMotion(nod, 0, true).motion, once.motion);
}

TEST_F(MotionStoreTest, WhatIsNoMotionIsRefusedAndNothingIsLeft) {
  Bytes broken = nodding();
  broken.resize(broken.size() - 20);
  EXPECT_EQ(uploadMotion(broken).fault, StoreFault::notUsable);
  const StoreResult model = uploadMotion(mannequin());
  EXPECT_EQ(model.fault, StoreFault::notUsable) << "it has no animation";
  EXPECT_THAT(model.sentence, HasSubstr("nimation"));
  const StoreResult endless = uploadMotion(nodding(700.0F));
  EXPECT_THAT(endless.sentence, HasSubstr("longer than 10 minutes"));
  EXPECT_FALSE(store->has(sha256(broken)));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST_F(MotionStoreTest, AMotionIsNoAvatarAndStaysAMotion) {
  const Bytes nod = nodding();
  ASSERT_EQ(uploadMotion(nod).fault, StoreFault::none);
  EXPECT_EQ(find(sha256(nod)).fault, StoreFault::notUsable);
  EXPECT_TRUE(findMotion(nod).motion);
}

TEST_F(MotionStoreTest, WhatIsNotThereIsSaid) {
  EXPECT_EQ(findMotion(nodding()).fault, StoreFault::notFound);
  const Bytes nod = nodding();
  uploadMotion(nod);
  EXPECT_THAT(findMotion(nod, 1).sentence, HasSubstr("The file has 1 animation that can be played."));
}

TEST_F(MotionStoreTest, AMotionMayHaveFiftyMegabytes) {
  const auto begun = store->begin(std::string(32, 'x'), 50'000'001, FileKind::motion);
  ASSERT_TRUE(std::holds_alternative<StoreResult>(begun));
  EXPECT_THAT(std::get<StoreResult>(begun).sentence, HasSubstr("motions of up to 50.0 MB"));
}

}  // namespace
}  // namespace lead::server
