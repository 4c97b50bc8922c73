// What to draw of a room at a moment: others a little in the past, between states that have come; what the
// user leads as it will be when his input gets to the server. design/network.md, "Client time". Pure: times
// are handed in, local steady seconds. One thread.
//
// A frame: follow(), setInput(), sampleAt(), then draw avatars() and participants().
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "session/avatar_track.h"
#include "session/blend.h"
#include "session/claims.h"
#include "session/input_timeline.h"
#include "session/prediction.h"
#include "session/release_judge.h"
#include "session/roster.h"
#include "session/session.h"

namespace lead {

class Rigs;

struct PlaybackSource {
  SessionUpdates updates;
  std::shared_ptr<const RoomInfo> room;  ///< null: not joined
  ParticipantId self = 0;
  /// Null until it is there; no function: nothing is predicted.
  std::function<AvatarRigPtr(const AvatarInfo&)> rigOf;
};
/// `rigs` null: nothing is predicted.
PlaybackSource sourceOf(Session& session, Rigs* rigs);

struct PlaybackStats {
  // Frames of others' avatars that were not at rest.
  std::uint64_t interpolated = 0;
  std::uint64_t extrapolated = 0;
  std::uint64_t held = 0;              ///< nothing had come for so long that it stood still
  double longestHeld = 0.0;            ///< seconds
  double wait = 0.0;                   ///< seconds that states wait to be drawn, mean of the avatars
  std::vector<float> corrections;      ///< of what the user leads, metres; the newest of them
  std::vector<ReleaseError> releases;  ///< likewise
  float largestStep = 0.0F;            ///< metres that a correction moved an avatar in one frame, at most
  float step = 0.0F;                   ///< likewise, in the last frame
  double inputDelay = 0.0;             ///< one way, as it was learned, seconds
};

class Playback {
 public:
  /// Takes in what has come.
  void follow(const PlaybackSource& source);
  /// What the user wants in this frame; the hand that he holds is drawn there.
  void setInput(const ParticipantInput& input) { input_ = input; }
  void sampleAt(double now);
  void clear() { *this = Playback(); }

  /// As of the last sampleAt(). An avatar is in it from its first state on; its state's tick says what is
  /// shown.
  const std::vector<AvatarSnapshot>& avatars() const { return avatars_; }
  const std::vector<ParticipantSnapshot>& participants() const { return participants_; }
  const AvatarSnapshot* avatar(AvatarId id) const;
  /// The newest tick of others' that is on the screen; 0: nothing is.
  std::uint32_t tick() const { return tick_; }

  /// What became of what our hands have asked for.
  const Claims& claims() const { return claims_; }
  /// Who has a hand, as the server told last. Our own hold counts once it has been granted for what is asked
  /// now.
  ParticipantId holderOf(AvatarId id, Side side) const;
  bool predicts(AvatarId id) const;
  const PlaybackStats& stats() const { return stats_; }

 private:
  struct Shown {
    AvatarTrack track;
    Blend blend;
    ReleaseJudge judge;
    AvatarState raw;    ///< before the blend
    AvatarState state;  ///< as drawn
    bool drawn = false;
    bool predicted = false;
    std::array<bool, 2> inHand{};  ///< drawn at the user's hand
    double heldSince = 0.0;        ///< 0: it isn't
  };
  struct Person {
    PlayoutClock clock;
    TimedStates<ParticipantSnapshot> states;
  };
  /// What the user leads or led until just now.
  struct Led {
    bool wanted = true;
    double until = 0.0;         ///< our time, when he let go
    std::uint32_t release = 0;  ///< sequence of the last input before that
  };

  // playback.cpp
  void add(const Snapshot& snapshot);
  void addAvatar(const AvatarSnapshot& avatar, const Snapshot& snapshot);
  void forgetGone();
  Told told(AvatarId id) const;
  void draw(AvatarId id, Shown& shown, double now, float dt, double lastTick);
  void drawInHand(const HandInput& hand, ArmState& arm) const;
  void drawPeople(double now);
  void count(Shown& shown, double now);

  // playback_led.cpp: which avatars are predicted
  bool wants(AvatarId id, Side side) const;
  bool wants(AvatarId id) const;
  const HandInput* handOn(AvatarId id, Side side) const;
  void chooseLed(double now);
  void addRows(std::vector<AvatarId>& ids) const;
  bool isOver(AvatarId id, const Led& led, double now) const;
  void predict(double now);

  std::shared_ptr<const RoomInfo> room_;
  ParticipantId self_ = 0;
  std::function<AvatarRigPtr(const AvatarInfo&)> rigOf_;
  std::uint32_t connection_ = 0;
  Roster roster_;
  ParticipantInput input_;
  InputTimeline timeline_;
  Claims claims_{};
  Prediction prediction_;
  std::map<AvatarId, Shown> shown_;
  std::map<ParticipantId, Person> people_;
  std::map<AvatarId, Led> led_;
  double lastNow_ = 0.0;
  std::vector<AvatarSnapshot> avatars_;
  std::vector<ParticipantSnapshot> participants_;
  std::uint32_t tick_ = 0;
  PlaybackStats stats_;
};

}  // namespace lead
