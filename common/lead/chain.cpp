#include "lead/chain.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "lead/world.h"
#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

// Shares of an arm's length.
constexpr float kStretch = 0.8F;  // of arms whose hands hang between people who stand close
constexpr float kLeastSag = 0.35F;
constexpr float kSagFrom = 0.86F;  // hands rise from where the way is that long, so that they can still meet
constexpr float kSagTo = 0.95F;
constexpr float kTaut = 0.06F;  // excess at which a follower goes as fast as the one ahead
constexpr float kMostRestReach = 0.4F;

constexpr float kCatchUp = 3.0F;          // of the difference in speed: shortens the lag of a row's end
constexpr float kCatchUpSeconds = 0.06F;  // less at low tick rates, where it would swing
constexpr float kStandingSpeed = 0.03F;   // m/s
constexpr float kRestingExcess = 0.01F;   // metres that are not worth a step once the one ahead stands

}  // namespace

glm::vec3 meetingPoint(const Reach& a, const Reach& b) {
  const float both = a.arm + b.arm;
  const float mean = 0.5F * both;
  if (!(mean > 0.0F)) return 0.5F * (a.shoulder + b.shoulder);
  const glm::vec3 way = b.shoulder - a.shoulder;
  const float length = glm::length(way);
  const float stretch = length / both;  // of both arms, were the hands on the straight line
  const float hanging = std::sqrt(std::max(0.0F, kStretch * kStretch - stretch * stretch));
  const float least = kLeastSag * (1.0F - smoothstep(kSagFrom, kSagTo, stretch));
  // Down, at right angles to the way, so that one who is smaller is not let down on.
  const glm::vec3 along = way / std::max(length, 0.2F * mean);
  const glm::vec3 down = -kUp + along * along.y;
  const glm::vec3 sag = down / std::max(glm::length(down), 0.2F);
  return a.shoulder + way * (a.arm / both) + sag * (std::max(least, hanging) * mean);
}

LinkPull linkPull(const Reach& follower, const glm::vec3& hand, float slack) {
  const glm::vec3 gap = hand - follower.shoulder;
  const float stretch = follower.arm * slack;
  LinkPull pull;
  pull.distance = std::sqrt(gap.x * gap.x + gap.z * gap.z);
  pull.excess = std::max(0.0F, pull.distance - std::sqrt(std::max(0.0F, stretch * stretch - gap.y * gap.y)));
  if (pull.distance > 1e-6F) pull.direction = glm::vec3(gap.x, 0.0F, gap.z) / pull.distance;
  return pull;
}

glm::vec3 keepUp(const LinkPull& pull, float arm, const glm::vec3& ahead, const glm::vec3& own, float dt) {
  if (!(pull.excess > 0.0F) || !(arm > 0.0F)) return glm::vec3(0.0F);
  const float wanted = glm::dot(ahead, pull.direction);
  const float lack = wanted - glm::dot(own, pull.direction);
  const float catchUp = std::clamp(kCatchUpSeconds / dt - 1.0F, 0.0F, kCatchUp);
  const float taut = std::min(1.0F, pull.excess / (kTaut * arm));
  return pull.direction * (taut * std::max(0.0F, wanted + catchUp * lack));
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

// Gives both arms of each link their common target, and the followers the speed that keeps up.
void World::joinHands(float dt) {
  for (std::size_t i = 0; i < avatars_.size(); ++i) {
    Avatar& behind = avatars_[i];
    glm::vec3 speeds(0.0F);
    int taut = 0;
    for (Side side : kSides) {
      ArmState& arm = behind.state.arm(side);
      if (arm.partner == 0 || arm.leads) continue;
      Avatar& ahead = avatars_[placeOf(arm.partner)];
      const Side aheadSide = arm.partnerHand;
      const Reach own{behind.pose.shoulders[index(side)], behind.rig->skeleton.armLength(side)};
      const Reach other{ahead.pose.shoulders[index(aheadSide)], ahead.rig->skeleton.armLength(aheadSide)};
      // Where the shoulders will be: hands that came a tick late would be behind a row in motion.
      const glm::vec3 hand = meetingPoint({own.shoulder + behind.state.velocity * dt, own.arm},
                                          {other.shoulder + ahead.state.velocity * dt, other.arm});
      for (ArmState* end : {&arm, &ahead.state.arm(aheadSide)}) {
        end->target = hand;
        end->hasOrientation = false;
      }
      const LinkPull pull = linkPull(own, hand, params.slack);
      const bool resting = ahead.state.speed() < kStandingSpeed && pull.excess < kRestingExcess;
      arm.restReach = resting ? pull.distance : std::min(arm.restReach, kMostRestReach * own.arm);
      speeds += keepUp(pull, own.arm, ahead.state.velocity, behind.state.velocity, dt);
      if (pull.excess > 0.0F) ++taut;
    }
    if (taut > 0) pushes_[i] += speeds / static_cast<float>(taut);
  }
}

}  // namespace lead
