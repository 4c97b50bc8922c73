// Who and what exists while a scenario's events are read in order, so that one about somebody unknown, or a
// hand that is not free, is refused in its place.
#pragma once

#include <map>
#include <set>
#include <string>

#include "scenario/json_reader.h"

namespace lead {

class Cast {
 public:
  Cast(const ScenarioRigs& rigs, const ScenarioMotions& motions) : rigs_(rigs), motions_(motions) {}

  /// Of the events that are read next; `tick`: how long one is.
  void setTime(double t, double tick) {
    now_ = t;
    tick_ = tick;
  }

  // All of these refuse at the place of what they read.
  scenario::AddAvatar readAvatar(const JsonReader& at);
  scenario::Play readPlay(const JsonReader& at);
  std::string newParticipant(const JsonReader& id);
  std::string avatar(const JsonReader& at) const;        ///< its key "avatar", of one who is there
  std::string participant(const JsonReader& at) const;   ///< its key "participant"
  scenario::NamedHand hand(const JsonReader& at) const;  ///< its keys "avatar" and "hand"

  void leave(const std::string& participant);
  void remove(const std::string& avatar);
  void reset(const std::string& avatar);

  /// `with`: the participant's own hand, which can't hold two things.
  void take(const JsonReader& at, const std::string& participant, const scenario::NamedHand& hand,
            std::optional<Side> with);
  void expectHold(const JsonReader& at, const std::string& participant,
                  const scenario::NamedHand& hand) const;
  void letGo(const scenario::NamedHand& hand) { holds_.erase(hand); }

  void join(const JsonReader& at, const scenario::NamedHand& leader, const scenario::NamedHand& follower);
  void open(const JsonReader& at, const scenario::NamedHand& hand);
  void openRow(const JsonReader& at, const std::string& avatar);

 private:
  struct Hold {
    std::string participant;
    std::optional<Side> with;
  };
  struct Link {
    scenario::NamedHand partner;
    bool leads = false;
  };

  void expectFree(const JsonReader& at, const scenario::NamedHand& hand) const;
  bool leadsTo(const std::string& from, const std::string& to) const;
  bool openIfLinked(const scenario::NamedHand& hand);

  PlayableMotionPtr motion(const JsonReader& at) const;

  const ScenarioRigs& rigs_;
  const ScenarioMotions& motions_;
  double now_ = 0.0;
  double tick_ = 0.0;
  std::map<std::string, AvatarRigPtr> avatars_;
  std::map<std::string, double> played_;  // when an avatar's last motion began
  std::set<std::string> participants_;
  std::map<scenario::NamedHand, Hold> holds_;
  std::map<scenario::NamedHand, Link> links_;  // by both ends
};

}  // namespace lead
