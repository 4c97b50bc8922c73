#include "tool/bot_view.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace lead::tool {
namespace {

constexpr float kMovingSpeed = 0.2F;  // m/s, from which standing still is seen
constexpr float kMovingShare = 0.1F;  // of the way that it should have gone
constexpr double kStandingSeconds = 0.5;
constexpr double kMillimetres = 1000.0;

bool stands(const AvatarState& state) {
  return state.speed() == 0.0F && state.walkWeight == 0.0F;
}

/// What has come since there were `counted`. Where the oldest have been dropped, the last one.
template <typename T, typename Use>
void forNew(const std::vector<T>& all, std::size_t& counted, Use use) {
  if (all.size() < counted) counted = all.size() - std::min<std::size_t>(1, all.size());
  for (; counted < all.size(); ++counted) use(all[counted]);
}

}  // namespace

void BotView::draw(const PlaybackSource& source, const ParticipantInput& input, double now) {
  playback_.follow(source);
  playback_.setInput(input);
  playback_.sampleAt(now);
  const double dt = last_ == 0.0 ? 0.0 : now - last_;
  last_ = now;
  if (dt <= 0.0 || !source.room) return;
  for (const AvatarSnapshot& avatar : playback_.avatars()) {
    Seen& seen = seen_[avatar.id];
    if (seen.known) judgeMotion(avatar.state, dt, seen);
    seen.place = avatar.state.position;
    seen.known = true;
    const AvatarInfo* info = source.room->avatar(avatar.id);
    if (info == nullptr || playback_.predicts(avatar.id)) continue;
    if (const AvatarRigPtr rig = seen.still > kStandingSeconds ? source.rigOf(*info) : nullptr)
      judgeHands(*rig, avatar.state, dt, seen);
    else
      seen.hands = {};
  }
  std::erase_if(seen_, [&](const auto& each) { return playback_.avatar(each.first) == nullptr; });
  lastDt_ = dt;
  judgeOwnHands(input);
  takeFigures();
}

/// It says that it moves: does it?
void BotView::judgeMotion(const AvatarState& state, double dt, Seen& seen) {
  seen.still = stands(state) ? seen.still + dt : 0.0;
  const float way = glm::distance(state.position, seen.place);
  const bool stuck =
      state.speed() > kMovingSpeed && way < kMovingShare * state.speed() * static_cast<float>(dt);
  // What was before measuring began is not part of it, nor need it ever move again.
  const double before = seen.stuck;
  seen.stuck = stuck && recorder_.recording() ? before + dt : 0.0;
  if (seen.stuck == 0.0) return;
  recorder_.drawn([&](DrawnFigures& figures) {
    if (before <= kFreezeSeconds && seen.stuck > kFreezeSeconds) ++figures.freezes;
    figures.longestFreeze = std::max(figures.longestFreeze, seen.stuck);
  });
}

/// How far from where it would be, went it on as in the frame before.
void BotView::judgeHands(const AvatarRig& rig, const AvatarState& state, double dt, Seen& seen) {
  std::optional<std::array<glm::vec3, 2>> places;
  for (const Side side : kSides) {
    Hand& hand = seen.hands[index(side)];
    const ArmState& arm = state.arm(side);
    if (!arm.held() || arm.ikWeight < 1.0F) {
      hand = {};
      continue;
    }
    if (!places) places = wrists(rig, state);
    const glm::vec3 place = (*places)[index(side)];
    const glm::vec3 velocity = (place - hand.place) / static_cast<float>(dt);
    // Uneven frames of a busy machine are not the line's.
    const bool even = dt < 1.5 * lastDt_ && lastDt_ < 1.5 * dt;
    if (hand.frames >= 2 && even) {
      const float off = glm::distance(place, hand.place + hand.velocity * static_cast<float>(dt));
      recorder_.drawn([off](DrawnFigures& figures) { figures.handJitter.add(off * kMillimetres); });
    }
    hand = {place, velocity, hand.frames + 1};
  }
}

void BotView::judgeOwnHands(const ParticipantInput& input) {
  for (const auto& hand : input.hands) {
    if (!hand || hand->heldAvatar == 0 || !playback_.predicts(hand->heldAvatar)) continue;
    const AvatarSnapshot* avatar = playback_.avatar(hand->heldAvatar);
    if (avatar == nullptr) continue;
    const glm::vec3 wanted = hand->position + hand->orientation.value_or(kIdentity) * hand->grabbedPoint;
    const float off = glm::distance(avatar->state.arm(hand->heldHand).target, wanted);
    recorder_.drawn([off](DrawnFigures& figures) { figures.ownHand.add(off * kMillimetres); });
  }
}

void BotView::takeFigures() {
  const PlaybackStats& stats = playback_.stats();
  recorder_.drawn([&](DrawnFigures& figures) {
    forNew(stats.corrections, corrections_,
           [&](float error) { figures.correction.add(error * kMillimetres); });
    forNew(stats.releases, releases_, [&](const ReleaseError& error) {
      figures.atRelease.add(error.atRelease * kMillimetres);
      figures.afterRelease.add(error.halfASecondLater * kMillimetres);
    });
    figures.interpolated += stats.interpolated - frames_[0];
    figures.extrapolated += stats.extrapolated - frames_[1];
    figures.held += stats.held - frames_[2];
    figures.largestStep = std::max(figures.largestStep, stats.step);
    if (!playback_.avatars().empty()) figures.wait.add(stats.wait * kMillimetres);
  });
  corrections_ = stats.corrections.size();
  releases_ = stats.releases.size();
  frames_ = {stats.interpolated, stats.extrapolated, stats.held};
}

}  // namespace lead::tool
