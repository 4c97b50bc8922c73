// `--stats`: what frames cost, by part, as a table for people. Pure but for the process' CPU clock.
#pragma once

#include <string>
#include <vector>

#include "scene/frame_cost.h"

namespace lead {

class FrameStats {
 public:
  /// A frame that was drawn at `now`, seconds of any clock. The first ones, in which shaders are compiled,
  /// don't count.
  void add(const FrameCost& cost, double now);

  /// Mean, median, 95th percentile and worst of each part and of the time from frame to frame, in
  /// milliseconds; how many frames came 50 ms later than the median; how much CPU this
  /// thread and the others (Filament, the driver, network, loading) took a frame.
  std::string table() const;

 private:
  std::size_t drawn_ = 0;
  double last_ = 0.0;
  std::vector<FrameCost> costs_;
  std::vector<double> seconds_;
  /// CPU seconds.
  struct Cpu {
    double here = 0.0;  ///< of the thread that draws
    double all = 0.0;
    static Cpu now();
  };
  Cpu cpuBegan_;
  Cpu cpuEnded_;
};

}  // namespace lead
