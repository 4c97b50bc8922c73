#include "session/path_choice.h"

#include <algorithm>

namespace lead {
namespace {

constexpr double kProbeInterval = 0.1;
constexpr int kFirstProbes = 10;
constexpr int kLaterProbes = 4;
constexpr double kSilence = 0.5;  // without one, though it was asked
constexpr double kFirstWait = 1.0;
constexpr double kLongestWait = 10.0;
constexpr double kStable = 10.0;  // what worked this long is tried again at once
constexpr double kClockInterval = 1.0;
constexpr double kFirstClockInterval = 0.2;
constexpr double kFirstSeconds = 2.0;

}  // namespace

void PathChoice::begin(double now, bool possible) {
  *this = PathChoice();
  possible_ = possible;
  since_ = nextPing_ = now;
  most_ = kFirstProbes;
  wait_ = kFirstWait;
}

void PathChoice::pong(double now) {
  datagram(now);
  lastAcknowledged_ = now;
  if (!possible_ || path_ == Path::udp) return;
  path_ = Path::udp;
  since_ = nextPing_ = now;
}

void PathChoice::fallBack(double now) {
  if (now - since_ > kStable) wait_ = kFirstWait;
  path_ = Path::stream;
  since_ = now;
  probes_ = most_;  // not at once
  nextPing_ = now;
}

void PathChoice::broken(double now) {
  if (path_ == Path::udp) fallBack(now);
}

/// A server that is late with snapshots still answers: then the stream would only make it later. The first
/// answer on this path takes a round trip, the others follow one another.
double PathChoice::quiet(double now, double roundTrip) const {
  return now - std::min(lastDatagram_, std::max(lastAcknowledged_, since_ + roundTrip));
}

PathChoice::Ping PathChoice::tick(double now, double roundTrip) {
  if (!possible_) return Ping::none;
  if (path_ == Path::udp) {
    if (quiet(now, roundTrip) > kSilence) {
      fallBack(now);
    } else if (isInDoubt(now, roundTrip)) {
      return Ping::probe;
    } else {
      if (now < nextPing_) return Ping::none;
      nextPing_ = now + (now - since_ < kFirstSeconds ? kFirstClockInterval : kClockInterval);
      return Ping::clock;
    }
  }
  if (now < nextPing_) return Ping::none;
  if (probes_ >= most_) {  // no answer
    probes_ = 0;
    most_ = kLaterProbes;
    nextPing_ = now + wait_;
    wait_ = std::min(kLongestWait, 2.0 * wait_);
    return Ping::none;
  }
  ++probes_;
  nextPing_ = now + kProbeInterval;
  return Ping::probe;
}

}  // namespace lead
