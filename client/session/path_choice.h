// Which way inputs go: by datagrams where they get through both ways, else by the stream. Pure: times are
// handed in, seconds.
#pragma once

#include <cstdint>

#include "session/session.h"

namespace lead {

class PathChoice {
 public:
  enum class Ping : std::uint8_t {
    none,
    probe,  ///< as large as a datagram gets
    clock   ///< small
  };

  /// We are in the room. `possible` false: the stream it is.
  void begin(double now, bool possible);
  /// A datagram of the server's came; a pong, or anything that opened.
  void pong(double now);
  void datagram(double now) { lastDatagram_ = now; }
  /// The server has a newer input of ours than before.
  void acknowledged(double now) { lastAcknowledged_ = now; }
  /// The socket says that nothing gets through.
  void broken(double now);

  Path path() const { return path_; }
  /// By datagram, which may not get through any more: what must not be late goes by the stream, too.
  bool isInDoubt(double now, double roundTrip) const {
    return path_ == Path::udp && quiet(now, roundTrip) > kDoubt;
  }
  /// Every 50 ms or so: looks whether all is well, and says what to send by datagram now. `probing` begins: a
  /// good time for a new socket.
  Ping tick(double now, double roundTrip);
  bool beginsProbing() const { return probes_ == 1 && path_ == Path::stream; }

 private:
  /// Without a datagram, though the server sends ten a second: is it the line?
  static constexpr double kDoubt = 0.25;

  void fallBack(double now);
  double quiet(double now, double roundTrip) const;

  bool possible_ = false;
  Path path_ = Path::stream;
  double lastDatagram_ = 0.0;
  double lastAcknowledged_ = 0.0;  ///< or answered: it works both ways
  double since_ = 0.0;             ///< on this path
  double nextPing_ = 0.0;
  int probes_ = 0;     ///< of this attempt
  int most_ = 0;       ///< likewise
  double wait_ = 0.0;  ///< before the next attempt
};

}  // namespace lead
