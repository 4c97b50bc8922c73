#include "operations/histogram.h"

#include <algorithm>
#include <cmath>

namespace lead::server {
namespace {

/// Upper edge of the bucket in which the given share of `counts` is reached.
template <typename Counts>
double quantile(const Counts& counts, std::uint64_t total, double share, double least, double perOctave) {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(static_cast<double>(total) * share));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    seen += counts[i];
    if (seen >= wanted) return least * std::exp2(static_cast<double>(i) / perOctave);
  }
  return 0.0;
}

template <typename Buckets, typename Read>
Histogram::Summary summarize(Buckets& buckets, double most, double least, double perOctave, Read read) {
  std::array<std::uint64_t, std::tuple_size_v<std::remove_const_t<Buckets>>> counts{};
  Histogram::Summary result;
  for (std::size_t i = 0; i < counts.size(); ++i) result.count += counts[i] = read(buckets[i]);
  if (result.count == 0) return result;
  result.most = most;
  result.p50 = std::min(most, quantile(counts, result.count, 0.5, least, perOctave));
  result.p99 = std::min(most, quantile(counts, result.count, 0.99, least, perOctave));
  return result;
}

}  // namespace

void Histogram::record(double seconds) {
  const double octaves = std::log2(std::max(seconds, kLeast) / kLeast);
  const auto bucket = static_cast<std::size_t>(std::ceil(octaves * static_cast<double>(kPerOctave)));
  buckets_[std::min(bucket, kBuckets - 1)].fetch_add(1, std::memory_order_relaxed);
  double most = most_.load(std::memory_order_relaxed);
  while (seconds > most && !most_.compare_exchange_weak(most, seconds, std::memory_order_relaxed)) {
  }
}

Histogram::Summary Histogram::summary() const {
  return summarize(buckets_, most_.load(), kLeast, kPerOctave,
                   [](const auto& bucket) { return bucket.load(std::memory_order_relaxed); });
}

Histogram::Summary Histogram::take() {
  return summarize(buckets_, most_.exchange(0.0), kLeast, kPerOctave,
                   [](auto& bucket) { return bucket.exchange(0, std::memory_order_relaxed); });
}

}  // namespace lead::server
