// A .vrma with a simple walk on the spot, for tests that need a walk clip as a file. Links lead_vrm and
// lead_mannequin_data.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "mannequin/mannequin_file.h"
#include "math/rotation.h"
#include "vrm/load.h"
#include "vrm/vrma_writer.h"

namespace lead {

/// One cycle of `seconds`; legs swing by `swing` radians each way.
inline std::vector<std::uint8_t> makeWalkFile(float seconds = 1.0F, float swing = 0.4F) {
  constexpr int kSteps = 30;
  KeyedMotion motion;
  motion.name = "walk";
  motion.skeleton = loadModel(mannequinFile())->skeleton;
  const glm::vec3 aside(1.0F, 0.0F, 0.0F);
  for (int i = 0; i <= kSteps; ++i) {
    const float phase = static_cast<float>(i) / static_cast<float>(kSteps);
    motion.times.push_back(phase * seconds);
    auto& pose = motion.rotations.emplace_back(Pose::identities());
    for (const Side side : kSides) {
      const float angle = 2.0F * kPi * (phase + (side == Side::left ? 0.0F : 0.5F));
      const auto set = [&](Bone left, float turn) {
        const Bone bone = onSide(left, side);
        pose[index(bone)] = glm::angleAxis(turn, aside);
        motion.bones |= bit(bone);
      };
      set(Bone::leftUpperLeg, -swing * std::cos(angle));
      set(Bone::leftLowerLeg, 0.08F + 1.6F * swing * std::max(0.0F, -std::sin(angle)));
    }
  }
  return writeVrma(motion);
}

}  // namespace lead
