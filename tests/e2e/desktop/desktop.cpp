#include "desktop.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace lead::e2e {
namespace {

std::vector<std::string> arguments(const std::string& server, const std::string& room,
                                   const std::string& name, const std::filesystem::path& report,
                                   std::vector<std::string> more) {
  more.insert(more.end(), {"--server", server, "--room", room, "--name", name, "--report", report.string(),
                           "--size", "640x480", "--hide-panel"});
  return more;
}

void xdotool(const std::string& what) {
  if (std::system(("xdotool " + what).c_str()) != 0) throw std::runtime_error("xdotool failed: " + what);
}

}  // namespace

Desktop::Desktop(const std::string& server, const std::string& room, const std::string& name,
                 std::vector<std::string> more)
    : child_("lead-desktop",
             arguments(server, room, name, folder_.path() / "report.jsonl", std::move(more))) {}

std::vector<nlohmann::json> Desktop::all() const {
  std::vector<nlohmann::json> lines;
  std::ifstream in(folder_.path() / "report.jsonl");
  for (std::string line; std::getline(in, line);) {
    nlohmann::json parsed = nlohmann::json::parse(line, nullptr, false);
    if (!parsed.is_discarded()) lines.push_back(std::move(parsed));
  }
  return lines;
}

nlohmann::json Desktop::newest() const {
  auto lines = all();
  return lines.empty() ? nlohmann::json() : lines.back();
}

nlohmann::json Desktop::waitFor(const std::function<bool(const nlohmann::json&)>& wanted,
                                double seconds) const {
  nlohmann::json found;
  waitUntil(
      [&] {
        const nlohmann::json line = newest();
        if (line.is_null() || !wanted(line)) return false;
        found = line;
        return true;
      },
      seconds);
  return found;
}

Mouse::Mouse() {
  FILE* search = popen("xdotool search --name '^Lead$'", "r");
  if (search == nullptr) throw std::runtime_error("xdotool can't be run");
  std::array<char, 64> line{};
  if (std::fgets(line.data(), line.size(), search) != nullptr) window_ = line.data();
  pclose(search);
  while (!window_.empty() && window_.back() == '\n') window_.pop_back();
  if (window_.empty()) throw std::runtime_error("there is no window");
}

void Mouse::move(float x, float y) {
  xdotool("mousemove --window " + window_ + " " + std::to_string(std::lround(x)) + " " +
          std::to_string(std::lround(y)));
}

void Mouse::press() {
  xdotool("mousedown 1");
}

void Mouse::release() {
  xdotool("mouseup 1");
}

void Mouse::key(const std::string& name, bool down) {
  xdotool((down ? "keydown " : "keyup ") + name);
}

void Mouse::glide(glm::vec2 from, glm::vec2 to, int steps, double seconds) {
  for (int i = 1; i <= steps; ++i) {
    const glm::vec2 at = glm::mix(from, to, static_cast<float>(i) / static_cast<float>(steps));
    move(at.x, at.y);
    pause(seconds / steps);
  }
}

}  // namespace lead::e2e
