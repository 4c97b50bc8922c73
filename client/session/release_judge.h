// How good a prediction was: where an avatar was shown in the tick of its release and half a second later,
// against what the server says of those ticks. Pure.
#pragma once

#include <deque>
#include <glm/vec3.hpp>
#include <optional>

#include "lead/avatar_state.h"

namespace lead {

struct ReleaseError {
  float atRelease = 0.0F;  ///< metres
  float halfASecondLater = 0.0F;
};

class ReleaseJudge {
 public:
  /// It was let go; the input gets into the server's tick `tick`.
  void released(double tick);
  /// The server tells.
  void told(const AvatarState& state);
  /// It is shown there, as of a tick of the server with its fraction. Gives the error once both are known.
  std::optional<ReleaseError> shown(double tick, const glm::vec3& place);

 private:
  struct Place {
    double tick;
    glm::vec3 place;
  };
  std::optional<float> errorOf(const Place& told) const;
  std::optional<ReleaseError> judge(const Place& told);

  std::deque<Place> shown_;
  std::deque<Place> told_;  ///< since the release, not judged yet
  double tickSeconds_ = 0.0;
  std::optional<double> release_;
  std::optional<float> atRelease_;
};

}  // namespace lead
