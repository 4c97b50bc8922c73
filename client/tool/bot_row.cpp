// Bot: the row of avatars that walks hand in hand after the one that it leads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "tool/bot.h"

namespace lead::tool {

// Each asks for the nearest avatar that nobody has by the hand; what the server refuses, it says.
void Bot::joinRow() {
  if (options_.chain < 2 || rowAsked_) return;
  rowAsked_ = true;
  const Side free = opposite(options_.hands.front());
  std::vector<AvatarId> row{avatar_};
  while (static_cast<int>(row.size()) < options_.chain) {
    const AvatarState& last = snapshot_->avatar(row.back())->state;
    const glm::vec3 left(std::cos(last.heading), 0.0F, -std::sin(last.heading));
    const glm::vec3 end = last.position + 0.4F * outwardSign(free) * left;  // on the free hand's side
    const AvatarSnapshot* nearest = nullptr;
    for (const AvatarSnapshot& each : snapshot_->avatars) {
      const bool taken = std::any_of(each.state.arms.begin(), each.state.arms.end(),
                                     [](const ArmState& arm) { return arm.taken(); });
      if (taken || std::count(row.begin(), row.end(), each.id) != 0) continue;
      if (nearest == nullptr ||
          glm::distance(each.state.position, end) < glm::distance(nearest->state.position, end))
        nearest = &each;
    }
    if (nearest == nullptr) break;
    session_->joinHands({row.back(), free}, {nearest->id, opposite(free)});
    row.push_back(nearest->id);
  }
  say(fmt::format("asks for a row of {}", row.size()));
}

void Bot::countRow() {
  if (options_.chain < 2 || !snapshot_) return;
  int length = 0;
  std::optional<AvatarId> next = avatar_;
  while (next && length < options_.chain) {  // the server lets no row close; this one ends in any case
    const AvatarSnapshot* avatar = snapshot_->avatar(*next);
    if (avatar == nullptr) break;
    ++length;
    next.reset();
    for (const ArmState& arm : avatar->state.arms)
      if (arm.partner != 0 && arm.leads) next = arm.partner;
  }
  if (length > longestRow_ && length > 1) say(fmt::format("leads a row of {}", length));
  longestRow_ = std::max(longestRow_, length);
}

void Bot::partRow() {
  if (rowAsked_) session_->partRow(avatar_);
  rowAsked_ = false;
}

}  // namespace lead::tool
