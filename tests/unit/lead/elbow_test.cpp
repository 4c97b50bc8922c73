// Elbow continuity: spec/lead.md, "Two-bone arm IK" and "What good looks like".
#include <gtest/gtest.h>

#include "math/approach.h"
#include "support/cast.h"
#include "support/stroll.h"

namespace lead::test {
namespace {

constexpr float kDegree = kPi / 180.0F;

/// An avatar that stands still whatever pulls at its hand.
struct Held {
  AvatarRigPtr rig;
  Params params;
  Space space;
  std::vector<glm::vec3> nobody;
  AvatarState state;
  EvaluatedPose pose;
  Side side;

  Held(const Skeleton& skeleton, Side heldSide) : rig(makeAvatarRig(skeleton)), side(heldSide) {
    params.gain = 0.0F;
    params.turn = 0.0F;
    evaluate(*rig, state, pose);
    state.arm(side).holder = 1;
  }
  glm::vec3 shoulder() const { return pose.shoulders[index(side)]; }
  void reach(const glm::vec3& target) {
    state.arm(side).target = target;
    stepAvatar(*rig, {params, space, 1.0F / 60.0F, state.tick + 1, nobody}, state, pose);
  }
  glm::vec3 bone(Bone left) const { return pose.world.positionOf(onSide(left, side)); }
  glm::vec3 elbowSeen() const { return bone(Bone::leftLowerArm) - bone(Bone::leftUpperArm); }
  /// How far the elbow stands off the line from shoulder to wrist, and where.
  glm::vec3 elbowOff() const {
    const glm::vec3 line = glm::normalize(bone(Bone::leftHand) - bone(Bone::leftUpperArm));
    return elbowSeen() - line * glm::dot(elbowSeen(), line);
  }
};

class Elbow : public testing::TestWithParam<std::string> {};

/// Twice round a circle about the shoulder, 1° a tick; the elbow is watched after the hold's first second.
void circle(Held& held, const glm::vec3& from, const glm::vec3& to, float reach) {
  const float arm = held.rig->skeleton.armLength(held.side) * reach;
  for (int i = 0; i < 60; ++i) held.reach(held.shoulder() + from * arm);
  glm::vec3 last = held.elbowSeen();
  for (int i = 1; i <= 720; ++i) {
    const float angle = static_cast<float>(i) * kDegree;
    held.reach(held.shoulder() + (from * std::cos(angle) + to * std::sin(angle)) * arm);
    const glm::vec3 now = held.elbowSeen();
    ASSERT_LT(angleBetween(last, now), 5.0F * kDegree) << "reach " << reach << ", at " << i << "°";
    ASSERT_TRUE(isFinite(now));
    last = now;
  }
}

TEST_P(Elbow, TheElbowMovesLessThan5DegreesATickOnCirclesInManyPlanes) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides)
    for (float reach : {0.2F, 0.4F, 0.6F, 0.8F, 0.9F, 0.95F, 1.0F})
      for (int plane = 0; plane < 12; ++plane) {
        // Axes spread over the half sphere.
        const float up = (static_cast<float>(plane) + 0.5F) / 12.0F;
        const float round = 2.39996323F * static_cast<float>(plane);
        const float across = std::sqrt(1.0F - up * up);
        const glm::vec3 axis(across * std::cos(round), up, across * std::sin(round));
        const glm::vec3 from = glm::normalize(glm::cross(axis, glm::vec3(0.3F, 0.1F, 0.9F)));
        SCOPED_TRACE(std::string(name(side)) + ", plane " + std::to_string(plane));
        Held held(*skeleton, side);
        circle(held, from, glm::cross(axis, from), reach);
        if (HasFatalFailure()) return;
      }
}

TEST_P(Elbow, TheElbowMovesLessThan5DegreesATickStraightThroughTheSingularDirection) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides)
    for (float reach : {0.2F, 0.5F, 0.8F, 1.0F})
      for (int plane = 0; plane < 6; ++plane) {
        const glm::vec3 singular = glm::normalize(glm::vec3(0.5F * outwardSign(side), -1.0F, -0.5F));
        const glm::vec3 any = glm::normalize(glm::cross(singular, glm::vec3(0.0F, 0.0F, 1.0F)));
        const glm::vec3 from = rotationAbout(singular, static_cast<float>(plane) * kPi / 6.0F) * any;
        SCOPED_TRACE(std::string(name(side)) + ", plane " + std::to_string(plane));
        Held held(*skeleton, side);
        circle(held, from, singular, reach);
        if (HasFatalFailure()) return;
      }
}

// The wrong way: a forearm folded through the upper arm, an elbow that stands off opposite to its side, or,
// with the hand quietly in front, an elbow above the line from shoulder to hand or across the body's middle.
TEST_P(Elbow, TheElbowNeverBendsTheWrongWay) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    Held held(*skeleton, side);
    const float arm = skeleton->armLength(side);
    const glm::vec3 out(outwardSign(side), 0.0F, 0.0F);
    for (float yaw : {-40.0F, 0.0F, 30.0F, 60.0F})
      for (float pitch : {-40.0F, -20.0F, 0.0F, 30.0F})
        for (float reach : {0.4F, 0.6F, 0.85F}) {
          const glm::vec3 ahead = rotationAbout(out, -pitch * kDegree * outwardSign(side)) * kForward;
          const glm::vec3 dir = rotationY(yaw * kDegree * outwardSign(side)) * ahead;
          for (int i = 0; i < 90; ++i) {
            held.reach(held.shoulder() + dir * (reach * arm));
            const glm::vec3 pole = held.state.arm(side).pole;
            ASSERT_GT(glm::dot(held.elbowOff(), pole), 0.0F);
            const float bend =
                angleBetween(held.elbowSeen(), held.bone(Bone::leftHand) - held.bone(Bone::leftLowerArm));
            ASSERT_GT(bend, 0.0F);
            ASSERT_LT(bend, 178.0F * kDegree);
          }
          EXPECT_LT(held.elbowOff().y, 0.0F) << "yaw " << yaw << ", pitch " << pitch << ", reach " << reach;
          if (yaw < 0.0F) continue;  // across the body the elbow follows
          EXPECT_GT(glm::dot(held.elbowOff(), out), -0.05F * arm) << "yaw " << yaw << ", pitch " << pitch;
        }
  }
}

// From in front to behind the back and home again, by the side of the hips.
TEST_P(Elbow, AHandLedBehindTheBackComesHomeAsItWent) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    Held held(*skeleton, side);
    const float arm = 0.8F * skeleton->armLength(side);
    const glm::vec3 axis = glm::normalize(glm::vec3(1.0F, 0.15F * outwardSign(side), 0.0F));
    const glm::vec3 front = glm::normalize(kForward - axis * glm::dot(axis, kForward));
    const auto at = [&](int degrees) {
      return rotationAbout(axis, static_cast<float>(degrees) * kDegree) * front * arm;
    };
    for (int i = 0; i < 60; ++i) held.reach(held.shoulder() + at(0));
    const glm::vec3 before = held.elbowOff();
    glm::vec3 last = held.elbowSeen();
    for (int i = 1; i <= 340; ++i) {
      held.reach(held.shoulder() + at(i <= 170 ? i : 340 - i));
      ASSERT_LT(angleBetween(last, held.elbowSeen()), 5.0F * kDegree) << i;
      last = held.elbowSeen();
    }
    for (int i = 0; i < 60; ++i) held.reach(held.shoulder() + at(0));
    EXPECT_LT(angleBetween(before, held.elbowOff()), 2.0F * kDegree);
  }
}

TEST_P(Elbow, TheWristIsWithinAMillimetreInsideReach) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides) {
    const Limb& limb = skeleton->arm(side);
    const float least = std::max(0.1F * limb.length(), 1.02F * std::abs(limb.upper - limb.lower)) + 1e-3F;
    Held held(*skeleton, side);
    for (int i = 0; i < 12; ++i) held.reach(held.shoulder() + kForward * (0.5F * limb.length()));
    for (int i = 0; i < 400; ++i) {
      const float up = 2.0F * (static_cast<float>(i) + 0.5F) / 400.0F - 1.0F;
      const float round = 2.39996323F * static_cast<float>(i);
      const float across = std::sqrt(1.0F - up * up);
      const float d = mix(std::min(least, 0.97F * limb.length()), 0.97F * limb.length(),
                          static_cast<float>(i % 7) / 6.0F);
      const glm::vec3 target =
          held.shoulder() + glm::vec3(across * std::cos(round), up, across * std::sin(round)) * d;
      held.reach(target);
      // The shoulder may have given way from under a near target.
      if (glm::distance(target, held.bone(Bone::leftUpperArm)) < least) continue;
      ASSERT_LT(glm::distance(held.bone(Bone::leftHand), target), 1e-3F) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRig, Elbow, testing::ValuesIn(rigNames()),
                         [](const auto& info) { return plainName(info.param); });

class Wrist : public testing::TestWithParam<std::string> {};

// The hand's orientation is sent through all directions, 2.9° a tick.
TEST_P(Wrist, NeverTwistsMoreThan60DegreesNorJumps) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (Side side : kSides)
    for (int plane = 0; plane < 16; ++plane) {
      Held held(*skeleton, side);
      ArmState& arm = held.state.arm(side);
      const glm::vec3 target = kForward * 0.6F + glm::vec3(0.2F * outwardSign(side), -0.1F, 0.0F);
      const float up = 2.0F * (static_cast<float>(plane) + 0.5F) / 16.0F - 1.0F;
      const float round = 2.39996323F * static_cast<float>(plane);
      const float across = std::sqrt(1.0F - up * up);
      const glm::vec3 axis(across * std::cos(round), up, across * std::sin(round));
      glm::quat lastHand{};
      glm::quat lastForearm{};
      for (int i = 0; i < 320; ++i) {
        arm.hasOrientation = true;
        // A great circle that turns slowly, so that it passes everywhere.
        arm.orientation = rotationY(0.004F * static_cast<float>(i)) *
                          rotationAbout(axis, 2.7F * kDegree * static_cast<float>(i));
        held.reach(held.shoulder() + target * skeleton->armLength(side));
        const glm::quat hand = held.pose.local.of(onSide(Bone::leftHand, side));
        const glm::quat forearm = held.pose.world.rotationOf(onSide(Bone::leftLowerArm, side));
        const SwingTwist parts = swingTwist(hand, skeleton->arm(side).lowerDir);
        ASSERT_LT(std::abs(parts.twist), 60.5F * kDegree) << "plane " << plane << ", tick " << i;
        ASSERT_LT(angleOf(parts.swing), 1.21F) << "plane " << plane << ", tick " << i;
        if (i > 30) {
          ASSERT_LT(angleOf(glm::conjugate(lastHand) * hand), 12.0F * kDegree)
              << "plane " << plane << ", tick " << i;
          ASSERT_LT(angleOf(glm::conjugate(lastForearm) * forearm), 12.0F * kDegree)
              << "plane " << plane << ", tick " << i;
        }
        lastHand = hand;
        lastForearm = forearm;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(HeldArm, Wrist,
                         testing::Values("mannequin", "godette", "debug_robot", "Example", "arms_rest_low"),
                         [](const auto& info) { return plainName(info.param); });

}  // namespace
}  // namespace lead::test
