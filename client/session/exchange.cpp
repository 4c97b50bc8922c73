#include "session/exchange.h"

#include <algorithm>

#include "session/messages.h"
#include "session/threads.h"

namespace lead {
namespace {

/// A newer one says all that an older one of the same kind said.
bool supersedes(const SessionEvent& newer, const SessionEvent& older) {
  if (newer.index() != older.index()) return false;
  if (std::holds_alternative<RoomChanged>(newer)) return true;
  const auto* progress = std::get_if<ModelProgress>(&newer);
  return progress != nullptr && progress->model == std::get<ModelProgress>(older).model &&
         progress->upload == std::get<ModelProgress>(older).upload;
}

}  // namespace

std::string keyOf(const MotionInfo& motion) {
  return motion.file + " " + std::to_string(motion.animation) + (motion.loops ? " loops" : " once");
}

std::vector<SessionEvent> Exchange::takeEvents() {
  const std::scoped_lock lock(mutex_);
  std::vector<SessionEvent> all(std::make_move_iterator(events_.begin()),
                                std::make_move_iterator(events_.end()));
  events_.clear();
  return all;
}

void Exchange::push(SessionEvent event) {
  std::erase_if(events_, [&](const SessionEvent& older) { return supersedes(event, older); });
  if (events_.size() >= kMostEvents) events_.pop_front();
  events_.push_back(std::move(event));
}

ConnectionState Exchange::state() const {
  const std::scoped_lock lock(mutex_);
  return state_;
}

ParticipantId Exchange::participant() const {
  const std::scoped_lock lock(mutex_);
  return participant_;
}

AvatarId Exchange::ownAvatar() const {
  const std::scoped_lock lock(mutex_);
  return ownAvatar_;
}

std::shared_ptr<const RoomInfo> Exchange::room() const {
  const std::scoped_lock lock(mutex_);
  return room_;
}

SnapshotPtr Exchange::snapshot() const {
  const std::scoped_lock lock(mutex_);
  return assembly_.whole();
}

SessionUpdates Exchange::takeUpdates() {
  const std::scoped_lock lock(mutex_);
  if (!collecting_ && !assembly_.empty()) snapshots_.push_back(assembly_.whole());
  collecting_ = true;
  SessionUpdates updates;
  updates.snapshots.assign(std::make_move_iterator(snapshots_.begin()),
                           std::make_move_iterator(snapshots_.end()));
  updates.inputs.assign(std::make_move_iterator(inputs_.begin()), std::make_move_iterator(inputs_.end()));
  updates.clock = clock_;
  snapshots_.clear();
  inputs_.clear();
  return updates;
}

ModelPtr Exchange::model(const ModelHash& hash) const {
  const std::scoped_lock lock(mutex_);
  const auto found = models_.find(hash);
  return found == models_.end() ? nullptr : found->second;
}

bool Exchange::standsIn(const ModelHash& hash) const {
  const std::scoped_lock lock(mutex_);
  return standIns_.contains(hash);
}

MotionsPtr Exchange::motions() const {
  const std::scoped_lock lock(mutex_);
  return motions_;
}

PlayableMotionPtr Exchange::motion(const MotionInfo& which) const {
  const std::scoped_lock lock(mutex_);
  const auto found = played_.find(keyOf(which));
  return found == played_.end() ? nullptr : found->second;
}

SessionStats Exchange::stats() const {
  const std::scoped_lock lock(mutex_);
  SessionStats stats = stats_;
  if (clock_ && !assembly_.empty())
    stats.snapshotAgeSeconds = steadySeconds() + clock_->offset - assembly_.newestTime();
  return stats;
}

bool Exchange::setInput(const ParticipantInput& input) {
  const std::scoped_lock lock(mutex_);
  const bool changed = !sameInput(input, input_);
  input_ = input;
  return changed;
}

void Exchange::event(SessionEvent event) {
  const std::scoped_lock lock(mutex_);
  push(std::move(event));
}

void Exchange::changeState(ConnectionState state, std::string sentence) {
  const std::scoped_lock lock(mutex_);
  state_ = state;
  push(ConnectionChanged{state, std::move(sentence)});
}

void Exchange::setIdentity(ParticipantId participant, AvatarId ownAvatar) {
  const std::scoped_lock lock(mutex_);
  participant_ = participant;
  ownAvatar_ = ownAvatar;
}

void Exchange::setRoom(std::shared_ptr<const RoomInfo> room) {
  const std::scoped_lock lock(mutex_);
  if (const ParticipantInfo* self = room->participant(participant_)) ownAvatar_ = self->avatar;
  room_ = room;
  assembly_.setRoom(room);
  gatherMotions();
  push(RoomChanged{std::move(room)});
}

void Exchange::addSnapshot(SnapshotPtr snapshot, std::uint64_t bytes) {
  const std::scoped_lock lock(mutex_);
  ++stats_.snapshots;
  stats_.snapshotBytes += bytes;
  assembly_.add(*snapshot);
  if (!collecting_) return;
  snapshots_.push_back(std::move(snapshot));
  if (snapshots_.size() > kMostUpdates) snapshots_.pop_front();
}

void Exchange::addSent(SentInput input) {
  const std::scoped_lock lock(mutex_);
  ++stats_.inputs;
  if (!collecting_) return;
  inputs_.push_back(std::move(input));
  if (inputs_.size() > kMostUpdates) inputs_.pop_front();
}

void Exchange::addModel(const ModelHash& hash, ModelPtr model, bool standIn) {
  const std::scoped_lock lock(mutex_);
  models_[hash] = model;
  if (standIn)
    standIns_.insert(hash);
  else
    standIns_.erase(hash);
  push(ModelReady{hash, std::move(model), standIn});
}

void Exchange::addWalk(const ModelHash& hash, WalksPtr walks) {
  const std::scoped_lock lock(mutex_);
  walks_[hash] = std::move(walks);
  gatherMotions();
}

void Exchange::addMotion(const std::string& key, PlayableMotionPtr motion) {
  const std::scoped_lock lock(mutex_);
  played_[key] = std::move(motion);
}

/// In the room's order, as the server has them: both have to take the same steps.
void Exchange::gatherMotions() {
  if (!room_ || (motions_ && motionsOf_ == room_->walks)) return;
  motions_ = nullptr;
  auto motions = std::make_shared<Motions>();
  for (const ModelHash& hash : room_->walks) {
    const auto found = walks_.find(hash);
    if (found == walks_.end()) return;
    motions->walks.insert(motions->walks.end(), found->second->begin(), found->second->end());
  }
  motionsOf_ = room_->walks;
  motions_ = std::move(motions);
}

void Exchange::keepModels(const RoomInfo& room) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(models_, [&](const auto& item) {
    return std::none_of(room.avatars.begin(), room.avatars.end(),
                        [&](const AvatarInfo& avatar) { return avatar.model == item.first; });
  });
  std::erase_if(standIns_, [&](const ModelHash& hash) { return !models_.contains(hash); });
  std::erase_if(played_, [&](const auto& item) {
    return std::none_of(room.avatars.begin(), room.avatars.end(), [&](const AvatarInfo& avatar) {
      return std::any_of(avatar.motions.begin(), avatar.motions.end(),
                         [&](const MotionInfo& motion) { return keyOf(motion) == item.first; });
    });
  });
  std::erase_if(walks_, [&](const auto& item) {
    return std::find(room.walks.begin(), room.walks.end(), item.first) == room.walks.end();
  });
}

ParticipantInput Exchange::input() const {
  const std::scoped_lock lock(mutex_);
  return input_;
}

void Exchange::setClock(double roundTrip, std::optional<ClockEstimate> clock) {
  const std::scoped_lock lock(mutex_);
  stats_.roundTripSeconds = roundTrip;
  clock_ = clock;
}

void Exchange::countReconnect() {
  const std::scoped_lock lock(mutex_);
  ++stats_.reconnects;
}

void Exchange::countBadMessage() {
  const std::scoped_lock lock(mutex_);
  ++stats_.badMessages;
}

}  // namespace lead
