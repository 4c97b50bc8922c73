// What crosses between the owner's thread and the session's threads: small, behind one mutex, bounded.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "session/assembly.h"
#include "session/session.h"

namespace lead {

/// What is in one file.
using WalksPtr = std::shared_ptr<const std::vector<WalkCyclePtr>>;

/// Names what is made of one animation of a file; begins with the file's hash.
std::string keyOf(const MotionInfo& motion);

class Exchange {
 public:
  static constexpr std::size_t kMostEvents = 1024;  ///< an owner that never polls loses the oldest
  static constexpr std::size_t kMostUpdates = 256;  ///< likewise

  // Owner's side.
  std::vector<SessionEvent> takeEvents();
  ConnectionState state() const;
  ParticipantId participant() const;
  AvatarId ownAvatar() const;
  std::shared_ptr<const RoomInfo> room() const;
  SnapshotPtr snapshot() const;
  SessionUpdates takeUpdates();
  ModelPtr model(const ModelHash& hash) const;
  bool standsIn(const ModelHash& hash) const;
  MotionsPtr motions() const;
  PlayableMotionPtr motion(const MotionInfo& which) const;
  /// Round trip, counts; the age is of `snapshot()` at the time of the call.
  SessionStats stats() const;
  /// True if it differs from the last one.
  bool setInput(const ParticipantInput& input);

  // The session's side.
  void event(SessionEvent event);
  void changeState(ConnectionState state, std::string sentence);
  void setIdentity(ParticipantId participant, AvatarId ownAvatar);
  void setRoom(std::shared_ptr<const RoomInfo> room);
  /// With what has come, which need not be everybody.
  void addSnapshot(SnapshotPtr snapshot, std::uint64_t bytes);
  void addSent(SentInput input);
  void addModel(const ModelHash& hash, ModelPtr model, bool standIn);
  void addWalk(const ModelHash& hash, WalksPtr walks);
  void addMotion(const std::string& key, PlayableMotionPtr motion);
  /// Forgets models that no avatar of the room has, and walks of other rooms.
  void keepModels(const RoomInfo& room);
  ParticipantInput input() const;
  void setClock(double roundTrip, std::optional<ClockEstimate> clock);
  template <typename F>
  void count(F change) {
    const std::scoped_lock lock(mutex_);
    change(stats_);
  }
  void countReconnect();
  void countBadMessage();

 private:
  void push(SessionEvent event);
  void gatherMotions();  // with mutex_ held
  mutable std::mutex mutex_;
  std::deque<SessionEvent> events_;
  ConnectionState state_ = ConnectionState::connecting;
  ParticipantId participant_ = 0;
  AvatarId ownAvatar_ = 0;
  std::shared_ptr<const RoomInfo> room_;
  mutable Assembly assembly_;
  bool collecting_ = false;  ///< somebody takes the updates
  std::deque<SnapshotPtr> snapshots_;
  std::deque<SentInput> inputs_;
  std::map<ModelHash, ModelPtr> models_;
  std::set<ModelHash> standIns_;  ///< those of them that are
  std::map<ModelHash, WalksPtr> walks_;
  std::map<std::string, PlayableMotionPtr> played_;  ///< by keyOf()
  MotionsPtr motions_;                               ///< of the walks in motionsOf_; null: some are missing
  std::vector<ModelHash> motionsOf_;
  ParticipantInput input_;
  SessionStats stats_;
  std::optional<ClockEstimate> clock_;
};

}  // namespace lead
