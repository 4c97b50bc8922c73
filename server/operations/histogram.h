// Durations as a histogram of geometric buckets: quantiles to within 5%, any number of writers, no
// allocation.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace lead::server {

class Histogram {
 public:
  struct Summary {
    std::uint64_t count = 0;
    double p50 = 0.0;  ///< seconds
    double p99 = 0.0;
    double most = 0.0;
  };

  /// Negative durations count as zero. Any thread.
  void record(double seconds);
  Summary summary() const;
  /// The same, and begins anew.
  Summary take();

 private:
  static constexpr std::size_t kPerOctave = 8;
  static constexpr std::size_t kBuckets = 27 * kPerOctave;  ///< 1 µs … 134 s
  static constexpr double kLeast = 1e-6;

  std::array<std::atomic<std::uint64_t>, kBuckets> buckets_{};
  std::atomic<double> most_{0.0};
};

}  // namespace lead::server
