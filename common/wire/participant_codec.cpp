#include "wire/participant_codec.h"

#include "wire/rotation_bits.h"

namespace lead::wire {
namespace {

using Hand = QuantisedParticipant::Hand;

const QuantisedParticipant kNothing{};
constexpr Classes kClasses{5, 8, 21};
constexpr std::size_t kMostBytes = 128;  // every field at its longest, and more

void quantiseHand(const std::optional<ShownParticipant::Hand>& from, Hand& to) {
  to = {};
  if (!from) return;
  to.present = true;
  to.position = toPlace(from->position);
  to.hasOrientation = from->orientation.has_value();
  if (from->orientation) to.orientation = toGrid(*from->orientation);
  to.heldAvatar = from->heldAvatar;
  to.heldHand = from->heldAvatar != 0 && from->heldHand == Side::right;
}

void putPlace(Packer& out, const Numbers3& now, const Numbers3& then) {
  putNumbers<3>(out, now, then, kClasses);
}

bool getPlace(BitReader& in, Numbers3& out) {
  getNumbers(in, out, kClasses);
  return isWithin(out, kMostPlace);
}

void putHand(Packer& out, const Hand& now, const Hand& then) {
  out.flag(now.present);
  if (!now.present) return;
  putPlace(out, now.position, then.position);
  out.flag(now.hasOrientation);
  if (now.hasOrientation) putRotation(out, now.orientation, then.orientation);
  const bool holdsSame = now.heldAvatar == then.heldAvatar && now.heldHand == then.heldHand;
  out.flag(!holdsSame);
  if (holdsSame) return;
  out.put(now.heldAvatar, 32);
  out.flag(now.heldHand);
}

bool getHand(BitReader& in, Hand& out) {
  if (!in.flag()) {
    out = {};
    return true;
  }
  out.present = true;
  if (!getPlace(in, out.position)) return false;
  out.hasOrientation = in.flag();
  if (!out.hasOrientation)
    out.orientation = {};
  else if (!getRotation(in, out.orientation))
    return false;
  if (!in.flag()) return true;
  out.heldAvatar = in.read(32);
  out.heldHand = in.flag() && out.heldAvatar != 0;
  return true;
}

}  // namespace

void quantise(const ShownParticipant& from, QuantisedParticipant& out) {
  out = {};
  out.id = from.id;
  out.hasHead = from.headPosition.has_value();
  if (from.headPosition) {
    out.headPosition = toPlace(*from.headPosition);
    out.headOrientation = toGrid(from.headOrientation);
  }
  for (std::size_t i = 0; i < 2; ++i) quantiseHand(from.hands[i], out.hands[i]);
}

void dequantise(const QuantisedParticipant& from, ShownParticipant& out) {
  out = {};
  out.id = from.id;
  if (from.hasHead) {
    out.headPosition = fromPlace(from.headPosition);
    out.headOrientation = fromGrid(from.headOrientation);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Hand& hand = from.hands[i];
    if (!hand.present) continue;
    ShownParticipant::Hand& to = *(out.hands[i] = ShownParticipant::Hand{});
    to.position = fromPlace(hand.position);
    if (hand.hasOrientation) to.orientation = fromGrid(hand.orientation);
    to.heldAvatar = hand.heldAvatar;
    to.heldHand = hand.heldHand ? Side::right : Side::left;
  }
}

void encode(const QuantisedParticipant& now, const QuantisedParticipant* baseline, BitWriter& out) {
  const QuantisedParticipant& then = baseline != nullptr ? *baseline : kNothing;
  if (now == then) return out.flag(false);
  std::array<std::uint8_t, kMostBytes> room;
  Packer packer(room);
  packer.flag(true);
  packer.flag(now.id != then.id);
  if (now.id != then.id) packer.put(now.id, 32);
  packer.flag(now.hasHead);
  if (now.hasHead) {
    putPlace(packer, now.headPosition, then.headPosition);
    putRotation(packer, now.headOrientation, then.headOrientation);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    packer.flag(now.hands[i] != then.hands[i]);
    if (now.hands[i] != then.hands[i]) putHand(packer, now.hands[i], then.hands[i]);
  }
  const std::size_t count = packer.count();
  packer.finish();
  out.append(room, count);
}

bool decode(BitReader& in, const QuantisedParticipant* baseline, QuantisedParticipant& out) {
  out = baseline != nullptr ? *baseline : kNothing;
  if (in.flag()) {
    if (in.flag()) out.id = in.read(32);
    out.hasHead = in.flag();
    if (!out.hasHead) {
      out.headPosition = {};
      out.headOrientation = {};
    } else if (!getPlace(in, out.headPosition) || !getRotation(in, out.headOrientation)) {
      return false;
    }
    for (Hand& hand : out.hands)
      if (in.flag() && !getHand(in, hand)) return false;
  }
  return !in.failed() && out.id != 0;
}

}  // namespace lead::wire
