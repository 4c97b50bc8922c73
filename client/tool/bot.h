// One automatic participant: joins, walks to an avatar's hand, takes it, leads it along a path, lets go,
// leaves.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "session/rigs.h"
#include "session/session.h"
#include "tool/bot_recorder.h"
#include "tool/bot_view.h"
#include "tool/lead_path.h"
#include "tool/walker.h"
#include "tool/watched_avatar.h"

namespace lead::tool {

struct BotOptions {
  SessionOptions session;
  int number = 0;  ///< among the bots of this process
  std::string lead =
      "first";  ///< first, own, each, none, an avatar's number, its model's or its owner's name
  std::filesystem::path play;  ///< a motion that the avatar is to play, in place of being led; empty: none
  std::vector<Side> hands{Side::left};
  PathShape path;
  int chain = 1;                 ///< avatars in the row that it leads; more than 1: with one hand only
  std::optional<float> towards;  ///< heading of the path; none: the avatar's own
  std::optional<float> height;   ///< of the led hand; none: as it was taken
  float speed = 0.8F;
  double duration = 10.0;  ///< in the room; 0: until the path ends
  double holdDelay = 0.0;
  std::optional<double> releaseAt;  ///< seconds after the take
  bool again = false;               ///< then takes it again, until the duration is over
  bool skims = false;               ///< once it leads or looks on, it acknowledges snapshots unread
  bool draws = true;                ///< draws what it sees and measures that
  double wait = 10.0;               ///< for the server, and for the avatar
  std::uint32_t seed = 1;
  bool quiet = false;
};

/// One thread.
class Bot {
 public:
  Bot(BotOptions options, BotRecorder& recorder);

  /// Advances to `now` (steady seconds), dt after the last time.
  void step(double now, float dt);
  /// Lets go, waits until the avatar has come to rest, leaves.
  void stop();
  bool finished() const { return phase_ == Phase::left; }
  /// Nothing is lost if it is stepped only now and then.
  bool patient() const;
  /// What it reports of what came and went is since now.
  void beginToCount();
  /// Empty while all is well.
  const std::string& failure() const { return failure_; }

  double distanceLed() const { return distanceLed_; }
  int refusedGrabs() const { return refusedGrabs_; }
  const Session& session() const { return *session_; }
  nlohmann::json report() const;

 private:
  enum class Phase { joining, looking, approaching, reaching, leading, lettingGo, leaving, left };
  struct Hold {
    Side side;               ///< the avatar's
    std::size_t own;         ///< index of our hand
    glm::vec3 taken{0.0F};   ///< where the wrist was
    bool confirmed = false;  ///< a snapshot says it's ours
  };

  // bot.cpp
  void handleEvents();
  void handle(const ConnectionChanged& change);
  void handle(const HoldRefused& refused);
  void countDistance();
  void measureRoundTrip();
  bool avatarRests() const;
  void look();
  void playMotion();
  void refreshRig();
  void refreshAvatar();
  void endLead();
  void approach(float dt);
  void reach();
  void take();
  void lead(float dt);
  void checkHolds();
  void letGo();
  void dropHolds();
  void enter(Phase phase);
  void fail(std::string sentence);
  void say(const std::string& text) const;

  // bot_row.cpp
  void joinRow();
  void countRow();
  void partRow();

  // bot_body.cpp
  glm::vec3 wrist(Side side) const;
  glm::vec3 standBy(const glm::vec3& hand, const glm::vec3& away) const;
  void showBody();
  glm::vec3 targetOf(const Hold& hold) const;

  const AvatarSnapshot* avatarState() const;
  const AvatarInfo* chosenAvatar(const RoomInfo& room) const;
  std::string avatarName() const;

  BotOptions options_;
  BotRecorder& recorder_;
  std::unique_ptr<Session> session_;
  std::minstd_rand random_;
  Rigs rigs_;
  Walker walker_;
  Phase phase_ = Phase::joining;
  double now_ = 0.0;
  double phaseSince_ = 0.0;
  double joinedAt_ = 0.0;
  double pauseUntil_ = 0.0;  ///< after a refusal
  double saidAt_ = 0.0;
  RoundTripChoice roundTrips_;
  double lookedAt_ = 0.0;
  SessionStats countedFrom_;
  double countedSince_ = 0.0;
  double endedAt_ = 0.0;  ///< began to leave
  bool placed_ = false;
  std::string failure_;
  std::string trouble_;  ///< what the connection last complained of

  AvatarId avatar_ = 0;
  AvatarRigPtr rig_;
  std::shared_ptr<WatchedAvatar> watched_ = std::make_shared<WatchedAvatar>();
  std::optional<AvatarSnapshot> seen_;  ///< the chosen avatar
  SnapshotPtr snapshot_;                ///< of all, where it leads a row
  std::unique_ptr<BotView> view_;
  ParticipantInput input_;
  std::vector<Hold> holds_;
  std::optional<LeadPath> path_;
  double ledSince_ = 0.0;
  double leadSeconds_ = 0.0;
  glm::vec3 lastPosition_{0.0F};
  double distanceLed_ = 0.0;
  int refusedGrabs_ = 0;
  int takes_ = 0;
  int lostHolds_ = 0;
  bool rowAsked_ = false;    ///< since it has taken the hand
  bool mayHaveRow_ = false;  ///< asked for one that it has not parted
  bool playAsked_ = false;
  int longestRow_ = 0;
};

}  // namespace lead::tool
