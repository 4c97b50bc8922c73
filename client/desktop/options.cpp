#include "desktop/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>

#include "session/access_options.h"
#include "session/real_time_options.h"

namespace lead {
namespace {

constexpr std::uint32_t kLeastSize = 64;
constexpr std::uint32_t kMostSize = 8192;

bool readSize(const std::string& text, std::uint32_t& width, std::uint32_t& height) {
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, width);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'x') return false;
  const auto second = std::from_chars(first.ptr + 1, end, height);
  const auto fits = [](std::uint32_t n) { return n >= kLeastSize && n <= kMostSize; };
  return second.ec == std::errc() && second.ptr == end && fits(width) && fits(height);
}

}  // namespace

std::optional<DesktopOptions> parseDesktopOptions(int argc, char** argv, int& exitCode) {
  DesktopOptions options;
  std::string size = "1280x720";
  bool spectate = false;
  int frames = 0;
  CLI::App app(
      "Lead avatars by the hand. Drag a hand's sphere with the left button; with Shift it moves up and down; "
      "the wheel raises and lowers it. Ctrl-click two avatars' hands to join them to a row. Drag beside the "
      "avatars to look around, with the right button to move.");
  app.add_option("--server", options.session.server, "address of the server, HOST:PORT")
      ->capture_default_str();
  addAccessOptions(app, options.session.access);
  addRealTimeOptions(app, options.session);
  app.add_option("--room", options.session.room, "room to join")->capture_default_str();
  app.add_option("--name", options.session.name, "your name; without one the server gives you one");
  app.add_option("--avatar", options.session.avatar,
                 "a .vrm file to bring along, or \"mannequin\" for the built-in one");
  app.add_flag(
         "--share-avatar", options.session.shareAvatar,
         "confirm that the others in the room may get that file although its licence forbids handing it "
         "on; without it they see a placeholder")
      ->needs("--avatar");
  app.add_flag("--spectate", spectate, "watch without leading");
  app.add_flag("--toggle-grab", options.toggleGrab,
               "a click takes a hand, the next lets go (nothing to hold down)");
  app.add_option("--size", size, "of the window, WIDTHxHEIGHT")->capture_default_str();
  app.add_flag("--headless", options.headless,
               "without a window (an X display is still needed, Xvfb will do)");
  app.add_flag("--hide-panel", options.hidePanel, "start without the panel (F1 shows it)");
  app.add_flag("--stats", options.stats, "print at the end what frames cost, by part");
  const CLI::Option* framesGiven =
      app.add_option("--frames", frames, "draw so many frames after everybody is there, then end")
          ->check(CLI::Range(1, 1'000'000));
  app.add_option("--screenshot", options.screenshot, "PNG file for the last frame");
  app.add_option("--script", options.script, "file of timed actions, see client/desktop/README.md")
      ->check(CLI::ExistingFile);
  app.add_option("--report", options.report, "write what is on the screen as JSON lines, five a second");
  app.set_version_flag("--version", LEAD_VERSION);
  try {
    app.parse(argc, argv);
    if (!readSize(size, options.width, options.height))
      throw CLI::ValidationError("--size", "must be WIDTHxHEIGHT, from 64x64 to 8192x8192");
  } catch (const CLI::ParseError& error) {
    exitCode = app.exit(error) == 0 ? 0 : 2;
    return std::nullopt;
  }
  if (spectate) options.session.role = Role::spectator;
  if (framesGiven->count() > 0) options.frames = frames;
  return options;
}

}  // namespace lead
