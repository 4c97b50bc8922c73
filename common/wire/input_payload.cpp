#include "wire/input_payload.h"

#include <algorithm>
#include <array>

#include "wire/input_bytes.h"
#include "wire/little_endian.h"
#include "wire/rotation_bits.h"

namespace lead::wire {
namespace {

// As sent: places in 1/4096 m.
constexpr float kInputScale = 4096.0F;
constexpr std::int32_t kMostInput = 1000 * 4096;
constexpr Classes kInputClasses{6, 12, 24};
constexpr unsigned kNearTimeBits = 24;
// The most that a payload can take, twice over.
constexpr std::size_t kMostInputBytes = 1024;

struct QuantisedPose {
  bool present = false;
  Numbers3 position{};
  bool hasRotation = false;
  QuantisedRotation rotation;
};

struct QuantisedHand {
  QuantisedPose pose;
  AvatarId heldAvatar = 0;
  bool heldHand = false;
  Numbers3 grabbedPoint{};
  bool hasHandRotation = false;
  QuantisedRotation handRotation;
  bool hasRay = false;
  Numbers3 rayOrigin{};
};

struct QuantisedSample {
  std::uint32_t sequence = 0;
  std::uint64_t time = 0;
  std::uint32_t seenTick = 0;
  QuantisedPose head;
  std::array<QuantisedHand, 2> hands;
};

Numbers3 toInput(const glm::vec3& v) {
  return toGrid(v, kInputScale, kMostInput);
}
glm::vec3 fromInput(const Numbers3& v) {
  return fromGrid(v, kInputScale);
}
QuantisedRotation toFine(const glm::quat& q) {
  return toGrid(q, kFineRotationGrid.scale);
}
glm::quat fromFine(const QuantisedRotation& q) {
  return fromGrid(q, kFineRotationGrid.scale);
}

QuantisedHand quantised(const InputHand& from) {
  QuantisedHand to;
  to.pose = {true, toInput(from.position), from.orientation.has_value(), {}};
  if (from.orientation) to.pose.rotation = toFine(*from.orientation);
  to.heldAvatar = from.heldAvatar;
  to.heldHand = from.heldHand == Side::right;
  to.grabbedPoint = toInput(from.grabbedPoint);
  to.hasHandRotation = from.handOrientation.has_value();
  if (from.handOrientation) to.handRotation = toFine(*from.handOrientation);
  to.hasRay = from.rayOrigin.has_value();
  if (from.rayOrigin) to.rayOrigin = toInput(*from.rayOrigin);
  return to;
}

QuantisedSample quantised(const InputSample& from) {
  QuantisedSample to;
  to.sequence = from.sequence;
  to.time = toMicroseconds(from.clientTime);
  to.seenTick = from.seenTick;
  if (from.headPosition) to.head = {true, toInput(*from.headPosition), true, toFine(from.headOrientation)};
  for (std::size_t i = 0; i < 2; ++i)
    if (from.hands[i]) to.hands[i] = quantised(*from.hands[i]);
  return to;
}

InputHand dequantised(const QuantisedHand& from) {
  InputHand to;
  to.position = fromInput(from.pose.position);
  if (from.pose.hasRotation) to.orientation = fromFine(from.pose.rotation);
  to.heldAvatar = from.heldAvatar;
  to.heldHand = from.heldHand ? Side::right : Side::left;
  to.grabbedPoint = fromInput(from.grabbedPoint);
  if (from.hasHandRotation) to.handOrientation = fromFine(from.handRotation);
  if (from.hasRay) to.rayOrigin = fromInput(from.rayOrigin);
  return to;
}

InputSample dequantised(const QuantisedSample& from) {
  InputSample to;
  to.sequence = from.sequence;
  to.clientTime = toSeconds(from.time);
  to.seenTick = from.seenTick;
  if (from.head.present) {
    to.headPosition = fromInput(from.head.position);
    to.headOrientation = fromFine(from.head.rotation);
  }
  for (std::size_t i = 0; i < 2; ++i)
    if (from.hands[i].pose.present) to.hands[i] = dequantised(from.hands[i]);
  return to;
}

void putPlace(Packer& out, const Numbers3& now, const Numbers3& then) {
  putNumbers<3>(out, now, then, kInputClasses);
}
bool getPlace(BitReader& in, Numbers3& out) {
  getNumbers(in, out, kInputClasses);
  return isWithin(out, kMostInput);
}
void putFine(Packer& out, const QuantisedRotation& now, const QuantisedRotation& then) {
  putRotation(out, now, then, kFineRotationGrid);
}
bool getFine(BitReader& in, QuantisedRotation& out) {
  return getRotation(in, out, kFineRotationGrid);
}

/// What is not there becomes 0, for the writer as for the reader: later samples are coded against it.
bool getFineIfAny(BitReader& in, bool any, QuantisedRotation& out) {
  if (!any) out = {};
  return !any || getFine(in, out);
}

/// A head always has a rotation, a hand says whether.
void putPose(Packer& out, const QuantisedPose& now, const QuantisedPose& then, bool always) {
  putPlace(out, now.position, then.position);
  if (!always) out.flag(now.hasRotation);
  if (now.hasRotation) putFine(out, now.rotation, then.rotation);
}
bool getPose(BitReader& in, bool always, QuantisedPose& out) {
  out.present = true;
  if (!getPlace(in, out.position)) return false;
  out.hasRotation = always || in.flag();
  return getFineIfAny(in, out.hasRotation, out.rotation);
}

void putHand(Packer& out, const QuantisedHand& now, const QuantisedHand& then) {
  putPose(out, now.pose, then.pose, false);
  const bool sameHeld = now.heldAvatar == then.heldAvatar && now.heldHand == then.heldHand;
  out.flag(!sameHeld);
  if (!sameHeld) {
    out.put(now.heldAvatar, 32);
    out.flag(now.heldHand);
  }
  putPlace(out, now.grabbedPoint, then.grabbedPoint);
  out.flag(now.hasHandRotation);
  if (now.hasHandRotation) putFine(out, now.handRotation, then.handRotation);
  out.flag(now.hasRay);
  if (now.hasRay) putPlace(out, now.rayOrigin, then.rayOrigin);
}

bool getHand(BitReader& in, QuantisedHand& out) {
  if (!getPose(in, false, out.pose)) return false;
  if (in.flag()) {
    out.heldAvatar = in.read(32);
    out.heldHand = in.flag();
  }
  if (!getPlace(in, out.grabbedPoint)) return false;
  out.hasHandRotation = in.flag();
  if (!getFineIfAny(in, out.hasHandRotation, out.handRotation)) return false;
  out.hasRay = in.flag();
  if (!out.hasRay) out.rayOrigin = {};
  return !out.hasRay || getPlace(in, out.rayOrigin);
}

/// What is seen of it; what is not there doesn't become a baseline of what is.
void putBody(Packer& out, const QuantisedSample& now, const QuantisedSample& then) {
  out.flag(now.head.present);
  if (now.head.present) putPose(out, now.head, then.head, true);
  for (std::size_t i = 0; i < 2; ++i) {
    out.flag(now.hands[i].pose.present);
    if (now.hands[i].pose.present) putHand(out, now.hands[i], then.hands[i]);
  }
}

bool getBody(BitReader& in, const QuantisedSample& then, QuantisedSample& out) {
  if (in.flag()) {
    out.head = then.head;
    if (!getPose(in, true, out.head)) return false;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (!in.flag()) continue;
    out.hands[i] = then.hands[i];
    if (!getHand(in, out.hands[i])) return false;
  }
  return true;
}

void putNewest(Packer& out, const QuantisedSample& sample) {
  out.put(sample.sequence, 32);
  out.put(sample.time, 48);
  out.put(sample.seenTick, 32);
  putBody(out, sample, {});
}

bool getNewest(BitReader& in, QuantisedSample& out) {
  out.sequence = in.read(32);
  out.time = in.read(32);
  out.time |= static_cast<std::uint64_t>(in.read(16)) << 32U;
  out.seenTick = in.read(32);
  return getBody(in, {}, out);
}

void putOlder(Packer& out, const QuantisedSample& sample, const QuantisedSample& newer) {
  out.put((newer.sequence - sample.sequence) & 0xffU, 8);
  const std::uint64_t before = (newer.time - sample.time) & kTimeMask;
  const bool isFar = before >> kNearTimeBits != 0;
  out.flag(isFar);
  out.put(before, isFar ? 48 : kNearTimeBits);
  const bool sameTick = sample.seenTick == newer.seenTick;
  out.flag(!sameTick);
  if (!sameTick) out.put(sample.seenTick, 32);
  putBody(out, sample, newer);
}

bool getOlder(BitReader& in, const QuantisedSample& newer, QuantisedSample& out) {
  out.sequence = newer.sequence - in.read(8);
  const bool isFar = in.flag();
  std::uint64_t before = in.read(kNearTimeBits);
  if (isFar) before |= static_cast<std::uint64_t>(in.read(24)) << kNearTimeBits;
  out.time = (newer.time - before) & kTimeMask;
  out.seenTick = in.flag() ? in.read(32) : newer.seenTick;
  return getBody(in, newer, out);
}

void putAcks(Packer& out, const Acks& acks) {
  out.flag(acks.resync);
  out.flag(acks.any);
  if (!acks.any) return;
  out.put(acks.newest, 16);
  out.put(acks.before, 32);
}

Acks getAcks(BitReader& in) {
  Acks acks;
  acks.resync = in.flag();
  acks.any = in.flag();
  if (!acks.any) return acks;
  acks.newest = static_cast<std::uint16_t>(in.read(16));
  acks.before = in.read(32);
  return acks;
}

}  // namespace

InputSample rounded(const InputSample& sample) {
  return dequantised(quantised(sample));
}

void writeInput(const InputPayload& payload, std::vector<std::uint8_t>& out) {
  const std::size_t count = std::min(payload.samples.size(), kInputSamples);
  out.resize(kMostInputBytes);
  out[0] = kInputType;
  Packer packer{std::span<std::uint8_t>(out).subspan(1)};
  putAcks(packer, payload.acks);
  packer.put(count, 2);
  QuantisedSample newer;
  for (std::size_t i = 0; i < count; ++i) {
    const QuantisedSample sample = quantised(payload.samples[i]);
    if (i == 0)
      putNewest(packer, sample);
    else
      putOlder(packer, sample, newer);
    newer = sample;
  }
  out.resize(1 + packer.finish());
}

bool readInput(std::span<const std::uint8_t> payload, InputPayload& out) {
  if (payload.empty() || payload[0] != kInputType) return false;
  BitReader in(payload.subspan(1));
  out.acks = getAcks(in);
  const std::uint32_t count = in.read(2);
  if (count == 0) return false;
  out.samples.clear();
  QuantisedSample newer;
  for (std::uint32_t i = 0; i < count; ++i) {
    QuantisedSample sample;
    if (!(i == 0 ? getNewest(in, sample) : getOlder(in, newer, sample))) return false;
    if (i > 0 && sample.sequence == newer.sequence) return false;
    out.samples.push_back(dequantised(sample));
    newer = sample;
  }
  return !in.failed() && in.left() < 8 && in.read(static_cast<unsigned>(in.left())) == 0;
}

}  // namespace lead::wire
