// Bot: the row of avatars that walks hand in hand after the one that it leads.
#include <fmt/format.h>

#include <algorithm>

#include "tool/avatar_row.h"
#include "tool/bot.h"

namespace lead::tool {

// What the server refuses, it says.
void Bot::joinRow() {
  if (options_.chain < 2 || rowAsked_ || !snapshot_) return;
  const auto length = static_cast<std::size_t>(options_.chain);
  const std::size_t now = rowAfter(*snapshot_, avatar_, length).size();
  if (now == 0) return;  // of a new connection, nothing of it has come yet
  rowAsked_ = mayHaveRow_ = true;
  const std::vector<RowLink> links =
      missingLinks(*snapshot_, avatar_, opposite(options_.hands.front()), length);
  for (const RowLink& link : links) session_->joinHands(link.leader, link.follower);
  if (!links.empty() || now == 1) say(fmt::format("asks for a row of {}", now + links.size()));
}

void Bot::countRow() {
  if (options_.chain < 2 || !snapshot_) return;
  const auto most = static_cast<std::size_t>(options_.chain);
  const auto length = static_cast<int>(rowAfter(*snapshot_, avatar_, most).size());
  if (length > longestRow_ && length > 1) say(fmt::format("leads a row of {}", length));
  longestRow_ = std::max(longestRow_, length);
}

void Bot::partRow() {
  if (mayHaveRow_) session_->partRow(avatar_);
  mayHaveRow_ = false;
}

}  // namespace lead::tool
