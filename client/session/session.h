// A connection to a Lead server: joins a room, keeps the newest snapshot, sends inputs, fetches models,
// reconnects by itself. No window and no graphics: the desktop, XR and webcam clients, the bot and the tests
// all use it.
//
// Threads: all sessions of a process share a few threads of the library's own, so hundreds of them are fine.
// Methods may be called from any one thread (the owner's) and never block; poll() hands over what has
// happened since the last call, in order. The destructor leaves the room and takes at most 2 s, whatever the
// server does.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lead/avatar_state.h"
#include "lead/params.h"
#include "lead/world.h"
#include "session/access.h"
#include "vrm/model.h"
#include "wire/snapshot_payload.h"

namespace lead {

struct Snapshot;
using SnapshotPtr = std::shared_ptr<const Snapshot>;
using MotionsPtr = std::shared_ptr<const Motions>;

enum class Role : std::uint8_t { leader, spectator };

/// The SHA-256 of a model file's bytes, lower-case hex, 64 characters.
using ModelHash = std::string;

struct SessionOptions {
  std::string server = "localhost:7400";
  Access access;
  std::string room = "lobby";
  std::string name;  ///< empty: the server gives one
  Role role = Role::leader;
  std::filesystem::path avatar;  ///< .vrm to bring; empty: none; "mannequin": the built-in one
  bool shareAvatar = false;      ///< see Session::shareAvatar(); of this avatar
  std::filesystem::path cache;   ///< of downloaded models; empty: $XDG_CACHE_HOME/lead/models
  bool loadModels = true;        ///< fetch and load the room's models and walks; off for bots that need none
  bool reconnect = true;         ///< off: what would be waited out is a failure
  bool udp = true;               ///< real time by datagrams where they get through; else by the stream only
  std::uint32_t bitsPerSecond = 0;  ///< that snapshots may take; 0: as the server has it
  /// Called for every snapshot that comes, with what is in it and no more, in order, on a thread of the
  /// session: be quick, don't call the session back. For recording and measuring.
  std::function<void(const SnapshotPtr&)> onSnapshot;
};

/// One hand of the participant, as sent with every input. What it holds is state: set it while holding.
struct HandInput {
  glm::vec3 position{0.0F};  ///< world
  std::optional<glm::quat> orientation;
  AvatarId heldAvatar = 0;  ///< 0: holds nothing
  Side heldHand = Side::left;
  glm::vec3 grabbedPoint{
      0.0F};  ///< in the hand's frame; the wrist is pulled to position + orientation · this
  std::optional<glm::quat> sendOrientation;  ///< world orientation that the avatar's hand takes
  std::optional<glm::vec3> rayOrigin;        ///< taken along a ray from here (mouse, far grab)
};

/// The newest input; sent 60 times a second while it changes or anything is held, else 10.
struct ParticipantInput {
  std::optional<glm::vec3> headPosition;
  glm::quat headOrientation = kIdentity;
  std::array<std::optional<HandInput>, 2> hands;  ///< own left, own right
  std::uint32_t seenTick = 0;  ///< tick that is on the screen, against which a grab is judged; 0: the newest
};

struct ParticipantInfo {
  ParticipantId id = 0;
  std::string name;
  Role role = Role::leader;
  AvatarId avatar = 0;
};

/// A motion that an avatar plays, or has played just now.
struct MotionInfo {
  std::uint32_t play = 0;  ///< as in AvatarState::plays
  ModelHash file;
  std::uint32_t animation = 0;  ///< of the file's
  bool loops = false;
  std::string name;  ///< for people; may be empty
};

/// Whether an avatar's file goes to the others in the room.
enum class Sharing : std::uint8_t {
  byLicence,  ///< its licence lets anyone hand it on
  none,       ///< its licence forbids that: they get a stand-in
  byOwner,    ///< its licence forbids that, but its owner says that he may
};

struct AvatarInfo {
  AvatarId id = 0;
  ModelHash model;
  std::string modelName;
  ParticipantId owner = 0;
  std::vector<MotionInfo> motions{};
  Meta licence{};  ///< authors and permissions only; vrm/licence.h has words for them
  Sharing sharing = Sharing::byLicence;
};

struct RoomInfo {
  std::uint32_t version = 0;
  std::string room;
  std::vector<ParticipantInfo> participants;
  std::vector<AvatarInfo> avatars;
  Params params;
  Space space;
  std::vector<ModelHash>
      walks;  ///< files of the clips that its avatars walk with; empty: the procedural gait

  const AvatarInfo* avatar(AvatarId id) const;
  const ParticipantInfo* participant(ParticipantId id) const;
};

struct ParticipantSnapshot {
  ParticipantId id = 0;
  std::uint32_t tick = 0;  ///< that it was so in
  std::optional<glm::vec3> headPosition;
  glm::quat headOrientation = kIdentity;
  struct Hand {
    glm::vec3 position{0.0F};
    std::optional<glm::quat> orientation;
    AvatarId heldAvatar = 0;
    Side heldHand = Side::left;
  };
  std::array<std::optional<Hand>, 2> hands;
};

/// An id and a state; the state's tick says when.
using AvatarSnapshot = wire::AvatarUpdate;

/// Which way inputs go, and snapshots come.
enum class Path : std::uint8_t { stream, udp };

struct Snapshot {
  std::uint32_t tick = 0;
  std::uint32_t connection = 0;  ///< grows with every time that we come into a room: ticks may begin anew
  Path path = Path::stream;
  double serverTime = 0.0;          ///< seconds
  double receivedTime = 0.0;        ///< local steady clock, seconds
  double unixTime = 0.0;            ///< server's wall clock at the tick's start
  double receivedUnixTime = 0.0;    ///< our wall clock
  std::optional<double> age;        ///< seconds at arrival, by the clock offset; none until that is measured
  std::uint32_t inputSequence = 0;  ///< newest input of ours that is in it
  std::optional<double> inputSentTime;  ///< local steady time when that was sent, if it is a recent one
  std::vector<AvatarSnapshot> avatars;
  std::vector<ParticipantSnapshot> participants;  ///< those that are to be seen

  const AvatarSnapshot* avatar(AvatarId id) const;
};

/// An input as the server gets to see it, rounded.
struct SentInput {
  std::uint32_t sequence = 0;
  double sentTime = 0.0;  ///< local steady clock, seconds
  ParticipantInput input;
};

/// From the quickest round trip of the last 10 s.
struct ClockEstimate {
  double offset = 0.0;     ///< the server's clock - ours, seconds
  double roundTrip = 0.0;  ///< seconds
};

/// What has come and gone since the last time, in order; the oldest are left out where there are many.
struct SessionUpdates {
  std::vector<SnapshotPtr> snapshots;  ///< each with what was in it and no more
  std::vector<SentInput> inputs;
  std::optional<ClockEstimate> clock;
};

enum class ConnectionState : std::uint8_t {
  connecting,
  uploading,
  joining,
  connected,
  waiting,
  failed,
  closed
};

// Events, in order, from poll().
struct ConnectionChanged {
  ConnectionState state;
  std::string sentence;  ///< for the user: what is going on or wrong, and what to do
};
struct RoomChanged {
  std::shared_ptr<const RoomInfo> info;
};
/// Told once. The server takes the hand as wanted until the input lets it go: do that before asking for it
/// again.
struct HoldRefused {
  AvatarId avatar;
  Side hand;
  int ownHand;           ///< index of ParticipantInput::hands
  ParticipantId holder;  ///< who has it; 0: nobody
  std::string sentence;
};
struct CommandRefused {
  std::string sentence;
};
struct ModelProgress {
  ModelHash model;
  bool upload;
  std::uint64_t done;
  std::uint64_t total;
};
/// Comes again for the same model when its owner begins to share it: the stand-in first, then the model.
struct ModelReady {
  ModelHash model;
  ModelPtr value;
  bool standIn = false;  ///< not the model but a placeholder with its skeleton
};
struct ModelFailed {
  ModelHash model;
  std::string sentence;
};
/// The server has taken our file, but finds it odd.
struct ModelOddities {
  ModelHash model;
  std::vector<std::string> sentences;  ///< each with its id in brackets
};
using SessionEvent = std::variant<ConnectionChanged, RoomChanged, HoldRefused, CommandRefused, ModelProgress,
                                  ModelReady, ModelFailed, ModelOddities>;

struct PathStats {
  std::uint64_t sentBytes = 0;  ///< of payloads: inputs and pings
  std::uint64_t receivedBytes = 0;
  std::uint64_t sent = 0;  ///< payloads
  std::uint64_t received = 0;
};

struct SessionStats {
  Path path = Path::stream;
  std::uint64_t pathChanges = 0;
  std::array<PathStats, 2> paths{};     ///< by Path; datagrams without their seal and headers
  std::uint64_t payloadsLost = 0;       ///< snapshot payloads that never came
  std::uint64_t payloadsDuplicate = 0;  ///< or too late to be told from one
  std::uint64_t payloadsMalformed = 0;
  std::uint64_t payloadsUnknown = 0;   ///< delta against what we don't have
  std::uint64_t datagramsRefused = 0;  ///< not sealed with our key, or replayed
  double roundTripSeconds = 0.0;       ///< smoothed; 0 until measured
  double snapshotAgeSeconds = 0.0;     ///< of the newest: now - its tick's start, by the clock offset
  std::uint64_t snapshots = 0;         ///< messages and payloads
  std::uint64_t snapshotBytes = 0;
  std::uint64_t inputs = 0;
  std::uint64_t reconnects = 0;
  std::uint64_t badMessages = 0;  ///< from the server, dropped
};

class Session {
 public:
  /// Starts to connect in the background.
  explicit Session(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  std::vector<SessionEvent> poll();

  ConnectionState state() const;
  ParticipantId participant() const;             ///< 0 until joined
  AvatarId ownAvatar() const;                    ///< 0: none brought
  std::shared_ptr<const RoomInfo> room() const;  ///< null until joined
  /// The newest of everybody in the room; null until the first.
  SnapshotPtr newestSnapshot() const;
  /// For Playback, once a frame. Nothing is collected before the first call, which has the newest of
  /// everybody.
  SessionUpdates takeUpdates();
  ModelPtr model(const ModelHash& hash) const;  ///< null until its ModelReady, and once no avatar has it
  bool standsIn(const ModelHash& hash) const;   ///< what model() gives is a placeholder
  /// What the room's avatars move with; null until joined and until all of it is there. `loadModels` has it
  /// fetched.
  MotionsPtr motions() const;
  /// Null until it is there.
  PlayableMotionPtr motion(const MotionInfo& which) const;
  SessionStats stats() const;

  void setInput(const ParticipantInput& input);
  /// No value: back to the default.
  void setParam(const std::string& name, std::optional<float> value);
  void setGaze(AvatarId avatar, GazeMode mode);
  void resetAvatar(AvatarId avatar);
  void setRole(Role role);
  /// Makes a free hand of one avatar hold a free hand of another, which then walks after it.
  void joinHands(const HandOf& leader, const HandOf& follower);
  /// Opens the link that the hand is in, at either end.
  void partHands(const HandOf& hand);
  /// Opens every link of the row that the avatar is in.
  void partRow(AvatarId avatar);
  /// Uploads a .vrma or glTF file and has an avatar play one of its animations in place of standing idle:
  /// once, or until it is stopped. What is wrong with the file comes as CommandRefused.
  void play(AvatarId avatar, const std::filesystem::path& file, bool loops, std::uint32_t animation = 0);
  void stopMotion(AvatarId avatar);
  /// Uploads and brings another avatar; progress and errors come as events. "mannequin" is the built-in one.
  void bringAvatar(const std::filesystem::path& file, bool share = false);
  /// Confirms that others in this room may get the file of the avatar brought although its licence forbids
  /// handing it on, or takes that back: who has the file keeps it. Holds until another avatar is brought.
  void shareAvatar(bool share);
  void leave();
  /// From now on snapshots are acknowledged unread, but for their time: newestSnapshot() stays as it is. For
  /// crowds in load tests, of which one machine could not read all that they are sent.
  void skim();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lead
