// Timed actions for automation, one a line: `SECONDS ACTION ARGUMENTS`. client/desktop/README.md lists them.
#pragma once

#include <filesystem>
#include <glm/vec3.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "desktop/input_event.h"
#include "lead/params.h"
#include "rig/humanoid.h"

namespace lead {

/// "line 3: …".
class ScriptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace script {

struct Move {
  glm::vec2 to{0.0F};
};
struct Glide {
  glm::vec2 to{0.0F};
  double seconds = 0.0;
};
/// The pointer to a hand's sphere; `avatar` counts those in the room from 1.
struct Point {
  std::size_t avatar = 1;
  Side hand = Side::left;
};
struct Press {
  ButtonChanged change;
};
struct Turn {
  float steps = 0.0F;
};
struct PressKey {
  KeyChanged change;
};
struct Drop {
  std::filesystem::path file;
};
struct Camera {
  float yawDegrees = 0.0F;
  float pitchDegrees = 0.0F;
  float distance = 3.0F;
  glm::vec3 target{0.0F, 1.0F, 0.0F};
};
struct Gaze {
  std::size_t avatar = 1;
  GazeMode mode = GazeMode::off;
};
struct Reset {
  std::size_t avatar = 1;
};
struct Screenshot {
  std::filesystem::path file;
};
struct Sheet {
  std::filesystem::path file;  ///< all screenshots so far, side by side
  std::uint32_t columns = 4;
};
struct Print {};
struct Quit {};

using Action = std::variant<Move, Glide, Point, Press, Turn, PressKey, Drop, Camera, Gaze, Reset, Screenshot,
                            Sheet, Print, Quit>;

struct Step {
  double t = 0.0;
  Action action;
};

}  // namespace script

using Script = std::vector<script::Step>;

/// In order of time. Throws ScriptError.
Script parseScript(std::string_view text);

}  // namespace lead
