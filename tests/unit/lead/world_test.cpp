#include "lead/world.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "math/rotation.h"
#include "support/led.h"

namespace lead {
namespace {

using test::Led;

TEST(World, AHandHasOneHolderAndTheFirstComesFirst) {
  Led led;
  EXPECT_EQ(led.hold(Side::left, {0.3F, 1, 0.3F}, 1), HoldResult::taken);
  EXPECT_EQ(led.hold(Side::left, {0.3F, 1, 0.3F}, 2), HoldResult::heldByOther);
  EXPECT_EQ(led.hold(Side::left, {0.4F, 1, 0.3F}, 1), HoldResult::alreadyYours);
  EXPECT_EQ(led.hold(Side::right, {-0.3F, 1, 0.3F}, 2), HoldResult::taken);
  EXPECT_FALSE(led.world.setTarget(1, Side::left, 2, {glm::vec3(0)}));
  EXPECT_FALSE(led.world.release(1, Side::left, 2));
  EXPECT_TRUE(led.world.release(1, Side::left, 1));
  EXPECT_EQ(led.hold(Side::left, {0.3F, 1, 0.3F}, 2), HoldResult::taken);
  EXPECT_EQ(led.world.hold(9, Side::left, 1, {}), HoldResult::noSuchAvatar);
}

TEST(World, WhoLeavesLetsGoOfEverything) {
  Led led;
  led.hold(Side::left, {0.3F, 1, 0.3F}, 1);
  led.hold(Side::right, {-0.3F, 1, 0.3F}, 1);
  led.world.releaseAll(1);
  EXPECT_FALSE(led.state().arm(Side::left).held());
  EXPECT_FALSE(led.state().arm(Side::right).held());
}

TEST(World, RefusesAnIdTwice) {
  Led led;
  EXPECT_THROW(led.world.addAvatar(1, test::makeTestRig(Motion::none), {}, 0), std::invalid_argument);
  EXPECT_THROW(led.world.addAvatar(0, test::makeTestRig(Motion::none), {}, 0), std::invalid_argument);
  EXPECT_TRUE(led.world.removeAvatar(1));
  EXPECT_FALSE(led.world.removeAvatar(1));
}

TEST(World, ResetPutsAnAvatarBackToWhereItBegan) {
  Led led;
  led.hold(Side::left, {0.5F, 1.0F, 3.0F});
  led.run(2);
  ASSERT_GT(led.state().position.z, 0.5F);
  led.world.reset(1);
  EXPECT_EQ(led.state().position, glm::vec3(0));
  EXPECT_FALSE(led.state().arm(Side::left).held());
}

TEST(World, SameInputsGiveBitIdenticalStates) {
  std::uint64_t hashes[2];
  for (std::uint64_t& hash : hashes) {
    Led led;
    led.hold(Side::left, {0.3F, 1.1F, 1.2F});
    led.run(3);
    hash = led.world.hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(World, TheHashSeesEveryPartOfTheState) {
  const AvatarState fresh;
  AvatarState changed = fresh;
  changed.expressions[63] = 0.5F;
  EXPECT_NE(hashState(fresh), hashState(changed));
  changed = fresh;
  changed.tracked.rotation[54].x = 0.1F;
  EXPECT_NE(hashState(fresh), hashState(changed));
  changed = fresh;
  changed.arm(Side::right).pole.z = 1.0F;
  EXPECT_NE(hashState(fresh), hashState(changed));
}

bool allFinite(const Avatar& avatar) {
  for (const glm::vec3& position : avatar.pose.world.position)
    if (!isFinite(position)) return false;
  for (const glm::quat& rotation : avatar.pose.world.rotation)
    if (!isFinite(rotation)) return false;
  return isFinite(avatar.state.position) && isFinite(avatar.state.heading);
}

TEST(World, NothingBecomesNaNForAnyTarget) {
  Led led;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> unit(-1.0F, 1.0F);
  const float scales[] = {0.0F, 1e-20F, 1e-3F, 0.4F, 3.0F, 1000.0F};
  for (int i = 0; i < 4000; ++i) {
    const float scale = scales[random() % std::size(scales)];
    const glm::vec3 around = random() % 2 == 0 ? led.shoulder(Side::left) : glm::vec3(0);
    led.hold(Side::left, around + glm::vec3(unit(random), unit(random), unit(random)) * scale);
    led.hold(Side::right, around + glm::vec3(0, unit(random), 0) * scale);
    if (i % 37 == 0) led.release(Side::left);
    led.world.step(led.dt);
    ASSERT_TRUE(allFinite(led.avatar())) << i;
  }
}

TEST(World, ATargetAtTheShoulderItselfIsHarmless) {
  Led led;
  led.hold(Side::left, led.shoulder(Side::left));
  led.run(1);
  EXPECT_TRUE(allFinite(led.avatar()));
}

}  // namespace
}  // namespace lead
