// Whatever the bytes of a datagram: it doesn't open. Whatever the payload that a sealed one holds: it opens
// once, and is refused or read as something in range.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/wire_checks.h"
#include "wire/sealed.h"

namespace {

using lead::fuzz::expect;
using Result = lead::wire::Opener::Result;

constexpr lead::wire::Key kKey{1, 2, 3};

void checkRaw(std::span<const std::uint8_t> datagram) {
  lead::wire::Opener opener(kKey);
  std::array<std::uint8_t, lead::wire::kPayloadBytes> out;
  std::size_t size = 0;
  lead::wire::sessionOf(datagram);
  expect(opener.open(datagram, out, size) != Result::good && size == 0);
}

void checkSealed(std::span<const std::uint8_t> payload) {
  lead::wire::Sealer sealer(7, kKey);
  lead::wire::Opener opener(kKey);
  lead::wire::SnapshotReceiver receiver;
  std::vector<std::uint8_t> datagram(payload.size() + lead::wire::kSealBytes);
  datagram.resize(sealer.seal(payload, datagram));
  expect(lead::wire::sessionOf(datagram) == 7);
  std::vector<std::uint8_t> out(lead::wire::kPayloadBytes);
  std::size_t size = 0;
  expect(opener.open(datagram, out, size) == Result::good && size == payload.size());
  lead::fuzz::readPayload(std::span(out).first(size), receiver);
  expect(opener.open(datagram, out, size) == Result::replayed);
  datagram[payload[0] % datagram.size()] ^= static_cast<std::uint8_t>(1U << (payload.back() % 8));
  expect(opener.open(datagram, out, size) != Result::good);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  checkRaw(bytes);
  if (!bytes.empty() && bytes.size() <= lead::wire::kPayloadBytes) checkSealed(bytes);
  return 0;
}
