// What a bad link does to what goes over it, one way: when each packet arrives and how often. Pure and
// deterministic: the same options, seed, packets and times give the same fates. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace lead {

/// Nothing passes from `from` on, seconds since the link's start.
struct Blackout {
  double from = 0.0;
  double seconds = 0.0;
};

/// Of one direction. Shares are 0 to 1, times seconds. By default a perfect link.
struct LinkOptions {
  double loss = 0.0;
  double delay = 0.0;
  double jitter = 0.0;  ///< up to so much more, another for every packet: closer ones may overtake each other
  double reorder = 0.0;        ///< share that comes kReorderSeconds later still, overtaken by what follows
  double duplicate = 0.0;      ///< share that comes twice
  double bitsPerSecond = 0.0;  ///< what is more waits, for kMostWaitSeconds at most; 0: no limit
  std::vector<Blackout> blackouts;
};

inline constexpr double kReorderSeconds = 0.05;
inline constexpr double kMostWaitSeconds = 0.5;

struct Fate {
  enum class Cause : std::uint8_t { arrives, lost, blackout, overfull };
  Cause cause = Cause::arrives;
  int copies = 0;              ///< 0 to 2
  std::array<double, 2> at{};  ///< when, seconds since the link's start
};

class LinkModel {
 public:
  LinkModel(LinkOptions options, std::uint32_t seed) : options_(std::move(options)), random_(seed) {}

  /// From the next packet on. What is random goes on as if nothing had happened.
  void setOptions(LinkOptions options) { options_ = std::move(options); }
  const LinkOptions& options() const { return options_; }

  /// Of a datagram that is sent at `now`.
  Fate packet(double now, std::size_t bytes);
  /// When the next bytes of a stream arrive that are sent at `now`: late, but in order and none lost; what
  /// falls into a blackout comes after it.
  double stream(double now, std::size_t bytes);

 private:
  double share();
  double afterWait(double now, std::size_t bytes);
  bool dark(double now) const;
  double afterBlackouts(double time) const;

  LinkOptions options_;
  std::mt19937 random_;
  double busyUntil_ = 0.0;    ///< with what was sent before, where the rate is limited
  double lastArrival_ = 0.0;  ///< of a stream
};

}  // namespace lead
