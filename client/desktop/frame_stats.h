// `--stats`: what frames cost, by part, as a table for people. Pure but for the process' CPU clock.
#pragma once

#include <string>
#include <vector>

#include "scene/frame_cost.h"

namespace lead {

class FrameStats {
 public:
  /// A frame that took `seconds`, without the wait for the next.
  void add(const FrameCost& cost, double seconds);
  std::size_t frames() const { return seconds_.size(); }

  /// Mean, median, 95th percentile and worst of each part and of the whole, in milliseconds; how many frames
  /// took 50 ms longer than the median; how much CPU all threads took a frame.
  std::string table() const;

 private:
  std::vector<FrameCost> costs_;
  std::vector<double> seconds_;
  double cpuBegan_ = 0.0;  ///< seconds of all threads at the first frame
  double cpuEnded_ = 0.0;
};

}  // namespace lead
