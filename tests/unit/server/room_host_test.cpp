// A room on its strand, without a network.
#include "gateway/room_host.h"

#include <gtest/gtest.h>

#include <future>

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
