#include "desktop/frame_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <string_view>

namespace lead {
namespace {

constexpr std::size_t kWarmUp = 10;  // frames
constexpr double kLong = 0.05;       // s over the median

double cpuSeconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double atShare(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

std::string row(std::string_view name, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  return fmt::format("{:<12}{:>9.3f}{:>9.3f}{:>9.3f}{:>9.3f}\n", name,
                     1e3 * sum / static_cast<double>(seconds.size()), 1e3 * atShare(seconds, 0.5),
                     1e3 * atShare(seconds, 0.95), 1e3 * seconds.back());
}

}  // namespace

FrameStats::Cpu FrameStats::Cpu::now() {
  return {cpuSeconds(CLOCK_THREAD_CPUTIME_ID), cpuSeconds(CLOCK_PROCESS_CPUTIME_ID)};
}

void FrameStats::add(const FrameCost& cost, double now) {
  const double since = now - last_;
  last_ = now;
  cpuEnded_ = Cpu::now();
  if (++drawn_ <= kWarmUp) {
    cpuBegan_ = cpuEnded_;
    return;
  }
  costs_.push_back(cost);
  seconds_.push_back(since);
}

std::string FrameStats::table() const {
  if (seconds_.empty()) return "Too few frames were drawn to say what they cost.\n";
  std::string out = fmt::format("{:<12}{:>9}{:>9}{:>9}{:>9}   of {} frames\n", "ms a frame", "mean", "median",
                                "95 %", "worst", seconds_.size());
  for (std::size_t part = 0; part < kFramePartNames.size(); ++part) {
    std::vector<double> seconds;
    for (const FrameCost& cost : costs_) seconds.push_back(cost.seconds[part]);
    out += row(kFramePartNames[part], std::move(seconds));
  }
  out += row("to the next", seconds_);
  std::vector<double> sorted = seconds_;
  std::sort(sorted.begin(), sorted.end());
  const double limit = atShare(sorted, 0.5) + kLong;
  const auto slow = std::count_if(sorted.begin(), sorted.end(), [&](double s) { return s > limit; });
  out += fmt::format("{} frames came later than the median + {:.0f} ms\n", slow, 1e3 * kLong);
  const double frames = static_cast<double>(seconds_.size());
  const double here = cpuEnded_.here - cpuBegan_.here;
  const double others = cpuEnded_.all - cpuBegan_.all - here;
  out += fmt::format("CPU a frame: {:.3f} ms here, {:.3f} ms of Filament's and other threads\n",
                     1e3 * here / frames, 1e3 * others / frames);
  return out;
}

}  // namespace lead
