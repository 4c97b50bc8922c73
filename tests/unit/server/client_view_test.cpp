// Which states a client gets, and that it can read them, whatever is lost on the way.
#include "snapshot/client_view.h"

#include <gmock/gmock.h>

#include <glm/geometric.hpp>
#include <map>
#include <random>

#include "test_room.h"

namespace lead::server {
namespace {

using test::TestRoom;
using Payload = std::vector<std::uint8_t>;

constexpr int kSnapshotRate = 30;
constexpr std::uint32_t kPlenty = 10'000'000;

/// A room and one client that looks on, at 30 snapshots a second.
struct Watched : TestRoom {
  RoomStates states{60};
  EntryCodes codes;
  ParticipantId viewer = join("Vi");
  ClientView view;
  wire::SnapshotReceiver receiver;
  std::map<AvatarId, AvatarState> seen;
  std::map<ParticipantId, wire::ShownParticipant> people;
  std::map<AvatarId, int> updates;
  std::optional<Head> head;

  explicit Watched(std::uint32_t bitsPerSecond = kPlenty) : view(bitsPerSecond, kSnapshotRate) {}

  std::vector<Payload> snapshot() {
    steps(2);
    states.record(room, room.time());
    std::vector<Payload> payloads;
    view.write(states, codes, {viewer, 0, head}, [&](std::span<const std::uint8_t> payload) {
      payloads.emplace_back(payload.begin(), payload.end());
    });
    return payloads;
  }
  void receive(const Payload& payload) {
    wire::ReceivedSnapshot received;
    ASSERT_LE(payload.size(), wire::kPayloadBytes);
    if (receiver.receive(payload, received) != wire::SnapshotReceiver::Result::good) return;
    for (const auto& update : received.avatars) {
      seen[update.id] = update.state;
      ++updates[update.id];
    }
    for (const auto& update : received.participants) people[update.id] = update;
  }
  void acknowledge() { view.acknowledge(receiver.acks()); }
  /// Sent, received and acknowledged.
  std::size_t round() {
    std::size_t bytes = 0;
    for (const Payload& payload : snapshot()) {
      receive(payload);
      bytes += payload.size();
    }
    acknowledge();
    return bytes;
  }
  void expectSeen() const {
    for (const Avatar& avatar : room.world().avatars()) {
      ASSERT_TRUE(seen.contains(avatar.id)) << avatar.id;
      const AvatarState& state = seen.at(avatar.id);
      EXPECT_EQ(state.tick, avatar.state.tick) << avatar.id;
      EXPECT_LT(glm::distance(state.position, avatar.state.position), 0.002F) << avatar.id;
      EXPECT_EQ(state.arms[0].holder, avatar.state.arms[0].holder);
    }
  }
};

/// Every avatar is led along by somebody of its own.
struct Crowd : Watched {
  std::vector<ParticipantId> leaders;
  std::vector<glm::vec3> start;
  Crowd(int count, std::uint32_t bitsPerSecond) : Watched(bitsPerSecond) {
    room = Room({"lobby", 60, {}, {}, 1000, 1000});
    viewer = join("Vi");
    for (int i = 0; i < count; ++i) {
      const AvatarId id = room.addAvatar(test::simpleModel());
      leaders.push_back(join("L" + std::to_string(i)));
      start.push_back(handOf(id, Side::left));
    }
  }
  void lead(float seconds) {
    for (std::size_t i = 0; i < leaders.size(); ++i) {
      HandInput hand;
      hand.heldAvatar = static_cast<AvatarId>(i + 1);
      hand.position = start[i] + glm::vec3(std::sin(seconds), 0.0F, 1.3F * seconds);
      send(leaders[i], hand);
    }
  }
};

TEST(ClientView, SendsWholeStatesFirstAndThenOnlyWhatDiffersFromWhatHasArrived) {
  Watched client;
  const std::size_t whole = client.round();
  client.expectSeen();
  const std::size_t next = client.round();
  EXPECT_LT(next, whole);
  client.expectSeen();
  for (int i = 0; i < 100; ++i) client.round();
  client.expectSeen();
}

TEST(ClientView, StaysWholeUntilSomethingIsAcknowledged) {
  Watched client;
  const std::size_t whole = client.snapshot()[0].size();
  for (int i = 0; i < 5; ++i) EXPECT_GE(client.snapshot()[0].size() + 2, whole);
}

TEST(ClientView, IsReadWhateverIsLostReorderedOrDoubled) {
  std::mt19937 random(7);
  Crowd client(12, kPlenty);
  std::vector<Payload> late;
  for (int i = 0; i < 300; ++i) {
    client.lead(static_cast<float>(i) / 30.0F);
    for (const Payload& payload : client.snapshot()) {
      const auto fate = random() % 10;
      if (fate < 3) continue;
      if (fate < 5) late.push_back(payload);
      client.receive(payload);
    }
    if (late.size() > 4) {
      std::shuffle(late.begin(), late.end(), random);
      for (const Payload& payload : late) client.receive(payload);
      late.clear();
    }
    if (random() % 3 != 0) client.acknowledge();
  }
  client.round();
  client.round();
  client.expectSeen();
}

TEST(ClientView, KeepsToItsBudgetAndLeavesNobodyOut) {
  constexpr std::uint32_t kRate = 128'000;
  Crowd client(60, kRate);
  for (int i = 0; i < 60; ++i) {
    client.lead(static_cast<float>(i) / 30.0F);
    client.round();
  }
  const std::uint64_t before = client.view.bitsSent();
  client.updates.clear();
  for (int i = 60; i < 360; ++i) {
    client.lead(static_cast<float>(i) / 30.0F);
    client.round();
  }
  EXPECT_LE(client.view.bitsSent() - before, 10.2 * kRate);
  EXPECT_GE(client.view.bitsSent() - before, 8.0 * kRate) << "and makes use of it";
  for (const Avatar& avatar : client.room.world().avatars())
    EXPECT_GE(client.updates[avatar.id], 10) << "once a second, at least: " << avatar.id;
}

// As many as a room takes by default, at the smallest budget: waiting long must go on counting.
TEST(ClientView, LeavesNobodyOutOfALargeRoomAtTheSmallestBudget) {
  Crowd client(192, 64'000);  // with as many leaders
  for (int i = 0; i < 40 * kSnapshotRate; ++i) {
    client.lead(static_cast<float>(i) / kSnapshotRate);
    client.round();
  }
  for (const Avatar& avatar : client.room.world().avatars())
    EXPECT_TRUE(client.seen.contains(avatar.id)) << avatar.id;
  for (const ParticipantId leader : client.leaders) EXPECT_TRUE(client.people.contains(leader)) << leader;
}

TEST(ClientView, SendsWhatIsNearMoreOften) {
  Crowd client(80, 128'000);
  const auto place = [&](std::size_t i) { return client.room.world().avatars()[i].state.position; };
  client.head = Head{place(0) + glm::vec3(0.0F, 1.5F, 1.0F), kIdentity};
  for (int i = 0; i < 300; ++i) {
    client.lead(0.0F);
    client.round();
  }
  std::size_t far = 0;
  for (std::size_t i = 0; i < 80; ++i)
    if (glm::distance(place(i), place(0)) > glm::distance(place(far), place(0))) far = i;
  EXPECT_GT(client.updates[1], client.updates[static_cast<AvatarId>(far + 1)]);
}

TEST(ClientView, WhatTheClientHoldsIsAlwaysIn) {
  Crowd client(80, 64'000);
  client.lead(0.0F);
  const AvatarId mine = client.room.addAvatar(test::simpleModel());
  client.send(client.viewer, client.holding(mine, Side::right));
  for (int i = 0; i < 60; ++i) {
    client.lead(static_cast<float>(i) / 30.0F);
    client.send(client.viewer, client.holding(mine, Side::right));
    client.round();
  }
  EXPECT_EQ(client.updates[mine], 60);
}

TEST(ClientView, WhoHoldsTheClientsAvatarIsAlwaysIn) {
  Crowd client(80, 64'000);
  client.room.setAvatar(client.viewer, test::simpleModel());
  const AvatarId own = client.room.find(client.viewer)->avatar;
  const ParticipantId friendly = client.join("Ann");
  client.send(friendly, client.holding(own, Side::left));
  for (int i = 0; i < 60; ++i) {
    client.lead(static_cast<float>(i) / 30.0F);
    HandInput hand;
    hand.heldAvatar = own;
    hand.position = glm::vec3(0.01F * static_cast<float>(i), 1.0F, 0.0F);
    client.send(friendly, hand);
    client.round();
    ASSERT_TRUE(client.people.contains(friendly));
    ASSERT_LT(glm::distance(client.people[friendly].hands[0]->position, hand.position), 0.002F) << i;
  }
  EXPECT_EQ(client.updates[own], 60);
}

TEST(ClientView, ASlotThatIsUsedAgainIsAnotherAvatar) {
  Watched client;
  const ParticipantId ann = client.join("Ann");
  client.room.setAvatar(ann, test::simpleModel());
  const AvatarId first = client.room.find(ann)->avatar;
  for (int i = 0; i < 5; ++i) client.round();
  EXPECT_TRUE(client.seen.contains(first));
  client.room.setAvatar(ann, std::nullopt);
  std::vector<Payload> straggling = client.snapshot();
  client.room.setAvatar(ann, test::simpleModel());
  const AvatarId second = client.room.find(ann)->avatar;
  client.updates.clear();
  for (int i = 0; i < 5; ++i) client.round();
  for (const Payload& payload : straggling) client.receive(payload);
  EXPECT_EQ(client.updates[first], 0);
  client.expectSeen();
  EXPECT_TRUE(client.seen.contains(second));
}

TEST(ClientView, BeginsAnewWhenAsked) {
  Watched client;
  for (int i = 0; i < 5; ++i) client.round();
  client.receiver = {};  // a client that has lost what it had
  client.seen.clear();
  for (int i = 0; i < 30 && client.seen.empty(); ++i) client.round();
  client.expectSeen();
}

TEST(ClientView, SaysThatAPersonIsNotToBeSeenAnyMore) {
  Watched client;
  const ParticipantId ann = client.join("Ann");
  Input input;
  input.sequence = 1;
  input.head = Head{{0.0F, 1.6F, 2.0F}, kIdentity};
  client.room.input(ann, input);
  client.round();
  ASSERT_TRUE(client.people[ann].headPosition);
  for (int i = 0; i < 20; ++i) client.round();  // silent for over half a second
  EXPECT_FALSE(client.people[ann].headPosition);
}

TEST(ClientView, WhoOnlyLooksOnCostsTheOthersNothing) {
  Watched client;
  for (int i = 0; i < 5; ++i) client.round();
  const std::size_t alone = client.round();
  for (int i = 0; i < 100; ++i) {
    Input input;
    input.sequence = 1;
    client.room.input(client.join("S" + std::to_string(i), Role::spectator), input);
  }
  for (int i = 0; i < 5; ++i) client.round();
  EXPECT_EQ(client.round(), alone);
}

TEST(ClientView, EachPayloadOfALargeRoomIsUsefulAlone) {
  Crowd client(150, kPlenty);
  for (int i = 0; i < 3; ++i) {
    client.lead(0.1F * static_cast<float>(i));
    client.round();
  }
  client.lead(0.5F);
  const std::vector<Payload> payloads = client.snapshot();
  ASSERT_GT(payloads.size(), 1U);
  client.updates.clear();
  client.receive(payloads.back());
  EXPECT_GT(client.updates.size() + client.people.size(), 10U);
}

}  // namespace
}  // namespace lead::server
