#include "rig/blend_rows.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "math/rotation.h"

namespace lead {
namespace {

glm::quat anyRotation(std::mt19937& dice) {
  std::uniform_real_distribution<float> side(-1.0F, 1.0F);
  return glm::normalize(glm::quat(side(dice) + 1e-3F, side(dice), side(dice), side(dice)));
}

RotationRow anyRow(std::mt19937& dice) {
  RotationRow row = RotationRow::identities();
  for (std::size_t bone = 0; bone < kBoneCount; ++bone) row.set(bone, anyRotation(dice));
  return row;
}

TEST(BlendRows, WideRegistersGiveTheSameBitsAsTheBaseline) {
  if (!detail::hasWideRegisters()) GTEST_SKIP() << "this machine has no wide registers";
  std::mt19937 dice(7);
  std::uniform_real_distribution<float> share(0.0F, 1.0F);
  for (int round = 0; round < 200; ++round) {
    std::array<RotationRow, 6> rows{anyRow(dice), anyRow(dice), anyRow(dice),
                                    anyRow(dice), anyRow(dice), anyRow(dice)};
    std::array<WeightedRow, 3> mix{};
    const std::size_t count = 1 + static_cast<std::size_t>(round) % 3;
    for (std::size_t i = 0; i < count; ++i)
      mix[i] = {&rows[2 * i], &rows[2 * i + (share(dice) < 0.8F ? 1 : 0)], share(dice), 0.01F + share(dice)};
    BoneArray<glm::quat> wide{};
    BoneArray<glm::quat> baseline{};
    detail::blendRowsWide({mix.data(), count}, wide);
    detail::blendRowsBaseline({mix.data(), count}, baseline);
    ASSERT_EQ(std::memcmp(wide.data(), baseline.data(), sizeof(wide)), 0) << round;
  }
}

TEST(BlendRows, OneRowIsItself) {
  std::mt19937 dice(3);
  const RotationRow row = anyRow(dice);
  const WeightedRow whole{&row, &row, 0.0F, 0.4F};
  BoneArray<glm::quat> out{};
  blendRows({&whole, 1}, out);
  for (std::size_t bone = 0; bone < kBoneCount; ++bone)
    EXPECT_LT(angleOf(glm::conjugate(row.at(bone)) * out[bone]), 1e-3F);
}

}  // namespace
}  // namespace lead
