// "What good looks like (measured, not felt)" of spec/lead.md, number by number, over real rigs.
#include <gtest/gtest.h>

#include <limits>

#include "support/cast.h"
#include "support/led.h"
#include "support/stroll.h"

namespace lead::test {
namespace {

constexpr float kDegree = kPi / 180.0F;

class Good : public testing::TestWithParam<std::string> {
 protected:
  static Led lead(const Skeleton& skeleton, float rate = 60.0F) {
    return Led(makeAvatarRig(skeleton, Motion::full, *findMotions("baked_walk_and_run")), rate);
  }
  /// How far the hand is past what the arm stretches, metres.
  static float excessOf(Led& led, Side side, const glm::vec3& target) {
    const glm::vec3 gap = target - led.avatar().pose.shoulders[index(side)];
    const float slack = led.world.params.slack * led.avatar().rig->skeleton.armLength(side);
    const float reach =
        std::max(std::sqrt(std::max(0.0F, slack * slack - gap.y * gap.y)), led.state().arm(side).restReach);
    return level(gap) - reach;
  }
};

TEST_P(Good, PulledTwoMetresAheadAtHandHeightItStandsAtSlackDistanceAfter4Seconds) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    Led led = lead(*skeleton);
    const glm::vec3 target = led.hand(side) + glm::vec3(0.0F, 0.0F, 2.0F);
    led.hold(side, led.hand(side));
    led.run(0.2F);
    led.hold(side, target);
    led.run(4.0F);
    EXPECT_NEAR(excessOf(led, side, target), 0.0F, 0.1F);
    EXPECT_LT(led.state().speed(), 0.05F);
  }
}

TEST_P(Good, AOneAndAHalfMetrePullMovesItAboutAMetreWithin3Seconds) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    Led led = lead(*skeleton);
    const float arm = skeleton->armLength(side);
    led.hold(side, led.hand(side));
    led.run(0.2F);
    led.hold(side, led.shoulder(side) + glm::vec3(0.0F, -0.3F * arm, 1.5F));
    led.run(3.0F);
    // What it doesn't walk, the arm stretches: 0.48 m of a grown person's.
    EXPECT_NEAR(level(led.state().position), 1.5F - 0.8F * arm, 0.15F);
  }
}

TEST_P(Good, AfterReleaseSpeedAndWeightsReachExactlyZero) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  Led led = lead(*skeleton);
  led.world.setGaze(Led::kAvatar, GazeMode::hand);
  led.hold(Side::left, led.hand(Side::left) + glm::vec3(0.5F, 0.1F, 2.0F));
  led.run(0.7F);
  ASSERT_GT(led.state().speed(), 0.5F);
  led.release(Side::left);
  led.run(3.0F);
  EXPECT_EQ(led.state().speed(), 0.0F);
  EXPECT_EQ(led.state().walkWeight, 0.0F);
  EXPECT_EQ(led.state().gaze.weight, 0.0F);
  for (Side side : kSides) {
    EXPECT_EQ(led.state().arm(side).ikWeight, 0.0F);
    EXPECT_EQ(led.state().arm(side).gripWeight, 0.0F);
  }
  EXPECT_EQ(led.state().lean, kIdentity);
  const glm::vec3 place = led.state().position;
  led.run(1.0F);
  EXPECT_EQ(led.state().position, place);
}

TEST_P(Good, TheWristIsWithinAMillimetreOfTheTargetWhileItIsLed) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    Led led = lead(*skeleton);
    const float arm = skeleton->armLength(side);
    glm::vec3 target = led.shoulder(side) + glm::vec3(0.0F, -0.3F * arm, 0.5F * arm);
    int seen = 0;
    for (int i = 0; i < 400; ++i) {
      target +=
          rotationY(0.01F * static_cast<float>(i)) * kForward * (0.15F * speedScale(*skeleton) * led.dt);
      led.hold(side, target);
      led.world.step(led.dt);
      const float far = glm::distance(target, led.shoulder(side));
      if (i < 10 || far > 0.979F * arm) continue;
      ++seen;
      ASSERT_LT(glm::distance(led.hand(side), target), 1e-3F) << i;
    }
    EXPECT_GT(seen, 300);
  }
}

TEST_P(Good, TakingARestingHandMovesItLessThanACentimetreAndTurnsItLessThanADegree) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    Led led = lead(*skeleton);
    led.run(0.7F);
    led.hold(side, led.hand(side));
    led.run(8.0F);
    EXPECT_LT(level(led.state().position), 0.01F);
    EXPECT_LT(std::abs(led.state().heading), kDegree);
  }
}

TEST_P(Good, TheBodyFacesWhereItGoesWhileItIsLedInACircle) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (float radius : {1.0F, 2.0F, 4.0F})
    for (float way : {1.0F, -1.0F})
      for (Side side : kSides) {
        Led led = lead(*skeleton);
        const float speed = 0.9F * std::min(1.0F, speedScale(*skeleton));
        const float height = led.shoulder(side).y - 0.3F * skeleton->armLength(side);
        float angle = 0.0F;
        for (int i = 0; i < 60 * 14; ++i) {
          angle += speed / radius * led.dt;
          const glm::vec3 centre(way * radius, height, 0.0F);
          led.hold(side, centre + rotationY(way * angle) * glm::vec3(-way * radius, 0.0F, 0.0F) +
                             glm::vec3(led.avatar().rig->skeleton.restOf(onSide(Bone::leftUpperArm, side)).x,
                                       0.0F, 0.0F));
          led.world.step(led.dt);
          if (i < 120) continue;
          const glm::vec3 facing = rotationY(led.state().heading) * kForward;
          ASSERT_GT(led.state().speed(), 0.2F * speed);
          ASSERT_GT(glm::dot(facing, led.state().velocity) / led.state().speed(), 0.9F)
              << "radius " << radius << ", way " << way << ", tick " << i;
        }
      }
}

TEST_P(Good, ThirtyAndOneHundredFortyFourHertzEndWithin2CentimetresAnd2Degrees) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (const glm::vec3& to :
       {glm::vec3(1.0F, 0.0F, 2.0F), glm::vec3(-2.0F, 0.2F, 0.5F), glm::vec3(0.3F, 0.0F, -2.0F)}) {
    AvatarState ends[2];
    int k = 0;
    for (float rate : {30.0F, 144.0F}) {
      Led led = lead(*skeleton, rate);
      const glm::vec3 start = led.hand(Side::left);
      for (float t = 0.0F; t < 5.0F - 0.5F * led.dt; t += led.dt) {
        led.hold(Side::left, start + to * std::min(1.0F, t / 3.0F));
        led.world.step(led.dt);
      }
      ends[k++] = led.state();
    }
    EXPECT_LT(glm::distance(ends[0].position, ends[1].position), 0.02F);
    EXPECT_LT(std::abs(wrapAngle(ends[0].heading - ends[1].heading)), 2.0F * kDegree);
  }
}

TEST_P(Good, TheSameInputsGiveBitIdenticalStatesAndPoses) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  std::array<std::uint64_t, 2> hashes{};
  std::array<Pose, 2> poses;
  for (std::size_t k = 0; k < 2; ++k) {
    Led led = lead(*skeleton);
    for (int i = 0; i < 300; ++i) {
      const float t = 0.02F * static_cast<float>(i);
      led.hold(i < 150 ? Side::left : Side::right,
               glm::vec3(2.0F * std::sin(t), 1.0F + 0.3F * std::sin(3.0F * t), t));
      led.world.step(led.dt);
      if (i == 150) led.release(Side::left);
      hashes[k] = hashState(led.state(), hashes[k]);
    }
    poses[k] = led.avatar().pose.local;
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(poses[0].rotation, poses[1].rotation);
  EXPECT_EQ(poses[0].hipsOffset, poses[1].hipsOffset);
}

TEST_P(Good, NoTargetGivesNoNumber) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    Led led = lead(*skeleton);
    const auto shoulder = [&] { return led.shoulder(side); };
    const glm::vec3 straight = glm::normalize(led.hand(side) - shoulder());
    int i = 0;
    for (const glm::vec3& target :
         {shoulder(), shoulder() + straight * 0.3F, shoulder() - straight * 0.3F, led.state().position,
          glm::vec3(0.0F), shoulder() + glm::vec3(0.0F, 1e-12F, 0.0F), glm::vec3(1e6F, -1e6F, 1e6F),
          glm::vec3(1e-30F), shoulder()}) {
      const bool orient = (++i & 1) != 0;
      for (int k = 0; k < 8; ++k) {
        led.world.hold(Led::kAvatar, side, Led::kHolder,
                       {target, orient, rotationAbout(straight, kPi * 0.999F)});
        led.world.step(led.dt);
        for (const glm::vec3& place : led.avatar().pose.world.position) ASSERT_TRUE(isFinite(place)) << i;
        for (const glm::quat& turn : led.avatar().pose.world.rotation) ASSERT_TRUE(isFinite(turn)) << i;
      }
      led.world.place(Led::kAvatar, glm::vec3(0.0F), 0.0F);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(WhatGoodLooksLike, Good,
                         testing::Values("mannequin", "giant", "godette", "debug_robot", "sphere_in",
                                         "Example"),
                         [](const auto& info) { return plainName(info.param); });

}  // namespace
}  // namespace lead::test
