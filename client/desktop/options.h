// The command line of lead-desktop.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "session/session.h"

namespace lead {

struct DesktopOptions {
  SessionOptions session;
  std::uint32_t width = 1280;
  std::uint32_t height = 720;
  bool headless = false;
  bool toggleGrab = false;
  bool hidePanel = false;
  bool stats = false;  ///< what frames cost, printed at the end
  std::optional<int> frames;         ///< end after so many, once everybody is drawn
  std::filesystem::path screenshot;  ///< of the last frame
  std::filesystem::path script;
  std::filesystem::path report;  ///< JSON lines of what is on the screen

  /// Nobody watches: what would be shown in the panel ends the program instead.
  bool automated() const { return frames.has_value() || !script.empty() || headless; }
};

/// None: it has printed what there was to print; `exitCode` is to be returned.
std::optional<DesktopOptions> parseDesktopOptions(int argc, char** argv, int& exitCode);

}  // namespace lead
