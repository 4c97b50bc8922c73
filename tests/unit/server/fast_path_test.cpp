// The whole server and a client that speaks datagrams to it, byte by byte: which path snapshots take, and
// what a session's end means.
#include <gmock/gmock.h>

#include <asio/io_context.hpp>
#include <asio/ip/udp.hpp>
#include <thread>

#include "gateway/room_host.h"
#include "operations/limits.h"
#include "test_client.h"
#include "wire/input_payload.h"
#include "wire/sealed.h"

namespace lead::server {
namespace {

using test::Client;
using test::TestServer;
using Bytes = std::vector<std::uint8_t>;
using Clock = std::chrono::steady_clock;
using Udp = asio::ip::udp;

wire::Key keyOf(const std::string& bytes) {
  wire::Key key{};
  EXPECT_EQ(bytes.size(), key.size());
  std::copy_n(bytes.begin(), key.size(), key.begin());
  return key;
}

/// A session's datagrams. Blocking, with limits.
class FastPath {
 public:
  FastPath(TestServer& server, const v1::Udp& udp)
      : socket_(io_, Udp::endpoint(asio::ip::address_v4::loopback(), 0)),
        to_(asio::ip::address_v4::loopback(),
            static_cast<std::uint16_t>(udp.port() != 0 ? udp.port() : server.server.port())),
        sealer_(udp.session(), keyOf(udp.key_to_server())),
        opener_(keyOf(udp.key_to_client())) {
    socket_.non_blocking(true);
  }

  void send(const Bytes& payload) {
    Bytes datagram(wire::kDatagramBytes);
    datagram.resize(sealer_.seal(payload, datagram));
    socket_.send_to(asio::buffer(datagram), to_);
  }
  void sendInput(std::uint32_t sequence, std::optional<wire::InputHand> hand = {},
                 std::uint32_t seenTick = 0) {
    Bytes payload;
    wire::writeInput(inputOf(sequence, hand, seenTick), payload);
    send(payload);
  }
  wire::InputPayload inputOf(std::uint32_t sequence, std::optional<wire::InputHand> hand = {},
                             std::uint32_t seenTick = 0) {
    wire::InputPayload payload;
    payload.acks = receiver_.acks();
    wire::InputSample sample;
    sample.sequence = sequence;
    sample.seenTick = seenTick;
    sample.headPosition = glm::vec3(0.0F, 1.6F, 2.0F);
    sample.hands[0] = hand;
    payload.samples = {sample};
    return payload;
  }
  /// Anything but challenges, which it answers.
  std::optional<Bytes> receive(std::chrono::milliseconds within = std::chrono::seconds(5)) {
    Bytes datagram(2000);
    const auto limit = Clock::now() + within;
    while (Clock::now() < limit) {
      asio::error_code error;
      const std::size_t size = socket_.receive(asio::buffer(datagram), 0, error);
      if (error) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      Bytes payload(wire::kPayloadBytes);
      std::size_t opened = 0;
      if (opener_.open(std::span(datagram).first(size), payload, opened) != wire::Opener::Result::good)
        continue;
      payload.resize(opened);
      wire::Challenge challenge;
      if (!wire::readChallenge(payload, challenge)) return payload;
      Bytes answer;
      wire::writeChallengeAnswer(challenge, answer);
      send(answer);
    }
    return std::nullopt;
  }
  /// The first snapshot that comes by datagram; inputs go until then, as some may come before the stream's
  /// hello.
  std::optional<wire::ReceivedSnapshot> begin(std::uint32_t& sequence) {
    for (int i = 0; i < 100; ++i) {
      sendInput(++sequence);
      if (auto first = snapshot(std::chrono::milliseconds(50))) return first;
    }
    return std::nullopt;
  }
  std::optional<wire::ReceivedSnapshot> snapshot(std::chrono::milliseconds within = std::chrono::seconds(5)) {
    const auto limit = Clock::now() + within;
    while (Clock::now() < limit) {
      const auto payload = receive(within);
      wire::ReceivedSnapshot received;
      if (payload && receiver_.receive(*payload, received) == wire::SnapshotReceiver::Result::good)
        return received;
    }
    return std::nullopt;
  }

 private:
  asio::io_context io_;
  Udp::socket socket_;
  Udp::endpoint to_;
  wire::Sealer sealer_;
  wire::Opener opener_;
  wire::SnapshotReceiver receiver_;
};

void playWithPayloads(Client& client, const std::string& room = "lobby") {
  client.open();
  v1::ClientMessage message;
  auto* hello = message.mutable_hello();
  hello->set_room(room);
  hello->set_participant(client.joined.participant());
  hello->set_resume_secret(client.joined.resume_secret());
  hello->set_payloads(true);
  client.send(message);
}

bool await(const std::function<bool()>& condition) {
  const auto limit = Clock::now() + std::chrono::seconds(5);
  while (!condition() && Clock::now() < limit) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return condition();
}

TEST(FastPath, JoiningOffersIt) {
  TestServer server;
  Client ann(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  ASSERT_TRUE(ann.joined.has_udp());
  EXPECT_NE(ann.joined.udp().session(), 0U);
  EXPECT_NE(ann.joined.udp().key_to_server(), ann.joined.udp().key_to_client());
  TestServer without([](Options& options) { options.udp = false; });
  Client ben(without);
  ASSERT_TRUE(ben.join("Ben").ok());
  EXPECT_FALSE(ben.joined.has_udp());
}

TEST(FastPath, AnswersAProbeOfTheSameSize) {
  TestServer server;
  Client ann(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  FastPath path(server, ann.joined.udp());
  Bytes ping;
  wire::writePing({12.5, wire::kPayloadBytes}, ping);
  path.send(ping);
  const auto answer = path.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->size(), wire::kPayloadBytes);
  wire::Pong pong;
  ASSERT_TRUE(wire::readPong(*answer, pong));
  EXPECT_EQ(pong.clientTime, 12.5);
}

TEST(FastPath, SnapshotsTakeThePathOfTheNewestInput) {
  TestServer server;
  Client ann(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  FastPath path(server, ann.joined.udp());
  playWithPayloads(ann);
  ASSERT_TRUE(ann.awaitSnapshot([](const auto&) { return true; })) << "all there is, on the stream";
  ASSERT_TRUE(ann.await([](const auto& m) { return m.has_payloads(); })) << "the stream, until UDP is known";

  std::uint32_t sequence = 0;
  const auto first = path.begin(sequence);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->avatars.size(), 1U);
  path.sendInput(++sequence);
  const auto next = path.snapshot();
  ASSERT_TRUE(next);
  EXPECT_GT(next->header.tick, first->header.tick);

  v1::ClientMessage message;
  Bytes payload;
  wire::writeInput(path.inputOf(++sequence), payload);
  message.set_payload(payload.data(), payload.size());
  ann.send(message);
  ASSERT_TRUE(ann.await([](const auto& m) { return m.has_payloads(); }));
  while (path.receive(std::chrono::milliseconds(100))) {
  }
  EXPECT_FALSE(path.receive(std::chrono::milliseconds(200)));
}

TEST(FastPath, GoesBackToTheStreamWhenNothingComesByUdp) {
  TestServer server;
  Client ann(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  FastPath path(server, ann.joined.udp());
  playWithPayloads(ann);
  std::uint32_t sequence = 0;
  ASSERT_TRUE(path.begin(sequence));
  EXPECT_TRUE(ann.await([](const auto& m) { return m.has_payloads(); }));
}

TEST(FastPath, TakesAHandAndOthersSeeIt) {
  TestServer server;
  Client ann(server);
  Client ben(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  ben.enter("Ben");
  FastPath path(server, ann.joined.udp());
  playWithPayloads(ann);
  std::uint32_t sequence = 0;
  const auto seen = path.begin(sequence);
  ASSERT_TRUE(seen);
  wire::InputHand hand;
  hand.heldAvatar = seen->avatars[0].id;
  hand.position = glm::vec3(0.0F, 1.0F, 0.0F);
  hand.grabbedPoint = glm::vec3(0.0F);
  hand.rayOrigin = glm::vec3(0.0F, 1.5F, 2.0F);
  // Along a ray the wanted target must be on the hand: it is where the avatar's arm hangs.
  const auto snapshot = ben.awaitSnapshot([](const auto&) { return true; });
  ASSERT_TRUE(snapshot);
  std::thread sending([&] {
    for (int i = 0; i < 100; ++i) {
      for (const float x : {0.2F, 0.25F, 0.3F, 0.35F}) {
        for (const float y : {0.7F, 0.8F, 0.9F}) {
          hand.position = glm::vec3(x, y, 0.0F);
          path.sendInput(++sequence, i % 2 == 0 ? std::optional(hand) : std::nullopt, seen->header.tick);
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          if (server.server.stats().holdsTaken > 0) return;
        }
      }
    }
  });
  sending.join();
  ASSERT_GT(server.server.stats().holdsTaken, 0U);
  const auto held = ben.awaitSnapshot(
      [&](const v1::Snapshot& s) { return s.avatars(0).left().holder() == ann.joined.participant(); });
  EXPECT_TRUE(held) << "who asks for full states gets them as ever";
}

TEST(FastPath, AStragglerOfAnEarlierSessionChangesNothing) {
  TestServer server;
  Client ann(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  FastPath before(server, ann.joined.udp());
  playWithPayloads(ann);
  std::uint32_t sequence = 0;
  ASSERT_TRUE(before.begin(sequence));
  const std::string secret = ann.joined.resume_secret();
  ann.cancel();
  Client again(server);
  ASSERT_TRUE(again.join("Ann", [&](auto& request) { request.set_resume_secret(secret); }).ok());
  EXPECT_TRUE(again.joined.resumed());
  FastPath after(server, again.joined.udp());
  playWithPayloads(again);
  ASSERT_TRUE(after.begin(sequence));
  const auto strange = server.server.stats().strangeDatagrams.load();
  const auto inputs = server.server.stats().inputs.load();
  before.sendInput(1000);
  EXPECT_TRUE(await([&] { return server.server.stats().strangeDatagrams == strange + 1; }));
  EXPECT_EQ(server.server.stats().inputs, inputs);
}

TEST(FastPath, WhatMakesNoSenseCostsOnlyItself) {
  TestServer server;
  Client ann(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  FastPath path(server, ann.joined.udp());
  playWithPayloads(ann);
  path.send({99, 1, 2, 3});
  path.send({2});
  path.send(Bytes(wire::kPayloadBytes, 0xFF));
  EXPECT_TRUE(await([&] { return server.server.stats().malformedPayloads == 3; }));
  std::uint32_t sequence = 0;
  EXPECT_TRUE(path.begin(sequence));
}

TEST(FastPath, TheStreamsEndEndsIt) {
  TestServer server;
  Client ann(server);
  ASSERT_TRUE(ann.join("Ann").ok());
  FastPath path(server, ann.joined.udp());
  playWithPayloads(ann);
  std::uint32_t sequence = 0;
  ASSERT_TRUE(path.begin(sequence));
  v1::LeaveRequest leave;
  leave.set_room("lobby");
  leave.set_participant(ann.joined.participant());
  leave.set_resume_secret(ann.joined.resume_secret());
  v1::LeaveResponse response;
  ASSERT_TRUE(ann.sessions->Leave(ann.context().get(), leave, &response).ok());
  const auto strange = server.server.stats().strangeDatagrams.load();
  path.sendInput(++sequence);
  EXPECT_TRUE(await([&] { return server.server.stats().strangeDatagrams > strange; }));
}

}  // namespace
}  // namespace lead::server
