// Plays a script against the running client: turns steps that are due into events and commands. Pure but for
// the clock that is handed in.
#pragma once

#include <optional>

#include "desktop/script.h"

namespace lead {

class ScriptPlayer {
 public:
  explicit ScriptPlayer(Script script) : script_(std::move(script)) {}

  /// The steps due at `t` seconds after the start, in order; a glide in progress adds its pointer's place. A
  /// `point` is the last of them: call again after pointerIs() for what is due after it.
  std::vector<script::Action> due(double t);
  /// Where a `point` step found its hand, so that a glide begins there.
  void pointerIs(glm::vec2 place) { pointer_ = place; }
  bool finished() const { return next_ >= script_.size() && !glide_; }

 private:
  struct Gliding {
    glm::vec2 from;
    glm::vec2 to;
    double began;
    double seconds;
  };

  Script script_;
  std::size_t next_ = 0;
  std::optional<Gliding> glide_;
  glm::vec2 pointer_{0.0F};
};

}  // namespace lead
