// A motion that is played as it is, made ready once: any animation of a humanoid, from a gesture to a dance.
// Immutable, shared by all avatars that play it. Feet go where the file's rotations put them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "motion/resample.h"

namespace lead {

struct PlayableMotion {
  Clip clip;  ///< `loops`: starts again at its end; else it is played once
  bool movesLegs = false;
  bool blinks = false;  ///< the eyelids are its own
  struct CustomCurve {
    std::string expression;      ///< as the file calls it
    std::vector<float> weights;  ///< one a row
  };
  std::vector<CustomCurve> custom;  ///< of expressions that are no preset's
};
using PlayableMotionPtr = std::shared_ptr<const PlayableMotion>;

inline constexpr float kMostPlayedSeconds = 600.0F;

/// T-pose keys at the ends go. What leads further away than a few steps (the hips' start, their travel from
/// first to last key) goes: the motion is played where the avatar stands; sitting back or a lunge stays. One
/// that loops has its end meet its start. One that is a pose only is held for 3 s. Throws MotionError where
/// it is too long.
PlayableMotionPtr makePlayable(KeyedMotion motion, bool loops);

}  // namespace lead
