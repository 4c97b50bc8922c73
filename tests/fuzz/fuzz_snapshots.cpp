// Whatever follows whatever: a receiver of snapshots gives states in range, and asks for a new start when it
// can't read on. The bytes are payloads, each after its size (two bytes, little-endian). Their numbers, ticks
// and first bytes are put right, so that most get as far as their entries; a first byte over 127 leaves them
// as they are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/wire_checks.h"

namespace {

using lead::fuzz::expect;
using Result = lead::wire::SnapshotReceiver::Result;

constexpr std::size_t kHeader = 18;  // without the counts

void putRight(std::vector<std::uint8_t>& payload, std::uint32_t index) {
  payload[0] = 1;
  payload[1] = static_cast<std::uint8_t>(index);
  payload[2] = static_cast<std::uint8_t>(index >> 8U);
  const std::uint32_t tick = 2 * index;
  for (std::size_t i = 0; i < 4; ++i) payload[3 + i] = static_cast<std::uint8_t>(tick >> (8 * i));
  payload[17] = payload[17] == 0 ? 60 : payload[17];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lead::wire::SnapshotReceiver receiver;
  lead::wire::ReceivedSnapshot out;
  std::uint32_t index = 0;
  int unknown = 0;
  for (std::size_t at = 0; at + 2 <= size; ++index) {
    const std::size_t wanted = data[at] | static_cast<std::size_t>(data[at + 1]) << 8U;
    at += 2;
    const std::size_t bytes = std::min(wanted, size - at);
    std::vector<std::uint8_t> payload(data + at, data + at + bytes);
    at += bytes;
    if (payload.size() >= kHeader && payload[0] < 128) putRight(payload, index);
    const Result result = receiver.receive(payload, out);
    if (result == Result::good) lead::fuzz::checkSnapshot(out);
    if (result == Result::unknownBaseline) ++unknown;
    if (result == Result::good) unknown = 0;
    expect(receiver.acks().resync == (unknown >= 3));
    if (payload.size() >= 3 && result == Result::good)
      expect(receiver.receive(payload, out) == Result::duplicate);
  }
  return 0;
}
