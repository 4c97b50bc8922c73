#include "scene.h"

#include <cmath>
#include <map>

#include "mannequin/mannequin_file.h"
#include "motion/bake_gait.h"
#include "vrm/load.h"

namespace lead::bench {
namespace {

constexpr ParticipantId kLeader = 7;
constexpr float kApart = 10.0F;
constexpr std::size_t kWarmUpTicks = 120;
constexpr std::size_t kLag = 37;  // ticks that each leader is ahead of the one before

}  // namespace

const AvatarRigPtr& mannequinRig() {
  // Slower and faster than the crowd is led, so that both are sampled and blended.
  static const AvatarRigPtr rig = [] {
    const Skeleton skeleton = loadModel(mannequinFile())->skeleton;
    const Motions motions{{makeWalkCycle(bakeGait(skeleton, 0.7F)), makeWalkCycle(bakeGait(skeleton, 1.6F))},
                          nullptr};
    return makeAvatarRig(skeleton, Motion::full, motions);
  }();
  return rig;
}

Crowd::Crowd(std::size_t avatars) {
  const auto row = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(avatars))));
  for (std::size_t i = 0; i < avatars; ++i) {
    const glm::vec3 middle(kApart * static_cast<float>(i % row), 0.0F, kApart * static_cast<float>(i / row));
    middles_.push_back(middle);
    const auto id = static_cast<AvatarId>(i + 1);
    const HandTargets& hands = lap_[i * kLag % kLapTicks];
    const glm::vec3 between = 0.5F * (hands[0] + hands[1]);
    world.addAvatar(id, mannequinRig(), middle + glm::vec3(between.x, 0.0F, between.z), 0.5F * kPi);
    world.setGaze(id, GazeMode::viewer);
    for (Side side : kSides) world.hold(id, side, kLeader, {middle + hands[index(side)]});
  }
  world.setViewers({{0.0F, 1.6F, 0.0F}, {12.0F, 1.6F, 3.0F}, {-4.0F, 1.6F, 9.0F}, {20.0F, 1.6F, 20.0F}});
  for (std::size_t i = 0; i < kWarmUpTicks; ++i) tick();
}

// Straight into the states: World::setTarget looks every avatar up, which has a benchmark of its own.
void Crowd::moveHands() {
  std::vector<Avatar>& avatars = world.avatars();
  for (std::size_t i = 0; i < avatars.size(); ++i) {
    const HandTargets& hands = lap_[(tick_ + i * kLag) % kLapTicks];
    for (Side side : kSides) avatars[i].state.arm(side).target = middles_[i] + hands[index(side)];
  }
  ++tick_;
}

void Crowd::tick() {
  moveHands();
  world.step(kTickSeconds);
}

Crowd& crowdOf(std::size_t avatars) {
  static std::map<std::size_t, Crowd> crowds;
  return crowds.try_emplace(avatars, avatars).first->second;
}

const Avatar& ledAvatar() {
  return crowdOf(1).world.avatars().front();
}

}  // namespace lead::bench
