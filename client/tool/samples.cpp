#include "tool/samples.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lead::tool {

void Samples::add(double value) {
  if (!std::isfinite(value)) return;
  max_ = count_ == 0 ? value : std::max(max_, value);
  ++count_;
  sum_ += value;
  if (kept_.size() < most_) {
    kept_.push_back(value);
    return;
  }
  const auto place = std::uniform_int_distribution<std::uint64_t>(0, count_ - 1)(random_);
  if (place < most_) kept_[place] = value;
}

double Samples::percentile(double p) const {
  if (kept_.empty()) return 0.0;
  std::vector<double> sorted = kept_;
  const auto rank = static_cast<std::size_t>(std::ceil(p * static_cast<double>(sorted.size())));
  const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
  std::nth_element(sorted.begin(), nth, sorted.end());
  return *nth;
}

void to_json(nlohmann::json& json, const Samples& samples) {
  json = {{"count", samples.count()},        {"mean", samples.mean()},
          {"p50", samples.percentile(0.5)},  {"p90", samples.percentile(0.9)},
          {"p99", samples.percentile(0.99)}, {"max", samples.max()}};
}

}  // namespace lead::tool
