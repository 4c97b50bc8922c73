#include "wire/little_endian.h"
#include "wire/packer.h"
#include "wire/snapshot_bytes.h"
#include "wire/snapshot_payload.h"

namespace lead::wire {
namespace {

void putSlot(Packer& out, int gap) {
  if (gap == 0)
    out.put(0, 1);
  else if (gap <= (1 << kGapBits))
    out.put(1U | static_cast<std::uint32_t>(gap - 1) << 2U, 2 + kGapBits);
  else
    out.put(3U | static_cast<std::uint32_t>(gap) << 2U, 2 + kSlotBits);
}

/// Takes and gives back the packer by value: what others can't reach stays in registers.
Packer putEntries(Packer out, std::span<const Entry> entries) {
  int last = -1;
  std::uint8_t age = 0;
  for (const Entry& entry : entries) {
    putSlot(out, entry.slot - last - 1);
    last = entry.slot;
    out.flag(entry.age != age);
    if (entry.age != age) out.put(entry.age, 8);
    age = entry.age;
    out.append(entry.bits->bytes, entry.bits->count);
  }
  return out;
}

std::size_t bitsOf(std::span<const Entry> entries) {
  std::size_t bits = 0;
  for (const Entry& entry : entries) bits += mostBits(entry);
  return bits;
}

}  // namespace

std::size_t mostBits(const Entry& entry) {
  return 2 + kSlotBits + 1 + 8 + entry.bits->count;
}

std::size_t bitsAfter(const Entry* before, const Entry& entry) {
  const int gap = entry.slot - (before != nullptr ? before->slot : -1) - 1;
  const bool sameAge = entry.age == (before != nullptr ? before->age : 0);
  const std::size_t slot = gap == 0 ? 1U : 2U + (gap <= (1 << kGapBits) ? kGapBits : kSlotBits);
  return slot + (sameAge ? 1U : 9U) + entry.bits->count;
}

void writeSnapshot(const SnapshotHeader& header, std::span<const Entry> avatars,
                   std::span<const Entry> participants, std::vector<std::uint8_t>& out) {
  out.resize(kSnapshotHeader + (bitsOf(avatars) + bitsOf(participants)) / 8 + 16);
  std::uint8_t* to = out.data();
  to[0] = kSnapshotType;
  storeBytes(header.number, 2, to + 1);
  storeBytes(header.tick, 4, to + 3);
  storeBytes(toMicroseconds(header.serverTime), 6, to + 7);
  storeBytes(header.inputSequence, 4, to + 13);
  storeBytes(header.tickRate, 1, to + 17);
  storeBytes(avatars.size(), 2, to + 18);
  storeBytes(participants.size(), 2, to + 20);
  Packer packer{std::span<std::uint8_t>(out).subspan(kSnapshotHeader)};
  packer = putEntries(putEntries(packer, avatars), participants);
  out.resize(kSnapshotHeader + packer.finish());
}

}  // namespace lead::wire
