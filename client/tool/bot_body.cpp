// Bot: what others see of it, and which avatar it has chosen.
#include <fmt/format.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include "tool/bot.h"
#include "tool/bot_report.h"

namespace lead::tool {
namespace {

constexpr double kReachSeconds = 0.4;
constexpr glm::vec3 kGrabbedPoint(0.0F, 0.0F, 0.05F);  // the wrist lies just before our palm

}  // namespace

const AvatarSnapshot* Bot::avatarState() const {
  return seen_ ? &*seen_ : nullptr;
}

const AvatarInfo* Bot::chosenAvatar(const RoomInfo& room) const {
  if (room.avatars.empty()) return nullptr;
  if (options_.lead == "first") return &room.avatars.front();
  if (options_.lead == "own") return room.avatar(session_->ownAvatar());
  if (options_.lead == "each")
    return &room.avatars[static_cast<std::size_t>(options_.number) % room.avatars.size()];
  for (const AvatarInfo& avatar : room.avatars) {
    const ParticipantInfo* owner = room.participant(avatar.owner);
    if (options_.lead == std::to_string(avatar.id) || options_.lead == avatar.modelName ||
        (owner != nullptr && options_.lead == owner->name))
      return &avatar;
  }
  return nullptr;
}

std::string Bot::avatarName() const {
  const auto room = session_->room();
  const AvatarInfo* avatar = room ? room->avatar(avatar_) : nullptr;
  return avatar != nullptr && !avatar->modelName.empty() ? avatar->modelName
                                                         : fmt::format("avatar {}", avatar_);
}

glm::vec3 Bot::wrist(Side side) const {
  return wrists(*rig_, avatarState()->state)[index(side)];
}

glm::vec3 Bot::standBy(const glm::vec3& hand, const glm::vec3& away) const {
  const bool both = options_.hands.size() == 2;
  const glm::vec3 left(away.z, 0.0F, -away.x);
  const float aside = both ? 0.0F : 0.25F * outwardSign(options_.hands.front());
  return hand + 0.45F * away + aside * left;
}

glm::vec3 Bot::targetOf(const Hold& hold) const {
  if (!path_) return hold.taken;
  const double t = now_ - ledSince_;
  const glm::vec3 from = path_->directionAt(0.0);
  const glm::vec3 to = path_->directionAt(t);
  // The hands keep their places about the path's point, turned with the path.
  const float angle = std::atan2(to.x, to.z) - std::atan2(from.x, from.z);
  const glm::quat turn = glm::angleAxis(angle, glm::vec3(0.0F, 1.0F, 0.0F));
  glm::vec3 target = path_->at(t) + turn * (hold.taken - path_->at(0.0));
  if (options_.height) {
    const float raised = std::min(1.0F, static_cast<float>(t));
    target.y = glm::mix(hold.taken.y, *options_.height, raised * raised * (3.0F - 2.0F * raised));
  }
  return target;
}

void Bot::showBody() {
  if (!placed_ || phase_ >= Phase::leaving) return;
  ParticipantInput input;
  input.headPosition = walker_.head();
  input.headOrientation = walker_.orientation();
  for (const Side side : kSides) {
    HandInput& hand = input.hands[index(side)].emplace();
    hand.position = walker_.restingHand(side);
    hand.orientation = walker_.orientation();
  }
  if (phase_ == Phase::reaching && avatarState() != nullptr) {
    const auto out = static_cast<float>(std::min(1.0, (now_ - phaseSince_) / kReachSeconds));
    for (const Side side : options_.hands) {
      HandInput& hand = *input.hands[index(opposite(side))];
      const glm::vec3 goal = wrist(side) - walker_.orientation() * kGrabbedPoint;
      hand.position = glm::mix(hand.position, goal, out);
    }
  }
  for (const Hold& hold : holds_) {
    HandInput& hand = *input.hands[hold.own];
    hand.position = targetOf(hold) - walker_.orientation() * kGrabbedPoint;
    hand.heldAvatar = avatar_;
    hand.heldHand = hold.side;
    hand.grabbedPoint = kGrabbedPoint;
  }
  input_ = input;
  session_->setInput(input);
}

/// Traffic since beginToCount(), of the time in the room; what the bot did, of all the time.
nlohmann::json Bot::report() const {
  const double since = std::max(joinedAt_, countedSince_);
  const double until = endedAt_ > 0.0 ? endedAt_ : now_;
  const double seconds = joinedAt_ > 0.0 ? std::max(0.0, until - since) : 0.0;
  const SessionStats stats = session_->stats();
  nlohmann::json report = trafficOf(countsSince(stats, countedFrom_), seconds);
  report.update({{"name", options_.session.name},
                 {"role", options_.session.role == Role::spectator ? "spectator" : "leader"},
                 {"participant", session_->participant()},
                 {"ownAvatar", session_->ownAvatar()},
                 {"ledAvatar", avatar_},
                 {"takes", takes_},
                 {"refusedGrabs", refusedGrabs_},
                 {"lostHolds", lostHolds_},
                 {"distanceLed", distanceLed_},
                 {"longestRow", longestRow_},
                 {"secondsLed", leadSeconds_},
                 {"roundTripMs", stats.roundTripSeconds * 1000.0},
                 {"failure", failure_}});
  return report;
}

}  // namespace lead::tool
