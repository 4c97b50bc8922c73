// The relay between real sockets.
#include "link/relay.h"

#include <gtest/gtest.h>

#include <asio/buffer.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/ip/udp.hpp>
#include <asio/read.hpp>
#include <asio/write.hpp>
#include <chrono>
#include <set>
#include <thread>

namespace lead {
namespace {

using asio::ip::tcp;
using asio::ip::udp;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool waitUntil(const std::function<bool()>& condition, double seconds = 20.0) {
  const double start = now();
  while (!condition()) {
    if (now() - start > seconds) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

const asio::ip::address kHome = asio::ip::make_address("127.0.0.1");

/// A UDP socket with a timeout.
class Udp {
 public:
  explicit Udp(asio::io_context& io) : socket_(io, udp::endpoint(kHome, 0)) { socket_.non_blocking(true); }
  int port() const { return socket_.local_endpoint().port(); }
  void send(const std::string& text, int port) {
    socket_.send_to(asio::buffer(text), udp::endpoint(kHome, static_cast<std::uint16_t>(port)));
  }
  /// Empty: nothing came.
  std::string receive(double seconds = 20.0) {
    std::string text(2048, '\0');
    std::size_t size = 0;
    waitUntil(
        [&] {
          asio::error_code error;
          size = socket_.receive_from(asio::buffer(text), from, 0, error);
          return !error;
        },
        seconds);
    text.resize(size);
    return text;
  }
  udp::endpoint from;  ///< of what came last

 private:
  udp::socket socket_;
};

struct Relayed : testing::Test {
  Relayed() : tcpServer(io, tcp::endpoint(kHome, 0)), server(io) {}
  /// To the UDP server, or the TCP one.
  RelayOptions to(int port) {
    RelayOptions options;
    options.to = "127.0.0.1:" + std::to_string(port);
    return options;
  }
  asio::io_context io;
  tcp::acceptor tcpServer;
  Udp server;
};

TEST_F(Relayed, DatagramsGoThereAndBack) {
  Relay relay(to(server.port()));
  Udp client(io);
  client.send("there", relay.port());
  EXPECT_EQ(server.receive(), "there");
  server.send("back", server.from.port());
  EXPECT_EQ(client.receive(), "back");
  EXPECT_EQ(client.from.port(), relay.port());
  const RelayStats stats = relay.stats();
  EXPECT_EQ(stats.ways[0].delivered, 1U);
  EXPECT_EQ(stats.ways[1].delivered, 1U);
  EXPECT_EQ(stats.clients, 1U);
}

TEST_F(Relayed, TheServerSeesEachClientAtAnAddressOfItsOwn) {
  Relay relay(to(server.port()));
  Udp a(io);
  Udp b(io);
  std::set<int> ports;
  for (Udp* each : {&a, &b, &a}) {
    each->send("hello", relay.port());
    ASSERT_EQ(server.receive(), "hello");
    ports.insert(server.from.port());
  }
  EXPECT_EQ(ports.size(), 2U);
}

TEST_F(Relayed, ARebindChangesTheAddressAndBothWaysStayOpen) {
  Relay relay(to(server.port()));
  Udp client(io);
  std::set<int> ports;
  for (int i = 0; i < 3; ++i) {
    client.send("hello", relay.port());
    ASSERT_EQ(server.receive(), "hello");
    ports.insert(server.from.port());
    server.send("hello to you", server.from.port());
    ASSERT_EQ(client.receive(), "hello to you");
    relay.rebind();
  }
  EXPECT_EQ(ports.size(), 3U);
}

TEST_F(Relayed, WhatIsLostIsCountedAndOptionsChangeAtRunTime) {
  RelayOptions options = to(server.port());
  options.up.loss = 1.0;
  Relay relay(options);
  Udp client(io);
  for (int i = 0; i < 10; ++i) client.send("lost", relay.port());
  ASSERT_TRUE(waitUntil([&] { return relay.stats().ways[0].lost == 10; }));
  relay.setOptions({}, {});
  client.send("found", relay.port());
  EXPECT_EQ(server.receive(), "found");
}

TEST_F(Relayed, NothingPassesInABlackoutAndAStreamGoesOnAfterIt) {
  Relay datagrams(to(server.port()));
  Relay streams(to(tcpServer.local_endpoint().port()));
  Udp client(io);
  tcp::socket near(io);
  near.connect({kHome, static_cast<std::uint16_t>(streams.port())});
  tcp::socket far = tcpServer.accept();
  datagrams.blackout(1e6);
  streams.blackout(0.3);
  datagrams.setOptions({}, {});  // and it goes on
  EXPECT_TRUE(datagrams.stats().blackout);
  client.send("dark", datagrams.port());
  ASSERT_TRUE(waitUntil([&] { return datagrams.stats().ways[0].blackedOut == 1; }));
  const double sent = now();
  asio::write(near, asio::buffer(std::string("late")));
  std::string text(4, '\0');
  asio::read(far, asio::buffer(text));
  EXPECT_EQ(text, "late");
  EXPECT_GT(now() - sent, 0.2);
}

TEST_F(Relayed, AStreamComesWholeInOrderAndEnds) {
  RelayOptions options = to(tcpServer.local_endpoint().port());
  options.up.delay = 0.002;
  options.up.jitter = 0.005;
  options.up.loss = 0.5;
  Relay relay(options);
  tcp::socket near(io);
  near.connect({kHome, static_cast<std::uint16_t>(relay.port())});
  tcp::socket far = tcpServer.accept();
  std::string sent;
  for (int i = 0; i < 400'000; ++i) sent += std::to_string(i) + ' ';  // more than is kept under way
  std::thread writer([&] {
    asio::write(near, asio::buffer(sent));
    near.shutdown(tcp::socket::shutdown_send);
  });
  std::string received(sent.size() + 1, '\0');
  asio::error_code error;
  received.resize(asio::read(far, asio::buffer(received), error));
  writer.join();
  EXPECT_EQ(error, asio::error::eof);
  EXPECT_TRUE(received == sent);
  asio::write(far, asio::buffer(std::string("thanks")));  // the other way is still open
  std::string thanks(6, '\0');
  asio::read(near, asio::buffer(thanks));
  EXPECT_EQ(thanks, "thanks");
  EXPECT_EQ(relay.stats().streams, 1U);
  far.close();
  near.close();
  EXPECT_TRUE(waitUntil([&] { return relay.stats().streams == 0; }));
}

TEST_F(Relayed, AStreamThatTheServerDoesNotTakeEnds) {
  const int nobody = tcpServer.local_endpoint().port();
  tcpServer.close();
  Relay relay(to(nobody));
  tcp::socket near(io);
  near.connect({kHome, static_cast<std::uint16_t>(relay.port())});
  char byte = 0;
  asio::error_code error;
  near.read_some(asio::buffer(&byte, 1), error);
  EXPECT_TRUE(error);
  EXPECT_TRUE(waitUntil([&] { return relay.stats().streamsRefused == 1; }));
}

TEST_F(Relayed, ATapSeesAndInjectedDatagramsArrive) {
  Relay relay(to(server.port()));
  std::string seen;
  relay.setTap([&](Way way, std::span<const std::uint8_t> bytes) {
    if (way == Way::up) seen.assign(bytes.begin(), bytes.end());
  });
  Udp client(io);
  client.send("first", relay.port());
  ASSERT_EQ(server.receive(), "first");
  relay.setTap(nullptr);
  EXPECT_EQ(seen, "first");
  const std::string again = "again";
  relay.inject(Way::up, std::vector<std::uint8_t>(again.begin(), again.end()));
  EXPECT_EQ(server.receive(), "again");
  relay.inject(Way::down, std::vector<std::uint8_t>(again.begin(), again.end()));
  EXPECT_EQ(client.receive(), "again");
}

TEST_F(Relayed, SaysInASentenceWhereItCanNotListen) {
  Relay first(to(server.port()));
  RelayOptions options = to(server.port());
  options.listen = first.address();
  EXPECT_THROW(Relay second(options), std::runtime_error);
  options.listen = "nonsense";
  EXPECT_THROW(Relay second(options), std::runtime_error);
}

}  // namespace
}  // namespace lead
