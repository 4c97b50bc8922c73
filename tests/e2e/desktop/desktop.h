// lead-desktop as a child process, watched through its report and driven by a real mouse.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "client.h"
#include "server_process.h"

namespace lead::e2e {

class Desktop {
 public:
  Desktop(const std::string& server, const std::string& room, const std::string& name,
          std::vector<std::string> more = {});

  Child& process() { return child_; }
  /// The newest report line that is whole; null before the first.
  nlohmann::json newest() const;
  /// All report lines so far.
  std::vector<nlohmann::json> all() const;
  /// The first new line for which `wanted` holds; null if none comes.
  nlohmann::json waitFor(const std::function<bool(const nlohmann::json&)>& wanted,
                         double seconds = kPatience) const;

 private:
  TempFolder folder_;
  Child child_;
};

/// The pointer of this test's display; places are pixels of our one window.
class Mouse {
 public:
  Mouse();
  void move(float x, float y);
  void press();
  void release();
  /// By xdotool's name: ctrl, shift, Escape.
  void key(const std::string& name, bool down);
  void glide(glm::vec2 from, glm::vec2 to, int steps, double seconds);

 private:
  std::string window_;
};

}  // namespace lead::e2e
