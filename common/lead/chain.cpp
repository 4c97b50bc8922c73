#include "lead/chain.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "lead/world.h"
#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

// Shares of an arm's length, the shorter one's for the sag.
constexpr float kStretch = 0.8F;  // of arms whose hands hang between people who stand close
constexpr float kMostStretch = 0.93F;
constexpr float kLeastSag = 0.35F;
constexpr float kTaut = 0.06F;  // excess at which a follower goes as fast as the one ahead
constexpr float kMostRestReach = 0.4F;

// Of the speed of the one ahead: all of it would make a row swing more and more towards its end.
constexpr float kShareOfSpeed = 0.75F;
constexpr float kCatchUp = 3.0F;           // of the difference in speed: shortens the lag of a row's end
constexpr float kCatchUpSeconds = 0.06F;   // less at low tick rates, where it would swing
constexpr float kStoppingSpeed = 0.0015F;  // m/s, under which a follower stops by itself
constexpr float kStandingSpeed = 0.1F;     // m/s
constexpr float kRestingExcess = 0.06F;    // of the arm: not worth a step once the one ahead stands

// How far below `point` a hand may hang until the arm is stretched to that share.
float hangingRoom(const Reach& reach, const glm::vec3& point, float share) {
  const glm::vec3 gap = point - reach.shoulder;
  const float length = share * reach.arm;
  return gap.y + std::sqrt(std::max(0.0F, length * length - gap.x * gap.x - gap.z * gap.z));
}

float catchUp(float dt) {
  return std::clamp(kCatchUpSeconds / dt - 1.0F, 0.0F, kCatchUp);
}

}  // namespace

glm::vec3 meetingPoint(const Reach& a, const Reach& b) {
  const float both = a.arm + b.arm;
  if (!(both > 0.0F)) return 0.5F * (a.shoulder + b.shoulder);
  const glm::vec3 way = b.shoulder - a.shoulder;
  const glm::vec3 level = a.shoulder + way * (a.arm / both);
  const auto room = [&](float share) {
    return std::max(0.0F, std::min(hangingRoom(a, level, share), hangingRoom(b, level, share)));
  };
  // Hands rise from where the way gets long, so that they can still meet.
  const float rise = smoothstep(kStretch, kMostStretch, glm::length(way) / both);
  const float least = kLeastSag * (1.0F - rise) * std::min(a.arm, b.arm);
  return level - kUp * std::max(room(kStretch), std::min(least, room(kMostStretch)));
}

LinkPull linkPull(const Reach& follower, const glm::vec3& hand, const Params& params) {
  const glm::vec3 gap = hand - follower.shoulder;
  const float stretch = follower.arm * params.slack;
  LinkPull pull;
  pull.distance = std::sqrt(gap.x * gap.x + gap.z * gap.z);
  pull.excess = std::max(0.0F, pull.distance - std::sqrt(std::max(0.0F, stretch * stretch - gap.y * gap.y)));
  pull.speed = std::min(pull.excess * params.gain, params.vmax);
  if (pull.distance > 1e-6F) pull.direction = glm::vec3(gap.x, 0.0F, gap.z) / pull.distance;
  return pull;
}

bool linkRests(const LinkPull& pull, float arm, const glm::vec3& ahead) {
  return pull.excess < kRestingExcess * arm && glm::length(ahead) < kStandingSpeed;
}

glm::vec3 keepUp(const LinkPull& pull, float arm, const glm::vec3& ahead, const glm::vec3& own, float dt) {
  if (!(pull.excess > 0.0F) || !(arm > 0.0F)) return glm::vec3(0.0F);
  const float wanted = kShareOfSpeed * std::max(0.0F, glm::dot(ahead, pull.direction));
  const float lack = wanted + pull.speed - glm::dot(own, pull.direction);
  const float taut = std::min(1.0F, pull.excess / (kTaut * arm));
  return pull.direction * (taut * (wanted + catchUp(dt) * lack));
}

glm::vec3 stopSoon(const glm::vec3& own, float dt) {
  return glm::length(own) > kStoppingSpeed ? own * -catchUp(dt) : glm::vec3(0.0F);
}

ArmState* World::otherEnd(const ArmState& arm) {
  Avatar* partner = arm.partner != 0 ? find(arm.partner) : nullptr;
  if (partner == nullptr) return nullptr;
  ArmState& other = partner->state.arm(arm.partnerHand);
  const Avatar* back = find(other.partner);
  const bool mutual = back != nullptr && &back->state.arm(other.partnerHand) == &arm;
  return mutual && other.leads != arm.leads ? &other : nullptr;
}

void World::openLink(ArmState& arm) {
  const auto open = [](ArmState& end) {
    end.partner = 0;
    end.partnerHand = Side::left;
    end.leads = false;
  };
  if (ArmState* other = otherEnd(arm)) open(*other);
  open(arm);
}

bool World::leadsTo(AvatarId from, AvatarId to) const {
  if (from == to) return true;
  std::vector<AvatarId> open{from};
  std::vector<AvatarId> seen = open;
  while (!open.empty()) {
    const Avatar* avatar = find(open.back());
    open.pop_back();
    for (const ArmState& arm : avatar->state.arms) {
      if (arm.partner == 0 || !arm.leads || std::count(seen.begin(), seen.end(), arm.partner) != 0) continue;
      if (arm.partner == to) return true;
      seen.push_back(arm.partner);
      open.push_back(arm.partner);
    }
  }
  return false;
}

ChainResult World::chain(const HandOf& leader, const HandOf& follower) {
  Avatar* ahead = find(leader.avatar);
  Avatar* behind = find(follower.avatar);
  if (ahead == nullptr || behind == nullptr) return ChainResult::noSuchAvatar;
  ArmState& first = ahead->state.arm(leader.hand);
  ArmState& second = behind->state.arm(follower.hand);
  if (first.leads && first.partner == follower.avatar && first.partnerHand == follower.hand)
    return ChainResult::alreadyJoined;
  if (leader.avatar != follower.avatar && (first.taken() || second.taken())) return ChainResult::handTaken;
  if (leadsTo(follower.avatar, leader.avatar)) return ChainResult::wouldClose;
  const auto join = [this](ArmState& arm, const HandOf& partner, bool leads) {
    arm.partner = partner.avatar;
    arm.partnerHand = partner.hand;
    arm.leads = leads;
    arm.heldSince = tick_ + 1;
    arm.restReach = -1.0F;
  };
  join(first, follower, true);
  join(second, leader, false);
  return ChainResult::joined;
}

bool World::unchain(const HandOf& hand) {
  Avatar* avatar = find(hand.avatar);
  if (avatar == nullptr || avatar->state.arm(hand.hand).partner == 0) return false;
  openLink(avatar->state.arm(hand.hand));
  return true;
}

void World::unchainRow(AvatarId id) {
  std::vector<AvatarId> row{id};
  while (!row.empty()) {
    Avatar* avatar = find(row.back());
    row.pop_back();
    if (avatar == nullptr) continue;
    for (ArmState& arm : avatar->state.arms) {
      if (arm.partner == 0) continue;
      row.push_back(arm.partner);
      openLink(arm);
    }
  }
}

// Gives both ends of a link their common target; returns the speed that keeps up, for the follower.
glm::vec3 World::joinHands(Avatar& behind, Side side, float dt) {
  ArmState& arm = behind.state.arm(side);
  Avatar& ahead = avatars_[placeOf(arm.partner)];
  const glm::vec3& speed = ahead.state.velocity;
  const Reach own{behind.pose.shoulders[index(side)], behind.rig->skeleton.armLength(side)};
  const Reach other{ahead.pose.shoulders[index(arm.partnerHand)],
                    ahead.rig->skeleton.armLength(arm.partnerHand)};
  // Where the shoulders will be: hands that came a tick late would be behind a row in motion.
  const glm::vec3 hand = meetingPoint({own.shoulder + behind.state.velocity * dt, own.arm},
                                      {other.shoulder + speed * dt, other.arm});
  for (ArmState* end : {&arm, &ahead.state.arm(arm.partnerHand)}) {
    end->target = hand;
    end->hasOrientation = false;
  }
  Params limits = params;
  limits.vmax = topSpeed(*behind.rig, params);
  const LinkPull pull = linkPull(own, hand, limits);
  if (!linkRests(pull, own.arm, speed)) {
    arm.restReach = std::min(arm.restReach, kMostRestReach * own.arm);
    return keepUp(pull, own.arm, speed, behind.state.velocity, dt);
  }
  arm.restReach = pull.distance;
  const bool ledElsewhere = behind.state.arm(side == Side::left ? Side::right : Side::left).pulled();
  return ledElsewhere ? glm::vec3(0.0F) : stopSoon(behind.state.velocity, dt);
}

void World::joinAllHands(float dt) {
  for (std::size_t i = 0; i < avatars_.size(); ++i) {
    glm::vec3 speeds(0.0F);
    int links = 0;
    for (Side side : kSides) {
      const ArmState& arm = avatars_[i].state.arm(side);
      if (arm.partner == 0 || arm.leads) continue;
      const glm::vec3 speed = joinHands(avatars_[i], side, dt);
      speeds += speed;
      if (speed != glm::vec3(0.0F)) ++links;
    }
    if (links > 0) pushes_[i] += speeds / static_cast<float>(links);
  }
}

}  // namespace lead
