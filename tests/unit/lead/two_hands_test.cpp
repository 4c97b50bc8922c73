// Both hands held by one person who walks backwards, in arcs and turning round: dancing, not fighting.
// spec/lead.md, "Walking after the hand": the excess vectors are added.
#include <gtest/gtest.h>

#include <functional>

#include "support/cast.h"
#include "support/led.h"
#include "support/stroll.h"

namespace lead::test {
namespace {

constexpr float kDegree = kPi / 180.0F;

/// The holder: where they stand, facing the avatar or whoever they turn to.
struct Partner {
  glm::vec3 place{0.0F};
  float heading = kPi;
};

struct Dance {
  float mostYawStep = 0.0F;  // rad/s between ticks
  int reversals = 0;
  float mostSpeedStep = 0.0F;  // m/s between ticks
  float mostWristError = 0.0F;
  float leastFacing = 1.0F;  // of facing the partner
  float mostSpeed = 0.0F;
};

class TwoHands : public testing::TestWithParam<std::string> {
 protected:
  static Dance dance(const Skeleton& skeleton, float seconds,
                     const std::function<Partner(float, float)>& lead) {
    Led led(makeAvatarRig(skeleton, Motion::full, *findMotions("baked_walk_and_run")));
    const float arm = skeleton.armLength(Side::left);
    const float height = led.shoulder(Side::left).y - 0.3F * arm;
    const float width = std::max(0.6F * std::abs(led.shoulder(Side::left).x), 0.1F * arm);
    Dance seen;
    float lastYaw = 0.0F;
    float lastHeading = 0.0F;
    float lastSpeed = 0.0F;
    float sign = 0.0F;
    float turned = 0.0F;
    float furthest = 0.0F;
    for (int i = 0; i < static_cast<int>(seconds * 60.0F); ++i) {
      const Partner partner = lead(static_cast<float>(i) / 60.0F, arm);
      for (Side side : kSides) {
        // The partner's left hand holds the avatar's right.
        const glm::vec3 hand(-width * outwardSign(side), height, 0.55F * arm);
        led.hold(side, partner.place + rotationY(partner.heading) * hand);
      }
      led.world.step(led.dt);
      const AvatarState& state = led.state();
      const float yaw = wrapAngle(state.heading - lastHeading) / led.dt;
      if (i > 30) {
        seen.mostYawStep = std::max(seen.mostYawStep, std::abs(yaw - lastYaw));
        seen.mostSpeedStep = std::max(seen.mostSpeedStep, std::abs(state.speed() - lastSpeed));
        // A reversal counts once it has turned back by more than the walk's own sway.
        turned += yaw * led.dt;
        furthest = sign >= 0.0F ? std::max(furthest, turned) : std::min(furthest, turned);
        if (std::abs(turned - furthest) > 6.0F * kDegree) {
          if (sign != 0.0F) ++seen.reversals;
          sign = turned > furthest ? 1.0F : -1.0F;
          furthest = turned;
        } else if (sign == 0.0F && std::abs(turned) > 6.0F * kDegree) {
          sign = turned > 0.0F ? 1.0F : -1.0F;
        }
        for (Side side : kSides) {
          const glm::vec3 target = state.arm(side).target;
          if (glm::distance(target, led.shoulder(side)) < 0.979F * skeleton.armLength(side))
            seen.mostWristError = std::max(seen.mostWristError, glm::distance(led.hand(side), target));
        }
        const glm::vec3 gap = partner.place - state.position;
        seen.leastFacing = std::min(seen.leastFacing, glm::dot(rotationY(state.heading) * kForward,
                                                               glm::vec3(gap.x, 0.0F, gap.z) / level(gap)));
        seen.mostSpeed = std::max(seen.mostSpeed, state.speed());
      }
      lastYaw = yaw;
      lastHeading = state.heading;
      lastSpeed = state.speed();
    }
    return seen;
  }
};

TEST_P(TwoHands, WalkingBackwardsInAStraightLineDoesNotSway) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (float speed : {0.4F, 0.9F}) {
    const Dance seen = dance(*skeleton, 8.0F, [speed](float t, float arm) {
      const float eased = std::max(0.0F, t - 0.5F * (1.0F - std::exp(-t / 0.5F)));
      return Partner{glm::vec3(0.0F, 0.0F, 1.3F * arm + speed * eased), kPi};
    });
    EXPECT_GT(seen.mostSpeed, 0.8F * speed);
    EXPECT_LE(seen.reversals, 2);
    EXPECT_LT(seen.mostWristError, 1e-3F);
    EXPECT_LT(seen.mostSpeedStep, 0.06F);
    EXPECT_GT(seen.leastFacing, 0.95F);
  }
}

TEST_P(TwoHands, WalkingBackwardsInAnArcTurnsItSmoothly) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (float radius : {1.0F, 2.5F})
    for (float way : {1.0F, -1.0F}) {
      const Dance seen = dance(*skeleton, 10.0F, [&](float t, float arm) {
        const float angle = 0.6F / radius * std::max(0.0F, t - 0.5F);
        const glm::vec3 centre(way * radius, 0.0F, 1.3F * arm);
        const glm::vec3 place = centre + rotationY(way * angle) * glm::vec3(-way * radius, 0.0F, 0.0F);
        return Partner{place, wrapAngle(way * angle + kPi)};
      });
      EXPECT_LE(seen.reversals, 3) << radius << " " << way;
      EXPECT_LT(seen.mostWristError, 1e-3F);
      EXPECT_LT(seen.mostSpeedStep, 0.06F) << radius << " " << way;
      EXPECT_LT(seen.mostYawStep, 4.0F) << radius << " " << way;
    }
}

// Round each other, at arm's length, as in a waltz.
TEST_P(TwoHands, TurningRoundTogetherIsADance) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (float way : {1.0F, -1.0F}) {
    const Dance seen = dance(*skeleton, 12.0F, [&](float t, float arm) {
      const float angle = way * 0.8F * std::max(0.0F, t - 1.0F);
      const float apart = 1.4F * arm;
      const glm::vec3 centre(0.0F, 0.0F, 0.5F * apart);
      return Partner{centre + rotationY(angle) * glm::vec3(0.0F, 0.0F, 0.5F * apart), wrapAngle(angle + kPi)};
    });
    EXPECT_LE(seen.reversals, 4) << way;
    EXPECT_LT(seen.mostWristError, 1e-3F);
    EXPECT_LT(seen.mostSpeedStep, 0.06F) << way;
    EXPECT_LT(seen.mostYawStep, 4.0F) << way;
  }
}

TEST_P(TwoHands, EqualAndOppositePullsLeaveItStandingWithBothArmsStretched) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  Led led(makeAvatarRig(*skeleton));
  const glm::vec3 middle = 0.5F * (led.shoulder(Side::left) + led.shoulder(Side::right));
  const float half = 2.0F * skeleton->armLength(Side::left) + std::abs(led.shoulder(Side::left).x);
  led.hold(Side::left, middle + glm::vec3(half, 0.0F, 0.0F));
  led.hold(Side::right, middle - glm::vec3(half, 0.0F, 0.0F));
  led.run(5.0F);
  EXPECT_LT(level(led.state().position), 0.02F);
  EXPECT_LT(led.state().speed(), 0.02F);
  for (Side side : kSides)
    EXPECT_GT(glm::distance(led.hand(side), led.shoulder(side)), 0.97F * skeleton->armLength(side));
}

INSTANTIATE_TEST_SUITE_P(Dance, TwoHands,
                         testing::Values("mannequin", "giant", "godette", "debug_robot", "Example"),
                         [](const auto& info) { return plainName(info.param); });

}  // namespace
}  // namespace lead::test
