#include "tool/bot_report.h"

#include <nlohmann/json.hpp>

namespace lead::tool {
namespace {

constexpr std::uint64_t kAroundPayload = 28 + 28;

}  // namespace

SessionStats countsSince(const SessionStats& now, const SessionStats& then) {
  SessionStats counted = now;
  for (std::size_t path = 0; path < counted.paths.size(); ++path) {
    counted.paths[path].sentBytes -= then.paths[path].sentBytes;
    counted.paths[path].receivedBytes -= then.paths[path].receivedBytes;
    counted.paths[path].sent -= then.paths[path].sent;
    counted.paths[path].received -= then.paths[path].received;
  }
  counted.pathChanges -= then.pathChanges;
  counted.payloadsLost -= then.payloadsLost;
  counted.payloadsDuplicate -= then.payloadsDuplicate;
  counted.payloadsMalformed -= then.payloadsMalformed;
  counted.payloadsUnknown -= then.payloadsUnknown;
  counted.datagramsRefused -= then.datagramsRefused;
  counted.snapshots -= then.snapshots;
  counted.snapshotBytes -= then.snapshotBytes;
  counted.inputs -= then.inputs;
  counted.reconnects -= then.reconnects;
  counted.badMessages -= then.badMessages;
  return counted;
}

nlohmann::json trafficOf(const SessionStats& counted, double seconds) {
  const auto perSecond = [seconds](std::uint64_t bytes) {
    return seconds > 0.0 ? static_cast<double>(bytes) / seconds : 0.0;
  };
  const PathStats& udp = counted.paths[static_cast<std::size_t>(Path::udp)];
  const PathStats& stream = counted.paths[static_cast<std::size_t>(Path::stream)];
  const std::uint64_t receivedBytes = udp.receivedBytes + stream.receivedBytes;
  const std::uint64_t sentBytes = udp.sentBytes + stream.sentBytes;
  const std::uint64_t lost = counted.payloadsLost;
  const std::uint64_t due = lost + counted.snapshots;
  return {{"path", counted.path == Path::udp ? "udp" : "stream"},
          {"pathChanges", counted.pathChanges},
          {"reconnects", counted.reconnects},
          {"badMessages", counted.badMessages},
          {"snapshots", counted.snapshots},
          {"inputs", counted.inputs},
          {"bytesPerSecond", perSecond(counted.snapshotBytes)},
          {"receivedBytesPerSecond", perSecond(receivedBytes)},
          {"sentBytesPerSecond", perSecond(sentBytes)},
          {"receivedWireBytesPerSecond", perSecond(receivedBytes + kAroundPayload * udp.received)},
          {"sentWireBytesPerSecond", perSecond(sentBytes + kAroundPayload * udp.sent)},
          {"received", {{"udp", udp.received}, {"stream", stream.received}}},
          {"payloadsLost", lost},
          {"lossPercent", due > 0 ? 100.0 * static_cast<double>(lost) / static_cast<double>(due) : 0.0},
          {"payloadsDuplicate", counted.payloadsDuplicate},
          {"payloadsMalformed", counted.payloadsMalformed},
          {"payloadsUnknown", counted.payloadsUnknown},
          {"datagramsRefused", counted.datagramsRefused}};
}

}  // namespace lead::tool
