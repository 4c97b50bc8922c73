// Options, configuration file, histograms, and the small parts of the gateway.
#include <gmock/gmock.h>

#include <fstream>

#include "gateway/address_book.h"
#include "gateway/outbox.h"
#include "operations/histogram.h"
#include "operations/options.h"
#include "operations/stats.h"
#include "operations/token_bucket.h"
#include "temp_dir.h"

namespace lead::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::variant<Options, ExitNow> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "lead-server");
  return parseOptions(static_cast<int>(arguments.size()), arguments.data());
}

Options good(std::vector<const char*> arguments) {
  const auto parsed = parse(std::move(arguments));
  if (const auto* exit = std::get_if<ExitNow>(&parsed)) {
    ADD_FAILURE() << exit->text;
    return {};
  }
  return std::get<Options>(parsed);
}

std::string refused(std::vector<const char*> arguments) {
  const auto parsed = parse(std::move(arguments));
  const auto* exit = std::get_if<ExitNow>(&parsed);
  if (exit == nullptr || exit->code == 0) return "not refused";
  EXPECT_EQ(std::count(exit->text.begin(), exit->text.end(), '\n'), 1) << "one sentence: " << exit->text;
  return exit->text;
}

TEST(Options, HaveSensibleDefaults) {
  const Options options = good({});
  EXPECT_EQ(options.host, "127.0.0.1");
  EXPECT_EQ(options.port, 7400);
  EXPECT_THAT(options.rooms, ElementsAre("lobby"));
  EXPECT_EQ(options.tickRate, 60);
  EXPECT_EQ(options.snapshotRate, 30);
  EXPECT_EQ(options.maxUpload, 100'000'000U);
  EXPECT_FALSE(options.probe);
  EXPECT_FALSE(options.data.empty());
}

TEST(Options, AreTakenFromTheCommandLine) {
  const Options options = good({"--listen", "[::1]:0", "--room", "a", "--room", "b", "--max-upload", "20 MB",
                                "--snapshot-rate", "60", "--data", "/x", "--log-stats", "2.5"});
  EXPECT_EQ(options.host, "::1");
  EXPECT_EQ(options.port, 0);
  EXPECT_THAT(options.rooms, ElementsAre("a", "b"));
  EXPECT_EQ(options.maxUpload, 20'000'000U);
  EXPECT_EQ(options.snapshotRate, 60);
  EXPECT_EQ(options.data, "/x");
  EXPECT_EQ(options.logStats, 2.5);
}

TEST(Options, GiveRoomsTheirSpacesAndAvatarsTheirWalks) {
  const Options options =
      good({"--room", "hall", "--space", "hall=a=b.json", "--walk", "walk.vrma", "--walk", "run.glb"});
  EXPECT_EQ(options.spaces.at("hall"), "a=b.json");
  EXPECT_THAT(options.walks, ElementsAre("walk.vrma", "run.glb"));
  EXPECT_THAT(refused({"--space", "lobby"}), HasSubstr("ROOM=FILE"));
  EXPECT_THAT(refused({"--space", "attic=a.json"}), HasSubstr("attic"));
}

TEST(Options, ProbeHasAnAddressOrTheDefaultOne) {
  EXPECT_EQ(good({"--probe"}).probe, "127.0.0.1:7400");
  EXPECT_EQ(good({"--probe", "localhost:1234"}).probe, "localhost:1234");
}

TEST(Options, OutOfRangeAreRefusedInOneSentence) {
  EXPECT_THAT(refused({"--listen", "nonsense"}), HasSubstr("HOST:PORT"));
  EXPECT_THAT(refused({"--listen", "127.0.0.1:70000"}), HasSubstr("HOST:PORT"));
  EXPECT_THAT(refused({"--room", "a/b"}), HasSubstr("letters"));
  EXPECT_THAT(refused({"--tick-rate", "0"}), HasSubstr("tick-rate"));
  EXPECT_THAT(refused({"--snapshot-rate", "61"}), HasSubstr("snapshot-rate"));
  EXPECT_THAT(refused({"--tick-rate", "20", "--snapshot-rate", "30"}), HasSubstr("snapshot rate"));
  EXPECT_THAT(refused({"--max-upload", "0"}), HasSubstr("max-upload"));
  EXPECT_THAT(refused({"--log-level", "loud"}), HasSubstr("log-level"));
  EXPECT_THAT(refused({"--nonsense"}), HasSubstr("nonsense"));
}

TEST(Options, OfWhatAnOperatorChanges) {
  const Options options =
      good({"--max-participants", "1300", "--max-avatars", "200", "--max-rooms", "2", "--max-per-address",
            "1200", "--join-rate", "500", "--call-rate", "1000.5", "--max-uploads-per-address", "3",
            "--client-rate", "256000", "--udp-port", "7401"});
  EXPECT_EQ(options.caps.participants, 1300U);
  EXPECT_EQ(options.caps.avatars, 200U);
  EXPECT_EQ(options.caps.rooms, 2U);
  EXPECT_EQ(options.caps.perAddress, 1200U);
  EXPECT_EQ(options.caps.joinRate, 500.0);
  EXPECT_EQ(options.caps.callRate, 1000.5);
  EXPECT_EQ(options.caps.uploadsPerAddress, 3U);
  EXPECT_EQ(options.clientRate, 256'000U);
  EXPECT_EQ(options.udpPort, 7401);
  EXPECT_TRUE(options.udp);
  EXPECT_FALSE(good({}).udpPort) << "as the TCP port";
  EXPECT_FALSE(good({"--no-udp"}).udp);
  EXPECT_THAT(refused({"--max-avatars", "1025"}), HasSubstr("max-avatars"));
  EXPECT_THAT(refused({"--max-participants", "0"}), HasSubstr("max-participants"));
  EXPECT_THAT(refused({"--client-rate", "63999"}), HasSubstr("client-rate"));
  EXPECT_THAT(refused({"--client-rate", "10000001"}), HasSubstr("client-rate"));
  EXPECT_THAT(refused({"--join-rate", "0"}), HasSubstr("join-rate"));
  EXPECT_THAT(refused({"--udp-port", "70000"}), HasSubstr("udp-port"));
  EXPECT_THAT(refused({"--udp-port", "1", "--no-udp"}), HasSubstr("UDP"));
}

TEST(Options, OfTlsComeInPairsAndThoseOfAProbeWithAProbe) {
  EXPECT_EQ(good({"--tls-cert", "c", "--tls-key", "k"}).tlsKey, "k");
  EXPECT_THAT(refused({"--tls-cert", "c"}), HasSubstr("--tls-key"));
  EXPECT_THAT(refused({"--tls-key", "k"}), HasSubstr("--tls-cert"));
  EXPECT_TRUE(good({"--probe", "a:1", "--tls"}).probeTls);
  EXPECT_TRUE(good({"--probe", "a:1", "--ca", "f"}).probeTls);
  EXPECT_THAT(refused({"--tls"}), HasSubstr("--probe"));
}

TEST(Options, ATokenKeyLetsOthersReachTheServer) {
  const Options options = good({"--listen", "0.0.0.0:7400", "--token-key", "a", "--token-key", "b"});
  EXPECT_THAT(options.tokenKeys, ElementsAre("a", "b"));
  std::vector<const char*> many;
  for (int i = 0; i < 17; ++i) many.insert(many.end(), {"--token-key", "a"});
  EXPECT_THAT(refused(many), HasSubstr("16"));
}

TEST(Options, AddressThatOthersReachNeedsTheWordInsecure) {
  EXPECT_THAT(refused({"--listen", "0.0.0.0:7400"}), HasSubstr("--insecure"));
  EXPECT_THAT(refused({"--listen", "0.0.0.0:7400", "--tls-cert", "c", "--tls-key", "k"}),
              HasSubstr("--token-key"));
  EXPECT_THAT(refused({"--listen", "192.168.1.5:7400"}), HasSubstr("--insecure"));
  EXPECT_THAT(refused({"--listen", "[::]:7400"}), HasSubstr("--insecure"));
  EXPECT_TRUE(good({"--listen", "0.0.0.0:7400", "--insecure"}).insecure);
  EXPECT_EQ(good({"--listen", "localhost:7400"}).host, "localhost");
  EXPECT_EQ(good({"--listen", "127.0.0.2:7400"}).host, "127.0.0.2");
}

struct ConfigFile : testing::Test {
  test::TempDir directory;
  std::string path = (directory.path() / "lead.toml").string();
  const char* write(const std::string& text) {
    std::ofstream(path) << text;
    return path.c_str();
  }
};

TEST_F(ConfigFile, GivesWhatTheCommandLineDoesNot) {
  const char* file =
      write("listen = \"127.0.0.1:9000\"\nroom = [\"a\", \"b\"]\ntick-rate = 90\nlog-stats = 1.5\n");
  const Options options = good({"--config", file, "--tick-rate", "120"});
  EXPECT_EQ(options.port, 9000);
  EXPECT_THAT(options.rooms, ElementsAre("a", "b"));
  EXPECT_EQ(options.tickRate, 120);
  const Options more =
      good({"--config", write("no-udp = true\nmax-avatars = 300\ntoken-key = [\"a\", \"b\"]\n"
                              "tls-cert = \"c\"\ntls-key = \"k\"\njoin-rate = 2.5\n")});
  EXPECT_FALSE(more.udp);
  EXPECT_EQ(more.caps.avatars, 300U);
  EXPECT_EQ(more.caps.joinRate, 2.5);
  EXPECT_THAT(more.tokenKeys, ElementsAre("a", "b"));
  EXPECT_EQ(more.tlsCertificate, "c");
  EXPECT_EQ(options.logStats, 1.5);
}

TEST_F(ConfigFile, ThatIsWrongIsRefusedInOneSentence) {
  EXPECT_THAT(refused({"--config", "/nowhere/lead.toml"}), HasSubstr("/nowhere/lead.toml"));
  EXPECT_THAT(refused({"--config", write("room = [\"a\"\nx")}), HasSubstr("line"));
  EXPECT_THAT(refused({"--config", write("nonsense = 1")}), HasSubstr("nonsense"));
  EXPECT_THAT(refused({"--config", write("tick-rate = \"fast\"")}), HasSubstr("tick-rate"));
  EXPECT_THAT(refused({"--config", write("[room]\na = 1")}), HasSubstr("room"));
}

TEST(Histogram, GivesQuantilesToWithinATenth) {
  Histogram histogram;
  for (int i = 1; i <= 1000; ++i) histogram.record(i * 1e-5);
  const auto summary = histogram.summary();
  EXPECT_EQ(summary.count, 1000U);
  EXPECT_NEAR(summary.p50, 5e-3, 5e-4);
  EXPECT_NEAR(summary.p99, 9.9e-3, 1e-3);
  EXPECT_DOUBLE_EQ(summary.most, 1e-2);
}

TEST(Histogram, BeginsAnewWhenTaken) {
  Histogram histogram;
  histogram.record(-1.0);
  histogram.record(1e9);
  EXPECT_EQ(histogram.take().count, 2U);
  EXPECT_EQ(histogram.take().count, 0U);
  EXPECT_EQ(histogram.take().p99, 0.0);
}

TEST(Report, NamesEveryDisconnectReason) {
  Stats stats;
  stats.countDisconnect(Disconnect::flood);
  const std::string report = takeReport(stats);
  EXPECT_THAT(report, HasSubstr("flood 1"));
  for (const char* reason : {"shutdown 0", "left 0", "malformed 0", "too_slow 0", "replaced 0", "silent 0"})
    EXPECT_THAT(report, HasSubstr(reason));
}

TEST(TokenBucket, AllowsABurstAndThenTheRate) {
  using Clock = TokenBucket::Clock;
  Clock::time_point now{};
  TokenBucket bucket(10.0, 5.0, now);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(bucket.take(now));
  EXPECT_FALSE(bucket.take(now));
  now += std::chrono::milliseconds(101);
  EXPECT_TRUE(bucket.take(now));
  EXPECT_FALSE(bucket.take(now));
  now += std::chrono::hours(1);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(bucket.take(now));
  EXPECT_FALSE(bucket.take(now)) << "no more than the burst is ever saved up";
}

TEST(AddressBook, LimitsEachAddressAndAllTogether) {
  AddressBook book(3, 2);
  auto one = book.take("a");
  auto two = book.take("a");
  EXPECT_TRUE(two);
  EXPECT_FALSE(book.take("a"));
  auto three = book.take("b");
  EXPECT_TRUE(three);
  EXPECT_FALSE(book.take("c"));
  one.reset();
  EXPECT_TRUE(book.take("c"));
}

std::string text(const std::optional<grpc::ByteBuffer>& buffer) {
  if (!buffer) return "none";
  grpc::Slice slice;
  EXPECT_TRUE(buffer->DumpToSingleSlice(&slice).ok());
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

grpc::ByteBuffer buffer(const std::string& of) {
  const grpc::Slice slice(of);
  return grpc::ByteBuffer(&slice, 1);
}

TEST(Outbox, KeepsEventsInOrderAndOfStatesTheNewest) {
  Outbox outbox;
  EXPECT_FALSE(outbox.setSnapshot(buffer("snapshot 1")));
  outbox.addEvent(buffer("event 1"));
  EXPECT_TRUE(outbox.setSnapshot(buffer("snapshot 2")));
  outbox.setInfo(buffer("info 1"));
  outbox.addEvent(buffer("event 2"));
  outbox.setInfo(buffer("info 2"));
  EXPECT_EQ(text(outbox.pop()), "info 2");
  EXPECT_EQ(text(outbox.pop()), "event 1");
  EXPECT_EQ(text(outbox.pop()), "event 2");
  EXPECT_EQ(text(outbox.pop()), "snapshot 2");
  EXPECT_EQ(text(outbox.pop()), "none");
}

TEST(Outbox, IsBounded) {
  Outbox outbox;
  for (std::size_t i = 0; i < limits::kOutboxEvents; ++i) EXPECT_TRUE(outbox.addEvent(buffer("e")));
  EXPECT_FALSE(outbox.addEvent(buffer("e")));
  outbox.closeWith(buffer("goodbye"));
  EXPECT_EQ(text(outbox.pop()), "goodbye");
  EXPECT_EQ(text(outbox.pop()), "none");
}

}  // namespace
}  // namespace lead::server
