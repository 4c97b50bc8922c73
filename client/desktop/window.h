// The window: SDL2. Gives events as values; knows nothing of the scene. Main thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "desktop/input_event.h"

namespace lead {

class Window {
 public:
  /// Throws std::runtime_error, in a sentence, where no window can be had.
  Window(const std::string& title, std::uint32_t width, std::uint32_t height);
  ~Window();

  void poll(InputEvents& events);
  /// For StageOptions::nativeWindow.
  void* native() const;
  std::uint32_t width() const;
  std::uint32_t height() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
