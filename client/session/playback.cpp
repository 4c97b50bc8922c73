#include "session/playback.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "session/interpolate.h"
#include "session/rigs.h"

namespace lead {
namespace {

constexpr std::size_t kMostKept = 4096;  // of each figure

template <typename T>
void keep(std::vector<T>& all, const T& value) {
  if (all.size() >= kMostKept) all.erase(all.begin(), all.begin() + kMostKept / 2);
  all.push_back(value);
}

}  // namespace

PlaybackSource sourceOf(Session& session, Rigs* rigs) {
  PlaybackSource source{session.takeUpdates(), session.room(), session.participant(), {}};
  if (rigs != nullptr)
    source.rigOf = [rigs, &session](const AvatarInfo& avatar) { return rigs->of(session, avatar); };
  return source;
}

void Playback::follow(const PlaybackSource& source) {
  self_ = source.self;
  rigOf_ = source.rigOf;
  if (source.updates.clock) timeline_.setClock(*source.updates.clock);
  for (const SentInput& input : source.updates.inputs) {
    timeline_.sent(input);
    lead::follow(input, claims_);
  }
  for (const SnapshotPtr& snapshot : source.updates.snapshots) add(*snapshot);
  if (source.updates.clock && !timeline_.ready()) timeline_.setClock(*source.updates.clock);  // begun anew
  judge(
      self_, [this](AvatarId id) { return told(id); }, claims_);
  if (source.room && source.room != room_) roster_.set(*source.room);
  room_ = source.room;
  forgetGone();
}

void Playback::add(const Snapshot& snapshot) {
  if (snapshot.connection != connection_) {
    shown_.clear();
    people_.clear();
    led_.clear();
    prediction_.clear();
    roster_ = {};
    timeline_.beginAnew();
    room_ = nullptr;
    tick_ = 0;
    connection_ = snapshot.connection;
  }
  for (const AvatarSnapshot& avatar : snapshot.avatars) addAvatar(avatar, snapshot);
  if (!snapshot.avatars.empty())
    timeline_.acknowledged(snapshot.tick, snapshot.serverTime, snapshot.avatars.front().state.tickSeconds,
                           snapshot.inputSequence);
  for (const ParticipantSnapshot& each : snapshot.participants) {
    if (!mayRemember(people_, each.id)) continue;
    Person& person = people_[each.id];
    if (person.states.add(snapshot.serverTime, each))
      person.clock.arrived(snapshot.serverTime, snapshot.receivedTime);
  }
}

void Playback::addAvatar(const AvatarSnapshot& avatar, const Snapshot& snapshot) {
  if (!mayRemember(shown_, avatar.id)) return;
  Shown& shown = shown_[avatar.id];
  const bool guessed =
      shown.drawn && !shown.predicted && shown.track.drawn() != AvatarTrack::Drawn::interpolated;
  if (!shown.track.add(avatar.state, snapshot.serverTime, snapshot.receivedTime, snapshot.inputSequence))
    return;
  if (guessed) {
    shown.raw = shown.track.sample();
    shown.blend.correct(shown.state, shown.raw);
  }
  shown.judge.told(avatar.state);
}

void Playback::forgetGone() {
  std::erase_if(shown_, [&](const auto& entry) { return roster_.avatarIsGone(entry.first); });
  std::erase_if(led_, [&](const auto& entry) { return roster_.avatarIsGone(entry.first); });
  std::erase_if(people_, [&](const auto& entry) { return roster_.participantIsGone(entry.first); });
}

Told Playback::told(AvatarId id) const {
  const auto found = shown_.find(id);
  if (found == shown_.end() || found->second.track.empty()) return {};
  return {&found->second.track.newest(), found->second.track.newestInput()};
}

ParticipantId Playback::holderOf(AvatarId id, Side side) const {
  const Told known = told(id);
  if (known.state == nullptr) return 0;
  const ParticipantId holder = known.state->arm(side).holder;
  if (holder != self_) return holder;
  const bool granted = std::any_of(claims_.begin(), claims_.end(), [&](const Claim& claim) {
    return claim.state == Claim::State::held && claim.avatar == id && claim.hand == side;
  });
  return granted ? holder : 0;
}

bool Playback::predicts(AvatarId id) const {
  const auto found = shown_.find(id);
  return found != shown_.end() && found->second.predicted;
}

const AvatarSnapshot* Playback::avatar(AvatarId id) const {
  const auto found =
      std::find_if(avatars_.begin(), avatars_.end(), [id](const auto& each) { return each.id == id; });
  return found == avatars_.end() ? nullptr : &*found;
}

void Playback::sampleAt(double now) {
  const auto dt = static_cast<float>(lastNow_ == 0.0 ? 0.0 : std::max(0.0, now - lastNow_));
  lastNow_ = now;
  for (auto& [id, shown] : shown_) shown.track.advance(now);
  chooseLed(now);
  const double lastTick = prediction_.shown();
  predict(now);
  avatars_.clear();
  stats_.step = 0.0F;
  double wait = 0.0;
  for (auto& [id, shown] : shown_) {
    if (shown.track.empty() || !roster_.hasAvatar(id)) continue;
    draw(id, shown, now, dt, lastTick);
    avatars_.push_back({id, shown.state});
    if (!shown.predicted) tick_ = std::max(tick_, shown.state.tick);
    wait += shown.track.clock().wantedWait();
  }
  stats_.largestStep = std::max(stats_.largestStep, stats_.step);
  if (tick_ == 0 && !avatars_.empty()) tick_ = avatars_.front().state.tick;
  if (!avatars_.empty()) stats_.wait = wait / static_cast<double>(avatars_.size());
  stats_.inputDelay = timeline_.delay();
  drawPeople(now);
}

void Playback::draw(AvatarId id, Shown& shown, double now, float dt, double lastTick) {
  const bool predicted = prediction_.has(id);
  const AvatarState raw = predicted ? prediction_.sampleAt(id, prediction_.shown()) : shown.track.sample();
  if (shown.drawn && predicted != shown.predicted) {
    shown.blend.correct(extrapolate(shown.state, dt), raw);
  } else if (shown.drawn && predicted && prediction_.corrected()) {
    const AvatarState corrected = prediction_.sampleAt(id, lastTick);
    keep(stats_.corrections, glm::distance(shown.raw.position, corrected.position));
    shown.blend.correct(shown.state, corrected);
  }
  shown.predicted = predicted;
  shown.blend.advance(dt);
  stats_.step = std::max(stats_.step, shown.blend.step());
  AvatarState state = raw;
  for (const Side side : kSides)
    if (shown.inHand[index(side)] && !(predicted && wants(id, side)))
      shown.blend.correctTarget(side, shown.state.arm(side).target, state.arm(side).target);
  shown.blend.apply(state);
  for (const Side side : kSides) {
    shown.inHand[index(side)] = predicted && wants(id, side);
    if (shown.inHand[index(side)]) drawInHand(*handOn(id, side), state.arm(side));
  }
  if (shown.drawn) rampArms(shown.state, dt, state);
  shown.raw = raw;
  shown.state = state;
  shown.drawn = true;
  if (!predicted) return count(shown, now);
  if (const auto error = shown.judge.shown(prediction_.shown(), state.position))
    keep(stats_.releases, *error);
}

/// Whatever the line does, the hand that the user holds is where his is.
void Playback::drawInHand(const HandInput& hand, ArmState& arm) const {
  arm.holder = self_;
  arm.target = hand.position + hand.orientation.value_or(kIdentity) * hand.grabbedPoint;
  arm.hasOrientation = hand.sendOrientation.has_value();
  if (hand.sendOrientation) arm.orientation = *hand.sendOrientation;
}

void Playback::count(Shown& shown, double now) {
  const AvatarTrack::Drawn drawn = shown.track.drawn();
  if (drawn != AvatarTrack::Drawn::held) shown.heldSince = 0.0;
  if (isAtRest(shown.raw)) return;
  if (drawn == AvatarTrack::Drawn::interpolated) ++stats_.interpolated;
  if (drawn == AvatarTrack::Drawn::extrapolated) ++stats_.extrapolated;
  if (drawn != AvatarTrack::Drawn::held) return;
  ++stats_.held;
  if (shown.heldSince == 0.0) shown.heldSince = now;
  stats_.longestHeld = std::max(stats_.longestHeld, now - shown.heldSince);
}

void Playback::drawPeople(double now) {
  participants_.clear();
  for (auto& [id, person] : people_) {
    person.clock.advance(now);
    person.states.forgetBefore(person.clock.shown());
    if (person.states.empty()) continue;
    const auto about = person.states.about(person.clock.shown());
    participants_.push_back(about.to != nullptr ? interpolate(*about.from, *about.to, about.share)
                                                : *about.from);
  }
}

}  // namespace lead
