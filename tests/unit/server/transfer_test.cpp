// Models up and down over real sockets, and the services beside: health, probe, ports.
#include <gmock/gmock.h>

#include <thread>

#include "assets/sha256.h"
#include "mannequin/mannequin_file.h"
#include "operations/probe.h"
#include "test_client.h"

namespace lead::server {
namespace {

using grpc::StatusCode;
using test::Client;
using test::TestServer;
using testing::HasSubstr;
using testing::IsEmpty;

using Bytes = std::vector<std::uint8_t>;

Bytes mannequin() {
  return {mannequinFile().begin(), mannequinFile().end()};
}

struct UploadPlan {
  Bytes bytes;
  std::string hash = sha256(bytes);
  std::uint64_t size = bytes.size();
  std::size_t stopAfter = SIZE_MAX;  ///< bytes
};

grpc::Status upload(Client& client, const UploadPlan& plan, v1::UploadModelResponse* response) {
  const auto context = client.context();
  const auto writer = client.assets->UploadModel(context.get(), response);
  v1::UploadModelRequest message;
  message.mutable_begin()->set_sha256(plan.hash);
  message.mutable_begin()->set_size(plan.size);
  bool going = writer->Write(message);
  const std::size_t end = std::min(plan.bytes.size(), plan.stopAfter);
  for (std::size_t at = 0; going && at < end; at += limits::kChunkBytes) {
    const auto* from = reinterpret_cast<const char*>(plan.bytes.data()) + at;
    message.set_chunk(from, std::min(limits::kChunkBytes, end - at));
    going = writer->Write(message);
  }
  writer->WritesDone();
  return writer->Finish();
}

grpc::Status upload(Client& client, const UploadPlan& plan) {
  v1::UploadModelResponse response;
  return upload(client, plan, &response);
}

TEST(Upload, OfAGoodModelIsAnsweredWithItsNameAndTheModelCanBeBroughtAndFetched) {
  // Not the server's own mannequin: it must come from disk. So this server gets to know it under a new hash.
  TestServer server;
  Client client(server);
  Bytes bytes = mannequin();
  const std::string json(bytes.begin(), bytes.end());
  const std::size_t place = json.find("\"generator\":\"");
  ASSERT_NE(place, std::string::npos);
  bytes[place + 13] = '#';
  v1::UploadModelResponse response;
  const grpc::Status status = upload(client, {bytes}, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.sha256(), sha256(bytes));
  EXPECT_FALSE(response.name().empty());
  EXPECT_EQ(server.server.stats().uploadsAccepted, 1U);

  v1::HasModelRequest ask;
  v1::HasModelResponse has;
  ask.set_sha256(sha256(bytes));
  ASSERT_TRUE(client.assets->HasModel(client.context().get(), ask, &has).ok());
  EXPECT_TRUE(has.present());
  EXPECT_TRUE(client.join("Ann", [&](auto& request) { request.set_avatar_sha256(sha256(bytes)); }).ok());

  v1::DownloadModelRequest fetch;
  fetch.set_sha256(sha256(bytes));
  const auto context = client.context();
  const auto reader = client.assets->DownloadModel(context.get(), fetch);
  v1::DownloadModelResponse part;
  ASSERT_TRUE(reader->Read(&part));
  EXPECT_EQ(part.begin().size(), bytes.size());
  Bytes got;
  while (reader->Read(&part)) {
    EXPECT_LE(part.chunk().size(), limits::kChunkBytes);
    got.insert(got.end(), part.chunk().begin(), part.chunk().end());
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(got, bytes);
}

TEST(Upload, OfABrokenModelTellsItsSenderAndNobodyElseNotices) {
  TestServer server;
  Client eve(server);
  eve.enter("Eve");
  const auto before = eve.awaitSnapshot([](const auto&) { return true; });
  Client client(server);
  Bytes half = mannequin();
  half.resize(half.size() / 2);
  const grpc::Status status = upload(client, {half});
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_GT(status.error_message().size(), 20U);
  EXPECT_EQ(server.server.stats().uploadsRefused, 1U);
  EXPECT_THAT(server.directory.files(), IsEmpty());
  const auto after = eve.awaitSnapshot([&](const auto& s) { return s.tick() > before->tick() + 5; });
  ASSERT_TRUE(after);
  EXPECT_EQ(after->info_version(), before->info_version());
}

TEST(Upload, ThatIsTooLargeWrongOrCutShortIsRefusedWithItsOwnCode) {
  TestServer server([](Options& options) { options.maxUpload = 2'000'000; });
  Client client(server);
  UploadPlan large{mannequin()};
  large.size = 2'000'001;
  EXPECT_EQ(upload(client, large).error_code(), StatusCode::RESOURCE_EXHAUSTED);
  UploadPlan wrong{mannequin()};
  wrong.hash = std::string(32, 'x');
  EXPECT_EQ(upload(client, wrong).error_code(), StatusCode::DATA_LOSS);
  UploadPlan cut{mannequin()};
  cut.stopAfter = 100'000;
  const grpc::Status status = upload(client, cut);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("100000 of"));
  EXPECT_EQ(server.server.stats().uploadsAborted, 1U);
  UploadPlan more{mannequin()};
  more.size = 1000;
  EXPECT_EQ(upload(client, more).error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(server.directory.files(), IsEmpty());
}

TEST(Upload, WhoseSenderIsGoneLeavesNothing) {
  TestServer server;
  {
    Client client(server);
    const auto context = client.context();
    v1::UploadModelResponse response;
    const auto writer = client.assets->UploadModel(context.get(), &response);
    v1::UploadModelRequest message;
    message.mutable_begin()->set_sha256(std::string(32, 'x'));
    message.mutable_begin()->set_size(1'000'000);
    writer->Write(message);
    message.set_chunk(std::string(1000, 'c'));
    writer->Write(message);
    while (server.directory.files().empty()) std::this_thread::yield();
    context->TryCancel();
    EXPECT_FALSE(writer->Finish().ok());
  }
  while (!server.directory.files().empty()) std::this_thread::yield();  // ends by the test's time limit
}

TEST(Upload, WithoutABeginningIsRefused) {
  TestServer server;
  Client client(server);
  const auto context = client.context();
  v1::UploadModelResponse response;
  const auto writer = client.assets->UploadModel(context.get(), &response);
  v1::UploadModelRequest message;
  message.set_chunk("abc");
  writer->Write(message);
  EXPECT_EQ(writer->Finish().error_code(), StatusCode::INVALID_ARGUMENT);
}

TEST(Upload, OfTheSameModelByManyAtOnceSucceedsForAll) {
  TestServer server;
  Bytes bytes = mannequin();
  const std::string json(bytes.begin(), bytes.end());
  bytes[json.find("\"generator\":\"") + 13] = '+';
  std::vector<std::thread> threads;
  std::atomic<int> succeeded{0};
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&] {
      Client client(server);
      if (upload(client, {bytes}).ok()) ++succeeded;
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(succeeded, 6);
  EXPECT_EQ(server.directory.files().size(), 1U);
}

TEST(Download, OfTheBuiltInAvatarIsAlwaysPossibleAndOfAnUnknownOneNot) {
  TestServer server;
  Client client(server);
  v1::DownloadModelRequest request;
  request.set_sha256(server.server.mannequinHash());
  auto context = client.context();
  auto reader = client.assets->DownloadModel(context.get(), request);
  Sha256 hash;
  v1::DownloadModelResponse part;
  while (reader->Read(&part)) {
    const std::string& chunk = part.chunk();
    hash.update({reinterpret_cast<const std::uint8_t*>(chunk.data()), chunk.size()});
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(hash.finish(), server.server.mannequinHash());
  request.set_sha256("unknown");
  context = client.context();
  reader = client.assets->DownloadModel(context.get(), request);
  EXPECT_FALSE(reader->Read(&part));
  EXPECT_EQ(reader->Finish().error_code(), StatusCode::NOT_FOUND);
}

TEST(Download, WhoseClientTakesNothingIsEndedAndItsPlaceIsFree) {
  TestServer server([](Options& options) {
    options.chunkWithin = std::chrono::seconds(2);
    options.caps.downloadsPerAddress = 1;
  });
  grpc::ChannelArguments small;
  small.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 16 * 1024);
  small.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  Client sleeper(server.server.address(), small);
  v1::DownloadModelRequest request;
  request.set_sha256(server.server.mannequinHash());
  Client eve(server);
  v1::HasModelResponse has;
  v1::HasModelRequest ask;
  ask.set_sha256(request.sha256());
  ASSERT_TRUE(eve.assets->HasModel(eve.context().get(), ask, &has).ok()) << "and is connected";
  const auto context = sleeper.context();
  const auto asleep = sleeper.assets->DownloadModel(context.get(), request);
  v1::DownloadModelResponse part;
  ASSERT_TRUE(asleep->Read(&part));
  const auto fetch = [&] {
    const auto call = eve.context();
    const auto reader = eve.assets->DownloadModel(call.get(), request);
    while (reader->Read(&part)) {
    }
    return reader->Finish();
  };
  EXPECT_EQ(fetch().error_code(), StatusCode::RESOURCE_EXHAUSTED);
  while (!fetch().ok())
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // ends by the test's time limit
  EXPECT_GE(server.server.stats().downloadsStalled, 1U);
  while (asleep->Read(&part)) {
  }
  EXPECT_FALSE(asleep->Finish().ok());
}

TEST(Health, IsServedAndProbed) {
  auto server = std::make_unique<TestServer>();
  const std::string address = server->server.address();
  Options options;
  options.probe = address;
  EXPECT_EQ(probe(options), "");
  server.reset();
  EXPECT_THAT(probe(options), HasSubstr(address));
}

TEST(Port, ThatIsTakenIsSaidInOneSentence) {
  TestServer first;
  try {
    TestServer second([&](Options& options) { options.port = first.server.port(); });
    FAIL() << "both listen on one port";
  } catch (const StartError& error) {
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(first.server.port()) + ": the port is in use."));
  }
}

}  // namespace
}  // namespace lead::server
