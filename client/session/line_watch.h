// Whether the stream still gets through, and for how long our place is kept where it doesn't. Pure: times are
// handed in, seconds.
#pragma once

#include <algorithm>

namespace lead {

class LineWatch {
 public:
  /// Of the server, which after so long without a word gives our place away.
  static constexpr double kPatience = 10.0;

  /// A new stream.
  void begin(double now) { *this = {now, kNever}; }
  void heardOnStream(double now) { stream_ = now; }
  void heardByDatagram(double now) { datagram_ = now; }

  /// Pings are answered each second. While datagrams come the place is kept and inputs get through: TCP may
  /// take its time to get over a few losses.
  bool isDead(double now) const {
    return now - stream_ > (now - datagram_ < kFresh ? kPatience : kMostSilence);
  }
  bool mayResume(double now) const { return now - std::max(stream_, datagram_) < kPatience; }

  LineWatch() = default;

 private:
  static constexpr double kMostSilence = 4.0;
  static constexpr double kFresh = 1.5;  // there is at least one a second
  static constexpr double kNever = -1e9;

  LineWatch(double stream, double datagram) : stream_(stream), datagram_(datagram) {}

  double stream_ = kNever;
  double datagram_ = kNever;
};

}  // namespace lead
