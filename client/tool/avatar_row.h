// Avatars that walk hand in hand in a row, and what has to be joined for one. Pure.
#pragma once

#include <vector>

#include "session/session.h"

namespace lead::tool {

/// `first` and those that walk after it, at most `most`; empty where `first` has no state.
std::vector<AvatarId> rowAfter(const Snapshot& all, AvatarId first, std::size_t most);

struct RowLink {
  HandOf leader;
  HandOf follower;
};
/// What is missing of a row of `length`, each giving its `free` hand to the nearest avatar that nobody has by
/// the hand; less where there are no more of these.
std::vector<RowLink> missingLinks(const Snapshot& all, AvatarId first, Side free, std::size_t length);

}  // namespace lead::tool
