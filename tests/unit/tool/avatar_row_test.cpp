#include "tool/avatar_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lead::tool {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Four side by side, 1 m apart along x, facing +Z: the left hand of each is on the next one's side.
Snapshot four() {
  Snapshot all;
  for (AvatarId id = 1; id <= 4; ++id) {
    AvatarSnapshot& avatar = all.avatars.emplace_back();
    avatar.id = id;
    avatar.state.position.x = static_cast<float>(id);
  }
  return all;
}

void join(Snapshot& all, AvatarId leader, AvatarId follower) {
  ArmState& leading = all.avatars.at(leader - 1).state.arm(Side::left);
  leading.partner = follower;
  leading.leads = true;
  all.avatars.at(follower - 1).state.arm(Side::right).partner = leader;
}

std::vector<std::pair<AvatarId, AvatarId>> missing(const Snapshot& all, AvatarId first, std::size_t length) {
  std::vector<std::pair<AvatarId, AvatarId>> ids;
  for (const RowLink& link : missingLinks(all, first, Side::left, length)) {
    EXPECT_EQ(link.leader.hand, Side::left);
    EXPECT_EQ(link.follower.hand, Side::right);
    ids.emplace_back(link.leader.avatar, link.follower.avatar);
  }
  return ids;
}

using Pair = std::pair<AvatarId, AvatarId>;

TEST(AvatarRow, IsFollowedFromItsFirstToItsLast) {
  Snapshot all = four();
  EXPECT_THAT(rowAfter(all, 1, 4), ElementsAre(1));
  join(all, 1, 3);
  join(all, 3, 2);
  EXPECT_THAT(rowAfter(all, 1, 4), ElementsAre(1, 3, 2));
  EXPECT_THAT(rowAfter(all, 3, 4), ElementsAre(3, 2)) << "not back to who leads it";
  EXPECT_THAT(rowAfter(all, 1, 2), ElementsAre(1, 3));
  EXPECT_THAT(rowAfter(all, 9, 4), IsEmpty());
}

TEST(AvatarRow, OneThatClosesOrGoesToSomebodyUnknownEnds) {
  Snapshot all = four();
  join(all, 1, 2);
  join(all, 2, 1);
  EXPECT_THAT(rowAfter(all, 1, 4), ElementsAre(1, 2, 1, 2));
  all.avatars.erase(all.avatars.begin() + 1);
  EXPECT_THAT(rowAfter(all, 1, 4), ElementsAre(1));
}

TEST(AvatarRow, TheNearestIsAskedOnTheFreeHandsSide) {
  EXPECT_THAT(missing(four(), 2, 3), ElementsAre(Pair{2, 3}, Pair{3, 4}));
}

TEST(AvatarRow, WhoIsTakenIsNotAskedAndThereMayBeTooFew) {
  Snapshot all = four();
  all.avatars[1].state.arm(Side::right).holder = 9;
  EXPECT_THAT(missing(all, 1, 9), ElementsAre(Pair{1, 3}, Pair{3, 4}));
}

TEST(AvatarRow, OfOneThatIsThereOnlyTheRestIsAskedFor) {
  Snapshot all = four();
  join(all, 1, 2);
  EXPECT_THAT(missing(all, 1, 4), ElementsAre(Pair{2, 3}, Pair{3, 4}));
  EXPECT_THAT(missing(all, 1, 2), IsEmpty());
}

TEST(AvatarRow, NothingIsAskedBeforeItsFirstIsKnown) {
  EXPECT_THAT(missing(four(), 9, 3), IsEmpty());
}

}  // namespace
}  // namespace lead::tool
