// Any number of bots in one process, and what they measured.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "tool/bot.h"

namespace lead::tool {

struct FleetOptions {
  BotOptions bot;  ///< of each; its name is numbered
  int leaders = 1;
  int spectators = 0;
  int draw = 2;         ///< leaders and as many spectators that draw
  double ramp = 0.0;    ///< seconds over which they come
  double settle = 0.0;  ///< seconds after that before measuring begins
};

/// One thread; a bot has none of its own.
class BotFleet {
 public:
  explicit BotFleet(FleetOptions options) : options_(std::move(options)) {}
  /// Until all have left.
  void run();

  const std::vector<std::unique_ptr<Bot>>& bots() const { return bots_; }
  /// Somebody was there still when measuring began.
  bool measured() const { return measuredFrom_ > 0.0; }
  nlohmann::json report() const;

 private:
  std::size_t size() const { return static_cast<std::size_t>(options_.leaders + options_.spectators); }
  /// When the bot of that number comes, seconds after the start.
  double comesAt(std::size_t number) const;
  std::unique_ptr<Bot> make(std::size_t number);
  bool allFinished() const;
  bool leadersFinished() const;
  void stepAll(double now, std::uint64_t frame);

  FleetOptions options_;
  BotRecorder recorder_;
  std::vector<std::unique_ptr<Bot>> bots_;  ///< leaders first
  double start_ = 0.0;
  double last_ = 0.0;
  double cpuFrom_ = 0.0;  ///< seconds of this process when measuring began
  double measuredFrom_ = 0.0;
};

}  // namespace lead::tool
