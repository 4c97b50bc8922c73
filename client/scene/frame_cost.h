// What a frame costs the thread that draws, by part. Filament's own thread and the driver's work beside it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace lead {

enum class FramePart : std::uint8_t {
  pose,       ///< states -> poses, feet planted
  character,  ///< eyes, expressions, constraints, springs
  morphs,     ///< faces: vertices and materials that expressions change
  bones,      ///< matrices of nodes and joints handed over
  upload,     ///< of models that have just been loaded
  panel,
  filament,  ///< the scene's commands written; waits where the driver is behind
};
inline constexpr std::array<std::string_view, 7> kFramePartNames{"pose",   "character", "morphs",  "bones",
                                                                 "upload", "panel",     "filament"};

/// Seconds of each part, summed over a frame.
struct FrameCost {
  std::array<double, kFramePartNames.size()> seconds{};

  double& of(FramePart part) { return seconds[static_cast<std::size_t>(part)]; }
};

/// Adds its own lifetime to a part.
class Spending {
 public:
  Spending(FrameCost& cost, FramePart part) : sum_(cost.of(part)) {}
  ~Spending() { sum_ += std::chrono::duration<double>(Clock::now() - began_).count(); }
  Spending(const Spending&) = delete;
  Spending& operator=(const Spending&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& sum_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace lead
