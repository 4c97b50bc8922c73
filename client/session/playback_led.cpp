// Playback: which avatars are predicted, and for how long.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "math/rotation.h"
#include "session/playback.h"

namespace lead {
namespace {

constexpr double kGoOn = 0.6;     // seconds after a release: as long as stopping takes
constexpr double kLongest = 3.0;  // seconds after a release
constexpr float kNear = 0.005F;
constexpr float kNearAngle = 0.01F;
constexpr float kNeighbour = 3.0F;
constexpr std::size_t kMostNeighbours = 8;
constexpr std::size_t kLongestRow = 32;

bool isQuiet(const AvatarState& state) {
  return state.walkWeight < 0.02F &&
         std::none_of(state.arms.begin(), state.arms.end(),
                      [](const ArmState& arm) { return arm.ikWeight > 0.0F && !arm.taken(); });
}

}  // namespace

/// The own hand that holds that one, unless the server has said no.
const HandInput* Playback::handOn(AvatarId id, Side side) const {
  for (std::size_t own = 0; own < input_.hands.size(); ++own) {
    const auto& hand = input_.hands[own];
    if (!hand || hand->heldAvatar != id || hand->heldHand != side) continue;
    const Claim& claim = claims_[own];
    if (claim.state == Claim::State::refused && claim.wants(hand)) continue;
    return &*hand;
  }
  return nullptr;
}

bool Playback::wants(AvatarId id, Side side) const {
  return handOn(id, side) != nullptr;
}

bool Playback::wants(AvatarId id) const {
  return wants(id, Side::left) || wants(id, Side::right);
}

/// Whoever is hand in hand with one of them, however far down the row.
void Playback::addRows(std::vector<AvatarId>& ids) const {
  for (std::size_t i = 0; i < ids.size() && ids.size() < kLongestRow; ++i) {
    const Told known = told(ids[i]);
    if (known.state == nullptr) continue;
    for (const ArmState& arm : known.state->arms)
      if (arm.partner != 0 && std::find(ids.begin(), ids.end(), arm.partner) == ids.end())
        ids.push_back(arm.partner);
  }
}

void Playback::chooseLed(double now) {
  if (!rigOf_ || !room_) {
    led_.clear();
    return;
  }
  std::vector<AvatarId> wanted;
  for (const auto& [id, shown] : shown_)
    if (wants(id)) wanted.push_back(id);
  addRows(wanted);
  for (const AvatarId id : wanted) led_[id].wanted = true;
  const std::uint32_t newest = timeline_.inputs().empty() ? 0 : timeline_.inputs().back().sequence;
  for (auto& [id, led] : led_) {
    if (!led.wanted || std::find(wanted.begin(), wanted.end(), id) != wanted.end()) continue;
    led = {false, now, newest};
    const auto shown = shown_.find(id);
    if (shown != shown_.end() && timeline_.ready())
      shown->second.judge.released(std::ceil(timeline_.ticksAt(timeline_.arrivalOf(now))));
  }
  std::erase_if(led_, [&](const auto& entry) { return isOver(entry.first, entry.second, now); });
}

/// Whether the interpolated avatar may be drawn in place of the predicted one.
bool Playback::isOver(AvatarId id, const Led& led, double now) const {
  if (led.wanted) return false;
  const auto found = shown_.find(id);
  if (found == shown_.end() || !prediction_.has(id)) return true;
  const Shown& shown = found->second;
  if (shown.track.newestInput() <= led.release && now - led.until < kLongest) return false;
  const AvatarState& newest = shown.track.newest();
  const bool others = std::any_of(newest.arms.begin(), newest.arms.end(),
                                  [this](const ArmState& arm) { return arm.held() && arm.holder != self_; });
  if (others || now - led.until >= kLongest) return true;
  if (now - led.until < kGoOn) return false;
  const AvatarState past = shown.track.sample();
  return glm::distance(past.position, shown.state.position) < kNear &&
         std::abs(wrapAngle(past.heading - shown.state.heading)) < kNearAngle && isQuiet(past) &&
         isQuiet(shown.state);
}

void Playback::predict(double now) {
  std::vector<AvatarId> led;
  for (const auto& [id, each] : led_) led.push_back(id);
  std::vector<std::pair<float, AvatarId>> near;
  for (const auto& [id, shown] : shown_) {
    if (led_.contains(id) || shown.track.empty()) continue;
    float least = kNeighbour;
    for (const AvatarId each : led)
      if (const Told known = told(each); known.state != nullptr)
        least = std::min(least, glm::distance(known.state->position, shown.track.newest().position));
    if (least < kNeighbour) near.emplace_back(least, id);
  }
  std::sort(near.begin(), near.end());
  if (near.size() > kMostNeighbours) near.resize(kMostNeighbours);
  std::vector<AvatarId> neighbours;
  for (const auto& [distance, id] : near) neighbours.push_back(id);
  std::sort(neighbours.begin(), neighbours.end());
  std::vector<glm::vec3> viewers;
  if (!led.empty())
    for (const ParticipantSnapshot& each : participants_)
      if (each.id != self_ && each.headPosition) viewers.push_back(*each.headPosition);
  if (input_.headPosition) viewers.push_back(*input_.headPosition);
  const RoomInfo none;
  prediction_.advance(now, {room_ ? *room_ : none, self_, timeline_, [this](AvatarId id) { return told(id); },
                            [this](AvatarId id) {
                              const AvatarInfo* info = room_ ? room_->avatar(id) : nullptr;
                              return info != nullptr && rigOf_ ? rigOf_(*info) : nullptr;
                            },
                            std::move(led), std::move(neighbours), std::move(viewers)});
}

}  // namespace lead
