#include "operations/stats.h"

#include <fmt/format.h>

namespace lead::server {
namespace {

constexpr double kMilli = 1e3;

std::string quantiles(const Histogram::Summary& of) {
  return fmt::format("p50 {:.2f} p99 {:.2f} max {:.2f} ms", of.p50 * kMilli, of.p99 * kMilli,
                     of.most * kMilli);
}

}  // namespace

std::string_view name(Disconnect reason) {
  switch (reason) {
    case Disconnect::shutdown:
      return "shutdown";
    case Disconnect::left:
      return "left";
    case Disconnect::malformed:
      return "malformed";
    case Disconnect::tooSlow:
      return "too_slow";
    case Disconnect::replaced:
      return "replaced";
    case Disconnect::flood:
      return "flood";
    case Disconnect::silent:
      return "silent";
  }
  return "unknown";
}

std::string takeReport(Stats& stats) {
  std::string text = fmt::format(
      "participants {} streams {} | tick lateness {} | tick duration {} | tick to sent {} | input to "
      "broadcast {} | ticks {} "
      "skipped {} | "
      "snapshots {} dropped {} payload bytes {} | datagrams sent {} unsent {} received {} strange {} "
      "replayed {} "
      "over rate {} malformed {} | inputs {} stale {} bad numbers {} | holds {} refused {} silent {} | "
      "commands refused {} | "
      "uploads {} refused {} aborted {} downloads {} stalled {} | disconnected",
      stats.participants, stats.streams, quantiles(stats.tickLateness.take()),
      quantiles(stats.tickDuration.take()), quantiles(stats.tickToSent.take()),
      quantiles(stats.inputToBroadcast.take()), stats.ticks, stats.skippedTicks, stats.snapshotsSent,
      stats.snapshotsDropped, stats.payloadBytesSent, stats.datagramsSent, stats.datagramsUnsent,
      stats.datagramsReceived, stats.strangeDatagrams, stats.replayedDatagrams, stats.datagramsOverRate,
      stats.malformedPayloads, stats.inputs, stats.staleInputs, stats.badNumbers, stats.holdsTaken,
      stats.holdsRefused, stats.silentReleases, stats.commandsRefused, stats.uploadsAccepted,
      stats.uploadsRefused, stats.uploadsAborted, stats.downloads, stats.downloadsStalled);
  for (std::size_t i = 1; i < kDisconnectCount; ++i)
    text += fmt::format(" {} {}", name(static_cast<Disconnect>(i)), stats.disconnects[i]);
  text += fmt::format(" | holds refused held_by_other {} out_of_reach {} no_such_avatar {} spectator {}",
                      stats.holdsRefusedBy[1], stats.holdsRefusedBy[2], stats.holdsRefusedBy[3],
                      stats.holdsRefusedBy[4]);
  return text + " | calls refused" + textOf(stats.refusals);
}

}  // namespace lead::server
