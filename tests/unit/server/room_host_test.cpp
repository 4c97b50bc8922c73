// A room on its strand, without a network.
#include "gateway/room_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <map>
#include <thread>

#include <grpcpp/support/proto_buffer_reader.h>

#include "lead/v1/session.pb.h"
#include "test_room.h"
#include "wire/snapshot_payload.h"

namespace lead::server {
namespace {

RoomHost::Joined join(RoomHost& host, const std::string& name) {
  std::promise<RoomHost::Joined> answer;
  JoinRequest request;
  request.name = name;
  request.secret = name + "'s secret";
  host.join(request, {}, [&](const RoomHost::Joined& joined) { answer.set_value(joined); });
  return answer.get_future().get();
}

/// Reads what it gets of snapshots by the stream.
class Reader final : public Listener {
 public:
  void sendEvent(grpc::ByteBuffer) override {}
  void sendInfo(grpc::ByteBuffer) override {}
  void sendSnapshot(grpc::ByteBuffer snapshot) override {
    const std::lock_guard lock(mutex_);
    v1::ServerMessage message;
    grpc::ProtoBufferReader stream(&snapshot);
    if (!message.ParseFromZeroCopyStream(&stream)) ++unreadable_;
    for (const std::string& payload : message.payloads().payload()) {
      wire::ReceivedSnapshot received;
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(payload.data());
      const auto result = receiver_.receive({bytes, payload.size()}, received);
      if (result != wire::SnapshotReceiver::Result::good) ++unreadable_;
      for (const auto& avatar : received.avatars) ++seen_[avatar.id];
    }
    ++snapshots_;
  }
  bool isBehind() const override { return false; }
  void close(Disconnect, std::string) override {}

  struct Report {
    int snapshots;
    int unreadable;
    std::size_t avatars;
    wire::Acks acks;
  };
  Report report() {
    const std::lock_guard lock(mutex_);
    return {snapshots_, unreadable_, seen_.size(), receiver_.acks()};
  }

 private:
  std::mutex mutex_;
  wire::SnapshotReceiver receiver_;
  std::map<std::uint32_t, int> seen_;
  int snapshots_ = 0;
  int unreadable_ = 0;
};

TEST(RoomHost, ACrowdIsServedByAllThreadsAndEverybodyCanReadWhatHeGets) {
  constexpr int kCrowd = 150;
  asio::thread_pool pool(4);
  Stats stats;
  const std::vector<AvatarModel> avatars(20, test::simpleModel());
  const auto host =
      std::make_shared<RoomHost>(pool, HostOptions{.room = "lobby", .snapshotRate = 60}, avatars, stats);
  host->start();
  struct Person {
    ParticipantId id = 0;
    std::shared_ptr<Reader> reader = std::make_shared<Reader>();
    std::shared_ptr<InputSlot> slot = std::make_shared<InputSlot>();
  };
  std::vector<Person> people(kCrowd);
  for (int i = 0; i < kCrowd; ++i) {
    Person& person = people[static_cast<std::size_t>(i)];
    const std::string name = "P" + std::to_string(i);
    person.id = join(*host, name).result.participant;
    std::promise<bool> attached;
    host->attach(person.id, name + "'s secret", {true, 0}, person.reader,
                 [&](bool known) { attached.set_value(known); });
    ASSERT_TRUE(attached.get_future().get());
  }
  std::uint32_t sequence = 0;
  const auto served = [&] {
    return std::all_of(people.begin(), people.end(), [](const Person& person) {
      const auto report = person.reader->report();
      return report.snapshots >= 60 && report.avatars == 20;
    });
  };
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!served() && std::chrono::steady_clock::now() < limit) {
    ++sequence;
    for (const Person& person : people) {
      Input input;
      input.sequence = sequence;
      input.head = Head{{0.1F * static_cast<float>(sequence % 10), 1.6F, 2.0F}, kIdentity};
      host->input(person.id, person.reader, person.slot,
                  {input, std::chrono::steady_clock::now(), person.reader->report().acks, false});
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(15));
  }
  EXPECT_TRUE(served());
  host->stop();
  pool.join();
  for (const Person& person : people) EXPECT_EQ(person.reader->report().unreadable, 0);
}

TEST(RoomHost, NobodyJoinsARoomThatIsClosed) {
  asio::thread_pool pool(2);
  Stats stats;
  const auto host =
      std::make_shared<RoomHost>(pool, HostOptions{.room = "lobby"}, std::vector<AvatarModel>{}, stats);
  host->start();
  const auto ann = join(*host, "Ann");
  EXPECT_FALSE(ann.closed);
  EXPECT_EQ(ann.result.fault, JoinFault::none);
  host->stop();
  EXPECT_TRUE(join(*host, "Ben").closed);
  pool.join();
  EXPECT_EQ(host->participantCount(), 1U);
  EXPECT_EQ(stats.participants, 1);
}

}  // namespace
}  // namespace lead::server
