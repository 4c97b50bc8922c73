// Many measured values -> percentiles. Bounded: beyond a number, a fair random selection of them is kept.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <random>
#include <vector>

namespace lead::tool {

/// One thread at a time.
class Samples {
 public:
  explicit Samples(std::size_t most = 200'000) : most_(most) {}
  /// Not finite: ignored.
  void add(double value);
  std::uint64_t count() const { return count_; }
  double mean() const { return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_); }
  double max() const { return max_; }
  /// Nearest rank, 0 < p ≤ 1; 0 without values.
  double percentile(double p) const;

 private:
  std::size_t most_;
  std::vector<double> kept_;
  std::uint64_t count_ = 0;
  double sum_ = 0.0;
  double max_ = 0.0;
  std::minstd_rand random_;
};

/// {"count","mean","p50","p90","p99","max"}
void to_json(nlohmann::json& json, const Samples& samples);

}  // namespace lead::tool
