#include "tool/avatar_row.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace lead::tool {
namespace {

bool isTaken(const AvatarState& state) {
  return std::any_of(state.arms.begin(), state.arms.end(), [](const ArmState& arm) { return arm.taken(); });
}

const AvatarSnapshot* nearestFree(const Snapshot& all, const AvatarState& last, Side free,
                                  const std::vector<AvatarId>& row) {
  const glm::vec3 left(std::cos(last.heading), 0.0F, -std::sin(last.heading));
  const glm::vec3 end = last.position + 0.4F * outwardSign(free) * left;  // on the free hand's side
  const AvatarSnapshot* nearest = nullptr;
  for (const AvatarSnapshot& each : all.avatars) {
    if (isTaken(each.state) || std::count(row.begin(), row.end(), each.id) != 0) continue;
    if (nearest == nullptr ||
        glm::distance(each.state.position, end) < glm::distance(nearest->state.position, end))
      nearest = &each;
  }
  return nearest;
}

}  // namespace

std::vector<AvatarId> rowAfter(const Snapshot& all, AvatarId first, std::size_t most) {
  std::vector<AvatarId> row;
  // The server lets no row close; this one ends in any case.
  for (AvatarId next = first; next != 0 && row.size() < most;) {
    const AvatarSnapshot* avatar = all.avatar(next);
    if (avatar == nullptr) break;
    row.push_back(next);
    next = 0;
    for (const ArmState& arm : avatar->state.arms)
      if (arm.leads && arm.partner != 0) next = arm.partner;
  }
  return row;
}

std::vector<RowLink> missingLinks(const Snapshot& all, AvatarId first, Side free, std::size_t length) {
  std::vector<RowLink> links;
  std::vector<AvatarId> row = rowAfter(all, first, length);
  while (!row.empty() && row.size() < length) {
    const AvatarSnapshot* last = all.avatar(row.back());
    if (last == nullptr) break;
    const AvatarSnapshot* next = nearestFree(all, last->state, free, row);
    if (next == nullptr) break;
    links.push_back({{row.back(), free}, {next->id, opposite(free)}});
    row.push_back(next->id);
  }
  return links;
}

}  // namespace lead::tool
