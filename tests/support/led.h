// A room with one avatar and a holder, for tests that lead it.
#pragma once

#include <cmath>

#include "lead/world.h"
#include "support/rigs.h"

namespace lead::test {

struct Led {
  static constexpr AvatarId kAvatar = 1;
  static constexpr ParticipantId kHolder = 7;

  World world;
  float dt = 1.0F / 60.0F;

  explicit Led(AvatarRigPtr rig, float tickRate = 60.0F) : dt(1.0F / tickRate) {
    world.addAvatar(kAvatar, std::move(rig), glm::vec3(0.0F), 0.0F);
  }
  explicit Led(Motion motion = Motion::full, RigOptions options = {.optionalBones = true},
               float tickRate = 60.0F)
      : Led(makeTestRig(motion, options), tickRate) {}

  Avatar& avatar() { return *world.find(kAvatar); }
  AvatarState& state() { return avatar().state; }
  glm::vec3 hand(Side side) { return avatar().pose.world.positionOf(onSide(Bone::leftHand, side)); }
  glm::vec3 shoulder(Side side) { return avatar().pose.world.positionOf(onSide(Bone::leftUpperArm, side)); }

  HoldResult hold(Side side, const glm::vec3& target, ParticipantId holder = kHolder) {
    return world.hold(kAvatar, side, holder, {target});
  }
  void release(Side side) { world.release(kAvatar, side, kHolder); }
  void run(float seconds) {
    const long ticks = std::lround(static_cast<double>(seconds) / static_cast<double>(dt));
    for (long i = 0; i < ticks; ++i) world.step(dt);
  }
};

}  // namespace lead::test
