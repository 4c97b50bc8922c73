// What the fast path is made of: the newest of everybody, our inputs on the server's clock, sockets.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "session/assembly.h"
#include "session/blend.h"
#include "session/input_timeline.h"
#include "session/udp_socket.h"

namespace lead {
namespace {

Snapshot with(std::uint32_t tick, std::vector<AvatarId> avatars, std::uint32_t connection = 1) {
  Snapshot snapshot;
  snapshot.tick = tick;
  snapshot.connection = connection;
  snapshot.serverTime = tick / 60.0;
  for (const AvatarId id : avatars) {
    snapshot.avatars.push_back({id, {}});
    snapshot.avatars.back().state.tick = tick;
  }
  return snapshot;
}

std::shared_ptr<const RoomInfo> roomOf(std::vector<AvatarId> avatars) {
  auto room = std::make_shared<RoomInfo>();
  for (const AvatarId id : avatars) room->avatars.push_back({id, "model", "name"});
  return room;
}

TEST(Assembly, HasTheNewestOfEverybody) {
  Assembly assembly;
  EXPECT_EQ(assembly.whole(), nullptr);
  assembly.add(with(10, {1, 2, 3}));
  assembly.add(with(12, {2}));
  assembly.add(with(11, {2, 3}));  // overtaken
  const SnapshotPtr whole = assembly.whole();
  EXPECT_EQ(whole->tick, 12U);
  ASSERT_EQ(whole->avatars.size(), 3U);
  EXPECT_EQ(whole->avatar(1)->state.tick, 10U);
  EXPECT_EQ(whole->avatar(2)->state.tick, 12U);
  EXPECT_EQ(whole->avatar(3)->state.tick, 11U);
  EXPECT_EQ(assembly.whole(), whole) << "made once";
}

TEST(Assembly, ForgetsWhoLeftAlsoAfterAStraggler) {
  Assembly assembly;
  assembly.setRoom(roomOf({1, 2}));
  assembly.add(with(10, {1, 2}));
  assembly.setRoom(roomOf({1}));
  assembly.add(with(9, {2}));
  EXPECT_EQ(assembly.whole()->avatars.size(), 1U);
}

TEST(Assembly, WhoComesBeforeTheRoomSaysSoWaits) {
  Assembly assembly;
  assembly.setRoom(roomOf({1}));
  assembly.add(with(10, {1, 2}));
  EXPECT_EQ(assembly.whole()->avatars.size(), 1U);
  assembly.setRoom(roomOf({1, 2}));
  EXPECT_EQ(assembly.whole()->avatars.size(), 2U);
}

TEST(Assembly, BeginsAnewWithAnotherConnection) {
  Assembly assembly;
  assembly.add(with(1000, {1, 2}));
  assembly.add(with(5, {1}, 2));
  EXPECT_EQ(assembly.whole()->tick, 5U);
  EXPECT_EQ(assembly.whole()->avatars.size(), 1U);
}

TEST(InputTimeline, LearnsHowLongInputsAreOnTheirWay) {
  constexpr double kOffset = -1000.0;
  constexpr double kWay = 0.13;  // of a round trip of 0.2 s
  InputTimeline timeline;
  timeline.setClock({kOffset, 0.2});
  EXPECT_FALSE(timeline.ready()) << "no tick is known yet";
  std::uint32_t sequence = 0;
  for (int tick = 1; tick < 600; ++tick) {
    const double now = tick / 60.0;
    timeline.sent({++sequence, now - kOffset + 0.004, {}});
    if (tick % 2 == 1) continue;
    // The newest input that has arrived.
    const auto arrived = static_cast<std::uint32_t>(std::max(0.0, (now - kWay - 0.004) * 60.0));
    timeline.acknowledged(static_cast<std::uint32_t>(tick), now, 1.0F / 60.0F, arrived);
  }
  ASSERT_TRUE(timeline.ready());
  EXPECT_NEAR(timeline.delay(), kWay, 0.012);
  const SentInput& newest = timeline.inputs().back();
  EXPECT_NEAR(timeline.tickOf(newest), 599.0 + 60.0 * kWay, 2.0);
  EXPECT_EQ(timeline.find(newest.sequence), &newest);
  EXPECT_EQ(timeline.find(newest.sequence + 1), nullptr);
  EXPECT_LE(timeline.inputs().size(), InputTimeline::kMost);
}

TEST(InputTimeline, HasATickForWhateverAServersClockSays) {
  EXPECT_EQ(tickFrom(41.2), 42U);
  EXPECT_EQ(tickFrom(-1.0), 0U);
  EXPECT_EQ(tickFrom(1e300), 0xffffffffU);
  EXPECT_EQ(tickFrom(std::nan("")), 0U);
  InputTimeline timeline;
  timeline.setClock({-1e18, 0.2});
  timeline.acknowledged(1, -1e18, 1e-6F, 0);
  timeline.sent({1, 1e18, {}});
  EXPECT_EQ(timeline.tickOf(timeline.inputs().back()), 0xffffffffU);
}

TEST(Blend, ACorrectionFadesInATenthOfASecondAndNeverMovesACentimetreAFrame) {
  AvatarState was;
  AvatarState is;
  was.position.x = 0.04F;
  Blend blend;
  EXPECT_NEAR(blend.correct(was, is), 0.04F, 1e-6F);
  float last = 0.04F;
  for (int frame = 1; frame <= 7; ++frame) {
    blend.advance(1.0F / 60.0F);
    AvatarState state = is;
    blend.apply(state);
    EXPECT_LT(last - state.position.x, 0.01F);
    EXPECT_LE(state.position.x, last);
    last = state.position.x;
  }
  EXPECT_EQ(last, 0.0F);
  was.position.x = 0.5F;
  blend.correct(was, is);
  for (int frame = 0; frame < 70; ++frame) {
    blend.advance(1.0F / 60.0F);
    EXPECT_LT(blend.step(), 0.01F) << "a long way takes longer";
  }
  was.position.x = 3.0F;
  blend.correct(was, is);
  AvatarState state = is;
  blend.apply(state);
  EXPECT_EQ(state.position.x, 0.0F) << "who was put elsewhere is there at once";
}

TEST(UdpSocket, ReadsWhereAChannelHasGotTo) {
  const auto v4 = endpointOf("ipv4:127.0.0.1:7400");
  ASSERT_TRUE(v4);
  EXPECT_EQ(v4->address().to_string(), "127.0.0.1");
  EXPECT_EQ(v4->port(), 7400);
  for (const char* peer : {"ipv6:%5B::1%5D:7400", "ipv6:[::1]:7400"}) {
    const auto v6 = endpointOf(peer);
    ASSERT_TRUE(v6) << peer;
    EXPECT_EQ(v6->address().to_string(), "::1");
  }
  for (const char* peer : {"", "unix:/tmp/x", "ipv4:", "ipv4:1.2.3.4", "ipv4:1.2.3.4:99999", "ipv4:host:1"})
    EXPECT_FALSE(endpointOf(peer)) << peer;
}

TEST(UdpSocket, SendsAndReceivesAndSaysNothingMoreOnceItIsClosed) {
  asio::io_context io;
  const Strand strand = asio::make_strand(io);
  asio::ip::udp::socket server(io, {asio::ip::make_address("127.0.0.1"), 0});
  std::vector<std::size_t> sizes;
  const auto socket = std::make_shared<UdpSocket>(
      strand, [&](std::span<const std::uint8_t> datagram) { sizes.push_back(datagram.size()); });
  ASSERT_TRUE(socket->open(server.local_endpoint()));
  const std::vector<std::uint8_t> datagram(1200, 7);
  EXPECT_TRUE(socket->send(datagram));
  std::vector<std::uint8_t> buffer(2000);
  asio::ip::udp::endpoint from;
  EXPECT_EQ(server.receive_from(asio::buffer(buffer), from), 1200U);
  for (int i = 0; i < 5; ++i) server.send_to(asio::buffer(datagram), from);
  while (sizes.size() < 5 && io.run_one_for(std::chrono::seconds(5)) > 0) {
  }
  EXPECT_EQ(sizes, std::vector<std::size_t>(5, 1200));
  socket->close();
  EXPECT_FALSE(socket->send(datagram));
  server.send_to(asio::buffer(datagram), from);
  io.run_for(std::chrono::milliseconds(50));
  EXPECT_EQ(sizes.size(), 5U);
}

}  // namespace
}  // namespace lead
