#include "session/prediction.h"

#include <algorithm>
#include <cmath>

#include "session/interpolate.h"

namespace lead {
namespace {

constexpr double kStretchSeconds = 0.3;
constexpr double kStretch = 0.1;
constexpr double kJump = 0.5;  // seconds

HandTarget targetOf(const HandInput& hand) {
  return {hand.position + hand.orientation.value_or(kIdentity) * hand.grabbedPoint,
          hand.sendOrientation.has_value(), hand.sendOrientation.value_or(kIdentity)};
}

}  // namespace

void Prediction::advance(double now, const Scene& scene) {
  corrected_ = false;
  if (!scene.timeline.ready() || scene.led.empty()) {
    past_.clear();
    ids_.clear();
    running_ = false;
    return;
  }
  std::uint32_t newest = 0;
  for (const AvatarId id : scene.led)
    if (const Told told = scene.told(id); told.state != nullptr) newest = std::max(newest, told.state->tick);
  if (newest == 0) return;
  const bool others = chooseAvatars(scene);
  if (past_.empty()) return;
  if (others || newest != base_) {
    base_ = newest;
    begin(scene);
    corrected_ = true;
  }
  moveOn(now, scene);
  stepTo(tickFrom(shown_), scene);
}

/// True if they are not those of the last time.
bool Prediction::chooseAvatars(const Scene& scene) {
  std::vector<AvatarId> ids;
  std::vector<AvatarRigPtr> rigs;
  const auto add = [&](AvatarId id) {
    if (std::find(ids.begin(), ids.end(), id) != ids.end() || scene.told(id).state == nullptr) return;
    AvatarRigPtr rig = scene.rigOf(id);
    if (rig == nullptr) return;
    ids.push_back(id);
    rigs.push_back(std::move(rig));
  };
  for (const AvatarId id : scene.led) add(id);
  const std::size_t led = ids.size();
  if (led > 0)
    for (const AvatarId id : scene.neighbours) add(id);
  std::erase_if(past_, [&](const auto& entry) {
    return std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(led), entry.first) ==
           ids.begin() + static_cast<std::ptrdiff_t>(led);
  });
  bool others = past_.size() != led || ids != ids_;
  for (std::size_t i = 0; !others && i < ids.size(); ++i) others = world_.avatars()[i].rig != rigs[i];
  if (!others) return false;
  ids_ = ids;
  world_ = World();
  world_.space = scene.room.space;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const AvatarState& state = *scene.told(ids[i]).state;
    world_.addAvatar(ids[i], rigs[i], state.position, state.heading);
    if (i < led) past_.try_emplace(ids[i]);
  }
  return true;
}

void Prediction::begin(const Scene& scene) {
  std::vector<AvatarState> states;
  states.reserve(ids_.size());
  std::uint32_t sequence = 0;
  for (const AvatarId id : ids_) {
    const Told told = scene.told(id);
    states.push_back(*told.state);
    if (told.state->tick == base_) sequence = std::max(sequence, told.inputSequence);
  }
  world_.params = scene.room.params;
  world_.setViewers(scene.viewers);
  world_.restore(states, base_);
  claimAsTold(scene, sequence);
  applied_ = sequence;
  record();
}

/// As the server has them with that input.
void Prediction::claimAsTold(const Scene& scene, std::uint32_t sequence) {
  claims_ = {};
  const SentInput* input = scene.timeline.find(sequence);
  if (input == nullptr) return;
  for (std::size_t own = 0; own < claims_.size(); ++own) {
    const auto& hand = input->input.hands[own];
    if (!hand || hand->heldAvatar == 0) continue;
    const Avatar* avatar = world_.find(hand->heldAvatar);
    const bool ours = avatar != nullptr && avatar->state.arm(hand->heldHand).holder == scene.self;
    claims_[own] = {ours ? Claim::State::held : Claim::State::refused, hand->heldAvatar, hand->heldHand, 0};
  }
}

void Prediction::moveOn(double now, const Scene& scene) {
  const InputTimeline& timeline = scene.timeline;
  const double most = static_cast<double>(base_ + kMostTicks);
  const double wanted = std::min(most, timeline.ticksAt(timeline.arrivalOf(now)));
  const double gone = std::max(0.0, now - lastNow_) / timeline.tickSeconds();
  lastNow_ = now;
  const double late = wanted - (shown_ + gone);
  if (!running_ || late * timeline.tickSeconds() > kJump) {
    shown_ = running_ ? std::max(shown_, wanted) : wanted;
    running_ = true;
    return;
  }
  const double share = late * timeline.tickSeconds() / kStretchSeconds;
  shown_ = std::min(std::max(shown_, most), shown_ + gone * (1.0 + std::clamp(share, -kStretch, kStretch)));
}

void Prediction::stepTo(std::uint32_t tick, const Scene& scene) {
  tick = std::min(tick, base_ + kMostTicks);
  const auto& inputs = scene.timeline.inputs();
  while (world_.tick() < tick) {
    for (const SentInput& input : inputs) {
      if (input.sequence <= applied_) continue;
      if (scene.timeline.tickOf(input) > world_.tick() + 1) break;
      apply(input, scene.self);
    }
    world_.step(static_cast<float>(scene.timeline.tickSeconds()));
    record();
  }
}

/// As the server does: releases first, so that a hold can pass from one own hand to the other.
void Prediction::apply(const SentInput& input, ParticipantId self) {
  applied_ = input.sequence;
  const auto& hands = input.input.hands;
  for (std::size_t own = 0; own < claims_.size(); ++own) {
    Claim& claim = claims_[own];
    if (claim.state == Claim::State::none || claim.wants(hands[own])) continue;
    if (claim.state == Claim::State::held) world_.release(claim.avatar, claim.hand, self);
    claim = {};
  }
  for (std::size_t own = 0; own < claims_.size(); ++own) {
    Claim& claim = claims_[own];
    if (!hands[own] || hands[own]->heldAvatar == 0 || claim.state == Claim::State::refused) continue;
    const HandInput& hand = *hands[own];
    if (claim.state == Claim::State::held) {
      world_.setTarget(claim.avatar, claim.hand, self, targetOf(hand));
      continue;
    }
    const HoldResult result = world_.hold(hand.heldAvatar, hand.heldHand, self, targetOf(hand));
    const bool ours = result == HoldResult::taken || result == HoldResult::alreadyYours;
    claim = {ours ? Claim::State::held : Claim::State::refused, hand.heldAvatar, hand.heldHand,
             input.sequence};
  }
}

void Prediction::record() {
  const std::uint32_t tick = world_.tick();
  for (auto& [id, past] : past_) {
    if (past.first == 0 || tick < past.first || tick > past.last + 1) past.first = tick;
    past.last = tick;
    if (tick - past.first >= kPast) past.first = tick - static_cast<std::uint32_t>(kPast) + 1;
    past.states[tick % kPast] = world_.find(id)->state;
  }
}

AvatarState Prediction::sampleAt(AvatarId id, double tick) const {
  const Past& past = past_.at(id);
  const double at = std::clamp(tick, static_cast<double>(past.first), static_cast<double>(world_.tick()));
  const auto from = static_cast<std::uint32_t>(std::floor(at));
  const auto to = static_cast<std::uint32_t>(std::ceil(at));
  const AvatarState& a = past.states[from % kPast];
  if (from == to) return a;
  return interpolate(a, past.states[to % kPast], static_cast<float>(at - static_cast<double>(from)));
}

}  // namespace lead
