#include "lead/world.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "lead/evaluate.h"

namespace lead {
namespace {

void settle(Avatar& avatar) {
  evaluate(*avatar.rig, avatar.state, avatar.pose);
}

void aim(const HandTarget& target, ArmState& arm) {
  arm.target = target.position;
  arm.hasOrientation = target.hasOrientation;
  if (target.hasOrientation) arm.orientation = target.orientation;
}

void letGo(ArmState& arm) {
  arm.holder = 0;
}

/// Of the rig's motions, those that the state still plays.
std::vector<PlayedMotion> stillPlayed(const Avatar& avatar) {
  std::vector<PlayedMotion> played;
  for (const PlayedMotion& each : avatar.rig->played)
    for (const PlayState& play : avatar.state.plays)
      if (play.play == each.play) played.push_back(each);
  return played;
}

}  // namespace

Avatar& World::addAvatar(AvatarId id, AvatarRigPtr rig, glm::vec3 position, float heading) {
  if (id == 0 || find(id) != nullptr || rig == nullptr)
    throw std::invalid_argument("an avatar needs a new id other than 0, and a rig");
  Avatar avatar;
  avatar.id = id;
  avatar.rig = std::move(rig);
  avatar.spawnPosition = position;
  avatar.spawnHeading = heading;
  avatar.state.position = position;
  avatar.state.heading = heading;
  avatar.state.tick = tick_;
  avatar.state.seed = id + seed * 0x9e3779b9U;
  avatars_.push_back(std::move(avatar));
  indexAvatars();
  settle(avatars_.back());
  return avatars_.back();
}

bool World::removeAvatar(AvatarId id) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return false;
  for (ArmState& arm : avatar->state.arms) openLink(arm);
  avatars_.erase(avatars_.begin() + (avatar - avatars_.data()));
  indexAvatars();
  return true;
}

void World::indexAvatars() {
  index_.resize(avatars_.size());
  for (std::size_t i = 0; i < avatars_.size(); ++i) index_[i] = {avatars_[i].id, i};
  std::sort(index_.begin(), index_.end(), [](const IdPlace& a, const IdPlace& b) { return a.id < b.id; });
}

std::size_t World::placeOf(AvatarId id) const {
  const auto found =
      std::lower_bound(index_.begin(), index_.end(), id,
                       [](const IdPlace& entry, AvatarId wanted) { return entry.id < wanted; });
  return found == index_.end() || found->id != id ? kNowhere : found->place;
}

const Avatar* World::find(AvatarId id) const {
  const std::size_t place = placeOf(id);
  return place == kNowhere ? nullptr : &avatars_[place];
}

Avatar* World::find(AvatarId id) {
  return const_cast<Avatar*>(std::as_const(*this).find(id));
}

HoldResult World::hold(AvatarId id, Side hand, ParticipantId holder, const HandTarget& target) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return HoldResult::noSuchAvatar;
  ArmState& arm = avatar->state.arm(hand);
  if (arm.partner != 0 || (arm.held() && arm.holder != holder)) return HoldResult::heldByOther;
  const bool already = arm.held();
  if (!already) {
    arm.holder = holder;
    arm.heldSince = tick_ + 1;
    arm.restReach = -1.0F;
  }
  aim(target, arm);
  return already ? HoldResult::alreadyYours : HoldResult::taken;
}

bool World::setTarget(AvatarId id, Side hand, ParticipantId holder, const HandTarget& target) {
  Avatar* avatar = find(id);
  if (avatar == nullptr || holder == 0 || avatar->state.arm(hand).holder != holder) return false;
  aim(target, avatar->state.arm(hand));
  return true;
}

bool World::release(AvatarId id, Side hand, ParticipantId holder) {
  Avatar* avatar = find(id);
  if (avatar == nullptr || holder == 0 || avatar->state.arm(hand).holder != holder) return false;
  letGo(avatar->state.arm(hand));
  return true;
}

void World::releaseAll(ParticipantId holder) {
  if (holder == 0) return;
  for (Avatar& avatar : avatars_)
    for (ArmState& arm : avatar.state.arms)
      if (arm.holder == holder) letGo(arm);
}

void World::reset(AvatarId id) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return;
  for (ArmState& arm : avatar->state.arms) openLink(arm);
  AvatarState fresh;
  fresh.tick = tick_;
  fresh.seed = avatar->state.seed;
  fresh.tickSeconds = avatar->state.tickSeconds;
  fresh.position = avatar->spawnPosition;
  fresh.heading = avatar->spawnHeading;
  fresh.gaze.mode = avatar->state.gaze.mode;
  fresh.expressions = avatar->state.expressions;
  avatar->state = fresh;
  settle(*avatar);
}

void World::place(AvatarId id, const glm::vec3& position, float heading) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return;
  avatar->state.position = position;
  avatar->state.heading = heading;
  settle(*avatar);
}

void World::setTracked(AvatarId id, const TrackedBones& tracked) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return;
  avatar->state.tracked = tracked;
  settle(*avatar);
}

void World::setExpressions(AvatarId id, const ExpressionWeights& weights) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return;
  avatar->state.expressions = weights;
  settle(*avatar);
}

void World::setGaze(AvatarId id, GazeMode mode) {
  if (Avatar* avatar = find(id)) avatar->state.gaze.mode = mode;
}

void World::forgetPlayed(AvatarId id) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return;
  auto played = stillPlayed(*avatar);
  if (played.size() < avatar->rig->played.size()) avatar->rig = withPlayed(avatar->rig, std::move(played));
}

PlayResult World::play(AvatarId id, BoundMotionPtr motion) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return PlayResult::noSuchAvatar;
  auto& plays = avatar->state.plays;
  const std::uint32_t now = tick_ + 1;
  const auto isFree = [](const PlayState& play) { return play.play == 0; };
  const auto place = std::find_if(plays.begin(), plays.end(), isFree);
  if (place == plays.end()) return PlayResult::busy;
  for (const PlayState& play : plays)
    if (play.play == now) return PlayResult::busy;
  std::vector<PlayedMotion> played = stillPlayed(*avatar);
  played.push_back({now, std::move(motion)});
  for (PlayState& play : plays) play.ending = play.play != 0;
  *place = {now, 0.0F, 0.0F, false};
  avatar->rig = withPlayed(avatar->rig, std::move(played));
  return PlayResult::begun;
}

bool World::stopPlaying(AvatarId id) {
  Avatar* avatar = find(id);
  if (avatar == nullptr) return false;
  bool any = false;
  for (PlayState& play : avatar->state.plays) {
    any = any || (play.play != 0 && !play.ending);
    play.ending = play.play != 0;
  }
  return any;
}

void World::keepApart() {
  bodies_.resize(avatars_.size());
  for (std::size_t i = 0; i < avatars_.size(); ++i) {
    const Avatar& avatar = avatars_[i];
    const bool pulled = avatar.state.arms[0].pulled() || avatar.state.arms[1].pulled();
    bodies_[i] = {{avatar.state.position.x, avatar.state.position.z}, avatar.rig->radius, avatar.id, pulled};
  }
  separation_.push(bodies_, pushes_);
}

void World::step(float dt) {
  ++tick_;
  keepApart();
  joinAllHands(dt);
  StepContext context{params, space, dt, tick_, viewers_};
  for (std::size_t i = 0; i < avatars_.size(); ++i) {
    context.push = pushes_[i];
    stepAvatar(*avatars_[i].rig, context, avatars_[i].state, avatars_[i].pose);
  }
}

void World::restore(std::span<const AvatarState> states, std::uint32_t tick) {
  if (states.size() != avatars_.size())
    throw std::invalid_argument("there must be a saved state for each avatar");
  for (std::size_t i = 0; i < states.size(); ++i) avatars_[i].state = states[i];
  for (Avatar& avatar : avatars_) {
    for (ArmState& arm : avatar.state.arms)
      if (arm.partner != 0 && otherEnd(arm) == nullptr) openLink(arm);
    settle(avatar);
  }
  tick_ = tick;
}

std::uint64_t World::hash() const {
  std::uint64_t hash = kHashSeed;
  for (const Avatar& avatar : avatars_) hash = hashState(avatar.state, hash);
  return hash;
}

}  // namespace lead
