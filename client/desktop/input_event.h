// What a user does, whether it comes from a window or from a script. Pixels: origin top-left, y down.
#pragma once

#include <filesystem>
#include <glm/vec2.hpp>
#include <string>
#include <variant>
#include <vector>

namespace lead {

enum class Button : std::uint8_t { left, right, middle };

/// Keys that do something here; all others only type text.
enum class Key : std::uint8_t {
  tab,
  left,
  right,
  up,
  down,
  home,
  end,
  backspace,
  erase,
  enter,
  escape,
  shift,
  control,
  a,
  c,
  v,
  x,
  f1,
  f2
};

struct PointerMoved {
  glm::vec2 position{0.0F};
};
struct ButtonChanged {
  Button button = Button::left;
  bool down = false;
};
struct WheelTurned {
  float steps = 0.0F;
};  ///< positive: away from the user
struct KeyChanged {
  Key key = Key::escape;
  bool down = false;
};
struct TextTyped {
  std::string text;
};  ///< UTF-8
struct FileDropped {
  std::filesystem::path file;
};
struct WindowResized {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};
struct CloseAsked {};

using InputEvent = std::variant<PointerMoved, ButtonChanged, WheelTurned, KeyChanged, TextTyped, FileDropped,
                                WindowResized, CloseAsked>;
using InputEvents = std::vector<InputEvent>;

}  // namespace lead
