// A room: people, avatars and what they do to each other, at one fixed tick. Knows no sockets, no messages,
// no clock: time is what step() is given. Deterministic; one thread at a time (the gateway's strand).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lead/world.h"
#include "operations/limits.h"
#include "room/grab.h"
#include "room/input.h"
#include "vrm/model.h"

namespace lead::server {

/// A model as the room needs it.
struct AvatarModel {
  std::string sha256;  ///< 32 bytes, not hex
  std::string name;    ///< the model's own
  AvatarRigPtr rig;
  Meta licence{};             ///< of its file, for the others in the room: nothing but what is about that
  bool mayBeHandedOn = true;  ///< by that licence, without its owner's word
};

struct RoomOptions {
  std::string name;
  int tickRate = 60;
  Space space{};  ///< good by checkSpace()
  std::vector<std::string>
      walks{};  ///< SHA-256, 32 bytes each, of the clips that the avatars' rigs walk with
  std::size_t mostParticipants = limits::kParticipantsPerRoom;
  std::size_t mostAvatars = limits::kAvatarsPerRoom;
};

/// A motion that an avatar plays, or has played just now: whoever shows the room a little later needs it.
struct RoomMotion {
  std::uint32_t play = 0;  ///< as in PlayState
  std::string sha256;      ///< of its file, 32 bytes
  std::uint32_t animation = 0;
  bool loops = false;
  std::string name;           ///< for people
  std::uint32_t endedAt = 0;  ///< tick; 0: plays
};

struct RoomAvatar {
  AvatarId id = 0;
  AvatarModel model;
  ParticipantId owner = 0;  ///< 0: the room
  std::vector<RoomMotion> motions{};
  bool shared = false;  ///< its owner says that he may hand it on, whatever its licence

  /// Whether others get the model's file.
  bool isHandedOn() const { return shared || model.mayBeHandedOn; }
};

enum class Refusal : std::uint8_t {
  heldByOther = 1,
  outOfReach,
  noSuchAvatar,
  spectator,
  holdEnded = 6,  ///< it was held, until the avatar was put back or taken away
};
inline constexpr std::size_t kRefusalCount = 7;

/// What a participant's own hand has of an avatar.
struct Claim {
  enum class State : std::uint8_t { none, held, refused };
  State state = State::none;
  AvatarId avatar = 0;
  Side hand = Side::left;
};

struct Participant {
  ParticipantId id = 0;
  std::string name;
  std::string secret;
  std::string joinKey;   ///< with which it came, if it came with one: as good as the secret
  bool claimed = false;  ///< somebody has come with one of these: the join's answer has arrived
  Role role = Role::leader;
  bool mayLead = true;  ///< else it stays a spectator
  AvatarId avatar = 0;  ///< brought; 0: none
  std::optional<Head> head;
  std::array<std::optional<HandInput>, 2> hands;
  std::array<Claim, 2> claims;
  std::optional<std::uint32_t> sequence;  ///< of the newest input
  std::optional<double> lastInput;        ///< room time, seconds; none: never
  double lastHeard = 0.0;                 ///< anything at all
  bool silent = false;                    ///< let go because of silence, not heard since
};

// What the room has to tell one participant.
struct HoldRefusedNotice {
  ParticipantId participant = 0;
  AvatarId avatar = 0;
  Side hand = Side::left;
  Refusal reason = Refusal::outOfReach;
  ParticipantId holder = 0;
  int ownHand = 0;
};
/// It said nothing for 10 s and is gone.
struct RemovedNotice {
  ParticipantId participant = 0;
};
using Notice = std::variant<HoldRefusedNotice, RemovedNotice>;

struct JoinRequest {
  std::string name;  ///< empty: the room gives one
  Role role = Role::leader;
  std::string secret;  ///< new and random: what a resume will have to show
  std::string
      resumeSecret;  ///< of an earlier join, or a random one that its sender keeps while it tries to
                     ///< join, so that a lost answer leaves nobody behind; empty or unknown: someone new
  std::optional<AvatarModel> avatar;
  bool shareAvatar = false;  ///< see RoomAvatar::shared
  bool mayLead = true;       ///< by its token; `role` is no more than that
  bool onlyResume = false;   ///< refused if the resume secret is unknown
};

enum class JoinFault : std::uint8_t { none, badName, nameInUse, roomFull, tooManyAvatars, onlyResume };

struct JoinResult {
  JoinFault fault = JoinFault::none;
  std::string sentence;  ///< of the fault
  ParticipantId participant = 0;
  AvatarId avatar = 0;
  bool resumed = false;
};

struct RoomCounters {
  std::uint64_t staleInputs = 0;
  std::uint64_t holdsTaken = 0;
  std::uint64_t holdsRefused = 0;
  std::array<std::uint64_t, kRefusalCount> refusedBy{};  ///< of these, by reason
  std::uint64_t silentReleases = 0;
};

class Room {
 public:
  static constexpr double kLetGoAfter = 0.5;  ///< seconds of silence
  static constexpr double kRemoveAfter = 10.0;

  explicit Room(RoomOptions options);

  // People. Methods that change something for a participant ignore one that is not there.
  JoinResult join(const JoinRequest& request);
  void leave(ParticipantId id);
  bool authenticate(ParticipantId id, std::string_view secret) const;
  /// A stream begins: its inputs are numbered anew.
  void connected(ParticipantId id);
  /// The stream ended without a word: lets go at once, keeps its place for a resume.
  void disconnected(ParticipantId id);
  /// A sign of life that is no input.
  void heard(ParticipantId id);
  /// True if it is in force; false for one that is older than what is known.
  bool input(ParticipantId id, const Input& input);

  // Commands. They return a sentence where they were not carried out.
  using Fault = std::optional<std::string>;
  /// No value: back to the default.
  Fault setParam(ParticipantId by, std::string_view name, std::optional<float> value);
  Fault setGaze(ParticipantId by, AvatarId avatar, GazeMode mode);
  Fault resetAvatar(ParticipantId by, AvatarId avatar);
  Fault setAvatar(ParticipantId by, const std::optional<AvatarModel>& model, bool share = false);
  /// Of the avatar that the participant has brought; see RoomAvatar::shared.
  Fault shareAvatar(ParticipantId by, bool share);
  /// Whether the room is a reason to give the participant that model's file: an avatar here is handed on, or
  /// is his own.
  bool mayDownload(ParticipantId id, std::string_view secret, std::string_view sha256) const;
  Fault setRole(ParticipantId by, Role role);
  /// A free hand of one avatar takes a free hand of another, which then walks after it.
  Fault joinHands(ParticipantId by, const HandOf& leader, const HandOf& follower);
  /// Opens the link that the hand is in, at either end.
  Fault partHands(ParticipantId by, const HandOf& hand);
  /// Opens every link of the avatar's row.
  Fault partRow(ParticipantId by, AvatarId avatar);
  /// Whether that participant may have the avatar play a motion; then `rig` is what the motion is bound to,
  /// which takes too long to be done here.
  Fault mayPlay(ParticipantId by, AvatarId avatar, AvatarRigPtr& rig) const;
  /// `motion` says which file's it is. `rig`: as mayPlay() gave it.
  Fault playMotion(ParticipantId by, AvatarId avatar, const AvatarRigPtr& rig, RoomMotion motion,
                   BoundMotionPtr bound);
  Fault stopMotion(ParticipantId by, AvatarId avatar);

  /// An avatar of the room's own; 0 where the room has as many as it may.
  AvatarId addAvatar(const AvatarModel& model) { return addAvatar(model, 0, false); }

  /// One tick of dt seconds.
  void step(float dt);

  const std::string& name() const { return options_.name; }
  const std::vector<std::string>& walks() const { return options_.walks; }
  const World& world() const { return world_; }
  std::uint32_t tick() const { return world_.tick(); }
  double time() const { return time_; }
  /// Grows with every change of what RoomInfo says.
  std::uint32_t infoVersion() const { return infoVersion_; }
  const std::vector<Participant>& participants() const { return participants_; }
  const Participant* find(ParticipantId id) const;
  const std::vector<RoomAvatar>& avatars() const { return avatars_; }
  const RoomCounters& counters() const { return counters_; }
  std::vector<Notice> takeNotices();

 private:
  Participant* person(ParticipantId id);
  Participant* bySecret(std::string_view secret);
  JoinResult resume(Participant& participant, const JoinRequest& request);
  AvatarId addAvatar(const AvatarModel& model, ParticipantId owner, bool shared);
  void removeAvatar(AvatarId id);
  void letGo(Participant& participant);
  void endHoldsOn(AvatarId avatar);
  void applyHand(Participant& participant, std::size_t ownHand, std::uint32_t seenTick);
  void releaseUnwanted(Participant& participant, std::size_t ownHand);
  std::optional<HoldRefusedNotice> tryHold(const Participant& participant, const HandInput& input,
                                           std::uint32_t seenTick);
  bool mayLead(ParticipantId id) const;
  std::string titleOf(const HandOf& hand) const;
  /// Without a full stop; none: the hand is free.
  Fault whyTaken(const HandOf& hand) const;
  void watchSilence();
  void lookAtHeads();
  void recordHands(const Avatar& avatar);
  RoomAvatar* roomAvatar(AvatarId id);
  void forgetMotions();
  std::string guestName() const;
  bool nameTaken(std::string_view name) const;
  bool sentInputLately(const Participant& participant) const;

  RoomOptions options_;
  World world_;
  HandHistory history_;
  std::vector<Participant> participants_;  ///< in order of arrival
  std::vector<RoomAvatar> avatars_;
  std::vector<Notice> notices_;
  RoomCounters counters_;
  double time_ = 0.0;
  ParticipantId lastParticipant_ = 0;
  AvatarId lastAvatar_ = 0;
  std::uint32_t infoVersion_ = 1;
};

}  // namespace lead::server
