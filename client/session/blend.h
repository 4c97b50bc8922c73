// What is drawn never jumps: where the state to be drawn is corrected, the difference stays and fades. Pure.
#pragma once

#include <array>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "lead/avatar_state.h"

namespace lead {

class Blend {
 public:
  static constexpr float kSeconds = 0.1F;
  /// Longer where the way would else be quicker than this, m/s: less than 1 cm a frame.
  static constexpr float kFastest = 0.5F;

  /// From here on `is` comes in place of `was`, which has been drawn (this blend included). What jumped by
  /// more than a teleport's distance is let jump. Returns metres between the two places.
  float correct(const AvatarState& was, const AvatarState& is);
  /// Of one arm's target only.
  void correctTarget(Side side, const glm::vec3& was, const glm::vec3& is);
  void advance(float dt);
  void apply(AvatarState& state) const;
  void clear() { *this = Blend(); }
  /// Metres that the place was moved by the last advance().
  float step() const { return step_; }

 private:
  glm::vec3 position_{0.0F};
  float heading_ = 0.0F;
  glm::quat lean_ = kIdentity;
  float walkWeight_ = 0.0F;
  float phase_ = 0.0F;
  std::array<glm::vec3, 2> targets_{};
  float left_ = 0.0F;  ///< seconds
  float targetLeft_ = 0.0F;
  float step_ = 0.0F;
};

/// Weights of an arm go up and down no faster than they do in the simulation, whatever comes: a refused hold
/// lets the hand drift back from where it was.
void rampArms(const AvatarState& was, float dt, AvatarState& is);

}  // namespace lead
