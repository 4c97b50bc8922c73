// The UDP endpoint with real sockets: who gets an answer, and what can't do harm.
#include "udp/udp_endpoint.h"

#include <gmock/gmock.h>
#include <sodium/core.h>

#include <asio/io_context.hpp>
#include <atomic>
#include <deque>
#include <thread>

namespace lead::server {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Clock = std::chrono::steady_clock;
using Udp = asio::ip::udp;

Bytes bytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

/// Blocking, with a limit.
class Peer {
 public:
  explicit Peer(std::uint16_t server)
      : socket_(io_, Udp::endpoint(asio::ip::address_v4::loopback(), 0)),
        server_(asio::ip::address_v4::loopback(), server) {
    socket_.non_blocking(true);
  }
  void send(const Bytes& datagram) { socket_.send_to(asio::buffer(datagram), server_); }
  std::optional<Bytes> receive(std::chrono::milliseconds within = std::chrono::seconds(5)) {
    Bytes datagram(2000);
    const auto limit = Clock::now() + within;
    while (Clock::now() < limit) {
      asio::error_code error;
      const std::size_t size = socket_.receive(asio::buffer(datagram), 0, error);
      if (!error) {
        datagram.resize(size);
        return datagram;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }

 private:
  asio::io_context io_;
  Udp::socket socket_;
  Udp::endpoint server_;
};

/// Answers "echo ..." with the same.
class UdpEndpointTest : public testing::Test {
 protected:
  UdpEndpointTest() {
    EXPECT_GE(sodium_init(), 0);
    endpoint->start();
    session = endpoint->open([this](UdpSession& from, std::span<const std::uint8_t> payload) {
      ++handled;
      endpoint->send(from, payload);
    });
    sealer.emplace(session->id(), session->keyToServer());
    opener.emplace(session->keyToClient());
  }
  ~UdpEndpointTest() override {
    endpoint->stop();
    pool.join();
  }

  Bytes sealed(const Bytes& payload) {
    Bytes datagram(wire::kDatagramBytes);
    datagram.resize(sealer->seal(payload, datagram));
    return datagram;
  }
  std::optional<Bytes> opened(const std::optional<Bytes>& datagram) {
    if (!datagram) return std::nullopt;
    Bytes payload(wire::kPayloadBytes);
    std::size_t size = 0;
    if (opener->open(*datagram, payload, size) != wire::Opener::Result::good) return std::nullopt;
    payload.resize(size);
    return payload;
  }
  /// What it gets but challenges, which it answers.
  std::optional<Bytes> heard(Peer& peer) {
    while (const auto payload = opened(peer.receive())) {
      wire::Challenge challenge;
      if (!wire::readChallenge(*payload, challenge)) return payload;
      answer(peer, challenge);
    }
    return std::nullopt;
  }
  void answer(Peer& peer, const wire::Challenge& challenge) {
    Bytes payload;
    wire::writeChallengeAnswer(challenge, payload);
    peer.send(sealed(payload));
  }
  void settle(Peer& peer) {
    peer.send(sealed(bytesOf("hello")));
    ASSERT_EQ(heard(peer), bytesOf("hello"));
    ASSERT_TRUE(await([&] { return !session->challenge(); }));
  }
  static bool await(const std::function<bool()>& condition) {
    const auto limit = Clock::now() + std::chrono::seconds(5);
    while (!condition() && Clock::now() < limit) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return condition();
  }

  asio::thread_pool pool{2};
  Stats stats;
  std::shared_ptr<UdpEndpoint> endpoint = std::make_shared<UdpEndpoint>(pool, "127.0.0.1", 0, stats);
  std::atomic<int> handled{0};
  UdpSessionPtr session;
  std::optional<wire::Sealer> sealer;
  std::optional<wire::Opener> opener;
};

TEST_F(UdpEndpointTest, AnswersWhoHasAKey) {
  Peer peer(endpoint->port());
  peer.send(sealed(bytesOf("hello")));
  EXPECT_EQ(heard(peer), bytesOf("hello"));
}

TEST_F(UdpEndpointTest, GivesStrangersNoAnswer) {
  Peer peer(endpoint->port());
  peer.send({});
  peer.send(bytesOf("who are you?"));
  peer.send(Bytes(1500, 1));
  Bytes foreign = sealed(bytesOf("hello"));
  foreign[0] ^= 1U;  // another session
  peer.send(foreign);
  Bytes altered = sealed(bytesOf("hello"));
  altered.back() ^= 1U;
  peer.send(altered);
  Bytes truncated = sealed(bytesOf("hello"));
  truncated.pop_back();
  peer.send(truncated);
  EXPECT_TRUE(await([&] { return stats.strangeDatagrams == 6; })) << stats.strangeDatagrams;
  EXPECT_FALSE(peer.receive(std::chrono::milliseconds(50)));
  EXPECT_EQ(handled, 0);
}

TEST_F(UdpEndpointTest, AReplayedDatagramChangesNothing) {
  Peer peer(endpoint->port());
  const Bytes datagram = sealed(bytesOf("hello"));
  for (int i = 0; i < 3; ++i) peer.send(datagram);
  EXPECT_TRUE(await([&] { return stats.replayedDatagrams == 2; }));
  EXPECT_EQ(handled, 1);
}

TEST_F(UdpEndpointTest, FollowsItsClientToAnotherAddressButNotAStraggler) {
  Peer wifi(endpoint->port());
  Peer mobile(endpoint->port());
  const Bytes early = sealed(bytesOf("early"));
  wifi.send(sealed(bytesOf("at home")));
  EXPECT_TRUE(heard(wifi));
  mobile.send(sealed(bytesOf("on the road")));
  EXPECT_EQ(heard(mobile), bytesOf("on the road"));
  wifi.send(early);  // overtaken; it is new, so it is handled, and answered to where the client is now
  EXPECT_EQ(heard(mobile), bytesOf("early"));
}

TEST_F(UdpEndpointTest, AForgedAddressGetsLittle) {
  Peer victim(endpoint->port());  // who owns the key forges its address, and it answers nothing
  std::size_t sent = 0;
  for (int i = 0; i < 5; ++i) {
    const Bytes datagram = sealed(bytesOf("send it everything"));
    sent += datagram.size();
    victim.send(datagram);
  }
  ASSERT_TRUE(await([&] { return handled == 5; }));
  {
    UdpEndpoint::Batch batch(*endpoint);
    for (int i = 0; i < 20; ++i) batch.add(*session, Bytes(100, 1));
  }
  std::size_t received = 0;
  while (const auto datagram = victim.receive(std::chrono::milliseconds(100))) received += datagram->size();
  EXPECT_GT(received, sent);
  EXPECT_LE(received, 3 * sent);
  EXPECT_GT(stats.datagramsUnsent, 0U);
}

TEST_F(UdpEndpointTest, OnlyTheRightAnswerFromThatAddressProvesIt) {
  Peer peer(endpoint->port());
  Peer accomplice(endpoint->port());
  peer.send(sealed(bytesOf("hello")));
  const auto payload = opened(peer.receive());
  wire::Challenge challenge;
  ASSERT_TRUE(payload && wire::readChallenge(*payload, challenge));
  answer(peer, {challenge.value + 1});
  peer.send(sealed(bytesOf("done")));
  ASSERT_TRUE(await([&] { return handled == 2; }));
  ASSERT_TRUE(session->challenge());
  EXPECT_EQ(session->challenge()->value, challenge.value) << "one that is asked again";
  answer(accomplice, challenge);  // has moved there by that, so another number counts
  ASSERT_TRUE(await([&] { return session->challenge()->value != challenge.value; }));
  answer(peer, challenge);
  peer.send(sealed(bytesOf("done")));
  ASSERT_TRUE(await([&] { return handled == 3; }));
  EXPECT_TRUE(session->challenge());
}

TEST_F(UdpEndpointTest, WhatIsSentGoesToTheProvedAddressUntilTheNewOneIs) {
  Peer home(endpoint->port());
  Peer away(endpoint->port());  // or who copies datagrams on their way, and is quicker
  settle(home);
  const auto sendOne = [&](const Bytes& payload) {
    UdpEndpoint::Batch batch(*endpoint);
    batch.add(*session, payload);
  };
  away.send(sealed(bytesOf("away")));
  wire::Challenge challenge;
  for (std::optional<Bytes> payload; payload != bytesOf("away");) {
    payload = opened(away.receive());
    ASSERT_TRUE(payload) << "answers go to where the question came from";
    wire::readChallenge(*payload, challenge);
  }
  sendOne(bytesOf("still at home"));
  EXPECT_EQ(heard(home), bytesOf("still at home"));
  answer(away, challenge);
  ASSERT_TRUE(await([&] { return !session->challenge(); }));
  sendOne(bytesOf("moved"));
  EXPECT_EQ(heard(away), bytesOf("moved"));
}

TEST_F(UdpEndpointTest, WhoComesBackToAProvedAddressIsNotAskedAgain) {
  Peer home(endpoint->port());
  Peer away(endpoint->port());
  settle(home);
  away.send(sealed(bytesOf("away")));
  ASSERT_TRUE(await([&] { return session->challenge().has_value(); }));
  home.send(sealed(bytesOf("home")));
  EXPECT_TRUE(await([&] { return !session->challenge(); }));
}

TEST_F(UdpEndpointTest, DropsWhatComesTooOften) {
  Peer peer(endpoint->port());
  std::thread reading([&] {
    while (peer.receive(std::chrono::milliseconds(200))) {
    }
  });
  for (int i = 0; i < 3000; ++i) {
    peer.send(sealed(bytesOf("flood")));
    if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(await([&] { return stats.datagramsOverRate > 0; }));
  reading.join();
}

TEST_F(UdpEndpointTest, ASessionThatIsClosedIsAStranger) {
  endpoint->close(session);
  Peer peer(endpoint->port());
  peer.send(sealed(bytesOf("hello")));
  EXPECT_TRUE(await([&] { return stats.strangeDatagrams == 1; }));
  EXPECT_EQ(handled, 0);
}

TEST_F(UdpEndpointTest, SendsABatchLargerThanTheSystemTakesAtOnce) {
  Peer peer(endpoint->port());
  settle(peer);
  {
    UdpEndpoint::Batch batch(*endpoint);
    for (std::uint8_t i = 0; i < 150; ++i) batch.add(*session, Bytes(100, i));
  }
  for (std::uint8_t i = 0; i < 150; ++i) ASSERT_EQ(heard(peer), Bytes(100, i));
}

TEST_F(UdpEndpointTest, FullDatagramsAndTheOneAfterThemArriveApart) {
  Peer peer(endpoint->port());
  settle(peer);
  std::vector<Bytes> payloads;
  for (std::uint8_t i = 0; i < 7; ++i) payloads.emplace_back(wire::kPayloadBytes, i);
  payloads.emplace_back(30, std::uint8_t{7});
  payloads.emplace_back(wire::kPayloadBytes, std::uint8_t{8});
  payloads.emplace_back(10, std::uint8_t{9});
  {
    UdpEndpoint::Batch batch(*endpoint);
    for (const Bytes& payload : payloads) batch.add(*session, payload);
  }
  for (const Bytes& payload : payloads) ASSERT_EQ(heard(peer), payload);
  EXPECT_EQ(stats.datagramsUnsent, 0U);
}

}  // namespace
}  // namespace lead::server
