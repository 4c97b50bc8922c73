#include "scenario/cast.h"

#include <algorithm>
#include <vector>

namespace lead {

using namespace scenario;

namespace {

constexpr double kBetweenPlays = 0.35;  // s, so that the one before the last has ended

template <typename Ids>
std::string known(const JsonReader& at, const Ids& ids, const char* what) {
  std::string id = at.text();
  if (ids.count(id) == 0) at.refuse("there is no " + std::string(what) + " \"" + id + "\"");
  return id;
}

}  // namespace

AddAvatar Cast::readAvatar(const JsonReader& at) {
  at.expectKeys({"id", "model", "motion", "position", "heading"});
  AddAvatar avatar;
  avatar.id = at.at("id").text();
  if (avatar.id.empty()) at.at("id").refuse("must not be empty");
  if (avatars_.size() >= kMostScenarioAvatars) at.refuse("too many avatars");
  if (!avatars_.emplace(avatar.id, nullptr).second)
    at.at("id").refuse("the id \"" + avatar.id + "\" is used twice");
  if (at.has("position")) avatar.position = at.at("position").vec3();
  if (at.has("heading")) avatar.heading = at.at("heading").coordinate();
  const std::string model = at.has("model") ? at.at("model").text() : "mannequin";
  const std::string motion = at.has("motion") ? at.at("motion").text() : "gait";
  try {
    avatar.rig = avatars_[avatar.id] = rigs_(model, motion);
  } catch (const std::exception& error) {
    at.refuse(error.what());
  }
  return avatar;
}

PlayableMotionPtr Cast::motion(const JsonReader& at) const {
  const std::string file = at.at("file").text();
  const std::uint32_t animation = at.has("animation") ? at.at("animation").whole() : 0;
  const bool loops = at.has("loop") && at.at("loop").truth();
  if (!motions_) at.refuse("no motions can be played here");
  try {
    return motions_(file, animation, loops);
  } catch (const std::exception& error) {
    at.at("file").refuse(error.what());
  }
}

Play Cast::readPlay(const JsonReader& at) {
  at.expectKeys({"avatar", "file", "animation", "loop"});
  const std::string id = avatar(at);
  const AvatarRig& rig = *avatars_.at(id);
  if (rig.motion == Motion::none)
    at.at("avatar").refuse("\"" + id + "\" has the motion none, and plays nothing");
  const auto last = played_.find(id);
  if (last != played_.end() && now_ - last->second < std::max(kBetweenPlays, 2.0 * tick_))
    at.refuse("\"" + id + "\" has begun another motion just before");
  played_[id] = now_;
  return {id, bindMotion(motion(at), rig)};
}

std::string Cast::newParticipant(const JsonReader& at) {
  std::string id = at.text();
  if (id.empty()) at.refuse("must not be empty");
  if (!participants_.insert(id).second) at.refuse("the id \"" + id + "\" is used twice");
  return id;
}

std::string Cast::avatar(const JsonReader& at) const {
  return known(at.at("avatar"), avatars_, "avatar");
}

std::string Cast::participant(const JsonReader& at) const {
  return known(at.at("participant"), participants_, "participant");
}

NamedHand Cast::hand(const JsonReader& at) const {
  return {avatar(at), at.at("hand").side()};
}

void Cast::leave(const std::string& participant) {
  participants_.erase(participant);
  std::erase_if(holds_, [&](const auto& hold) { return hold.second.participant == participant; });
}

void Cast::remove(const std::string& avatar) {
  reset(avatar);
  avatars_.erase(avatar);
}

void Cast::reset(const std::string& avatar) {
  for (Side side : kSides) {
    letGo({avatar, side});
    openIfLinked({avatar, side});
  }
}

void Cast::expectFree(const JsonReader& at, const NamedHand& hand) const {
  const std::string which = "the " + std::string(name(hand.hand)) + " hand of \"" + hand.avatar + "\" is ";
  if (const auto hold = holds_.find(hand); hold != holds_.end())
    at.refuse(which + "held by \"" + hold->second.participant + "\"");
  if (const auto link = links_.find(hand); link != links_.end())
    at.refuse(which + "in that of \"" + link->second.partner.avatar + "\"");
}

void Cast::take(const JsonReader& at, const std::string& participant, const NamedHand& hand,
                std::optional<Side> with) {
  const auto hold = holds_.find(hand);
  const bool already = hold != holds_.end() && hold->second.participant == participant;
  if (!already) expectFree(at, hand);
  if (with)
    for (const auto& [other, taken] : holds_)
      if (!(other == hand) && taken.participant == participant && taken.with == with)
        at.at("with").refuse("that hand holds another already");
  holds_[hand] = {participant, with};
}

void Cast::expectHold(const JsonReader& at, const std::string& participant, const NamedHand& hand) const {
  const auto hold = holds_.find(hand);
  if (hold == holds_.end() || hold->second.participant != participant)
    at.refuse("\"" + participant + "\" does not hold that hand");
}

bool Cast::leadsTo(const std::string& from, const std::string& to) const {
  std::set<std::string> seen{from};
  std::vector<std::string> open{from};
  while (!open.empty()) {
    const std::string avatar = open.back();
    open.pop_back();
    if (avatar == to) return true;
    for (Side side : kSides) {
      const auto link = links_.find({avatar, side});
      if (link == links_.end() || !link->second.leads) continue;
      if (seen.insert(link->second.partner.avatar).second) open.push_back(link->second.partner.avatar);
    }
  }
  return false;
}

void Cast::join(const JsonReader& at, const NamedHand& leader, const NamedHand& follower) {
  if (const auto link = links_.find(leader);
      link != links_.end() && link->second.leads && link->second.partner == follower)
    return;
  if (leadsTo(follower.avatar, leader.avatar)) at.refuse("the chain would close on itself");
  expectFree(at, leader);
  expectFree(at.at("to"), follower);
  links_[leader] = {follower, true};
  links_[follower] = {leader, false};
}

bool Cast::openIfLinked(const NamedHand& hand) {
  const auto link = links_.find(hand);
  if (link == links_.end()) return false;
  links_.erase(link->second.partner);
  links_.erase(hand);
  return true;
}

void Cast::open(const JsonReader& at, const NamedHand& hand) {
  if (!openIfLinked(hand)) at.refuse("that hand is in no chain");
}

void Cast::openRow(const JsonReader& at, const std::string& avatar) {
  std::vector<std::string> row{avatar};
  bool any = false;
  while (!row.empty()) {
    const std::string next = row.back();
    row.pop_back();
    for (Side side : kSides) {
      const auto link = links_.find({next, side});
      if (link == links_.end()) continue;
      row.push_back(link->second.partner.avatar);
      any = openIfLinked({next, side});
    }
  }
  if (!any) at.refuse("\"" + avatar + "\" is in no chain");
}

}  // namespace lead
