// A relay between clients and a server that makes a bad link of a good one: UDP and TCP on one port number,
// so that a client needs to know nothing of it. For tests in process and for `lead-tool link`.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "link/link_model.h"

namespace lead {

enum class Way : std::uint8_t { up, down };  ///< to the server, to the client

struct RelayOptions {
  std::string listen = "127.0.0.1:0";  ///< port 0: any that is free for both
  std::string to;                      ///< "host:port"
  LinkOptions up;
  LinkOptions down;
  std::uint32_t seed = 1;
};

struct WayStats {
  std::uint64_t datagrams = 0;  ///< that came to the relay
  std::uint64_t datagramBytes = 0;
  std::uint64_t delivered = 0;  ///< copies count
  std::uint64_t lost = 0;
  std::uint64_t blackedOut = 0;
  std::uint64_t overfull = 0;  ///< over the rate, or over what the relay keeps
  std::uint64_t duplicated = 0;
  std::uint64_t streamBytes = 0;  ///< that came to the relay
};

struct RelayStats {
  std::array<WayStats, 2> ways{};    ///< by Way
  std::uint64_t clients = 0;         ///< addresses from which datagrams came lately
  std::uint64_t streams = 0;         ///< open TCP connections
  std::uint64_t streamsRefused = 0;  ///< that the server did not take
  double seconds = 0.0;              ///< since the start
  bool blackout = false;             ///< now, in either direction
};

/// Has a thread of its own. Methods may be called from any; what they change takes effect with the next
/// packet.
class Relay {
 public:
  /// Listens from now on. Throws std::runtime_error with a sentence.
  explicit Relay(RelayOptions options);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  int port() const;
  std::string address() const;  ///< "host:port", for clients

  /// A blackout that blackout() has begun goes on.
  void setOptions(const LinkOptions& up, const LinkOptions& down);
  /// Nothing passes for so long, either way.
  void blackout(double seconds);
  /// Datagrams of all clients come to the server from new ports from now on, as after a change of network.
  void rebind();

  /// A datagram as it came to the relay, before anything happens to it; called on the relay's thread. Null:
  /// none.
  using Tap = std::function<void(Way, std::span<const std::uint8_t>)>;
  void setTap(Tap tap);
  /// Sends a datagram of one's own, at once: up, as if from the client that was heard last; down, to it.
  void inject(Way way, std::span<const std::uint8_t> datagram);

  RelayStats stats() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lead
