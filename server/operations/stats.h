// What the server counts about itself. Atomics only: written from every thread, read by the log (and later
// metrics).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "operations/histogram.h"
#include "operations/refusals.h"

namespace lead::server {

/// Why a Play stream was ended by us; numbered as lead.v1.DisconnectReason.
enum class Disconnect : std::uint8_t { shutdown = 1, left, malformed, tooSlow, replaced, flood, silent };
inline constexpr std::size_t kDisconnectCount = 8;
std::string_view name(Disconnect reason);

using Counter = std::atomic<std::uint64_t>;

struct Stats {
  Histogram tickLateness;  ///< actual start of a tick minus when it was due
  Histogram tickDuration;
  Histogram tickToSent;        ///< start of a tick until its last datagram was handed to the system
  Histogram inputToBroadcast;  ///< an input's arrival until the snapshot with it was handed to gRPC

  Counter ticks{0};
  Counter skippedTicks{0};  ///< too late to be made up for
  Counter snapshotsSent{0};
  Counter snapshotsDropped{0};  ///< replaced by a newer one before the client took it
  Counter payloadBytesSent{0};  ///< of snapshots, on either path, without seal and headers
  Counter datagramsSent{0};
  Counter datagramsUnsent{
      0};  ///< the system did not take them, or their address has had enough until it answers
  Counter datagramsReceived{0};
  Counter strangeDatagrams{0};   ///< of no session, or not sealed with its key
  Counter replayedDatagrams{0};  ///< seen before, or too old to tell
  Counter datagramsOverRate{0};
  Counter malformedPayloads{0};  ///< sealed, but no client of ours sends them
  Counter inputs{0};
  Counter staleInputs{0};  ///< older than what was known
  Counter badNumbers{0};   ///< not finite, beyond 1000 m, or no rotation: dropped
  Counter holdsTaken{0};
  Counter holdsRefused{0};
  std::array<Counter, 7> holdsRefusedBy{};  ///< numbered as lead.v1.RefusalReason
  Counter silentReleases{0};
  Counter commandsRefused{0};
  Counter uploadsAccepted{0};
  Counter uploadsRefused{0};
  Counter uploadsAborted{0};
  Counter downloads{0};
  Counter downloadsStalled{0};  ///< took nothing for too long
  std::array<Counter, kDisconnectCount> disconnects{};
  RefusalCounters refusals;
  std::atomic<std::int64_t> participants{0};
  std::atomic<std::int64_t> streams{0};

  void countDisconnect(Disconnect reason) { ++disconnects[static_cast<std::size_t>(reason)]; }
  std::uint64_t disconnected(Disconnect reason) const {
    return disconnects[static_cast<std::size_t>(reason)];
  }
};

/// One line for the log; the histograms begin anew.
std::string takeReport(Stats& stats);

}  // namespace lead::server
