#include <algorithm>

#include "wire/input_bytes.h"
#include "wire/input_payload.h"
#include "wire/little_endian.h"
#include "wire/snapshot_bytes.h"

namespace lead::wire {
namespace {

std::size_t sizeFor(std::uint16_t bytes) {
  return std::clamp<std::size_t>(bytes, kPongBytes, kPayloadBytes);
}

bool isPadded(std::span<const std::uint8_t> payload, std::size_t from) {
  return std::all_of(payload.begin() + static_cast<std::ptrdiff_t>(from), payload.end(),
                     [](std::uint8_t byte) { return byte == 0; });
}

void write(std::uint8_t type, const Challenge& challenge, std::vector<std::uint8_t>& out) {
  out.assign(kChallengeBytes, type);
  storeBytes(challenge.value, 8, out.data() + 1);
}

bool read(std::uint8_t type, std::span<const std::uint8_t> payload, Challenge& out) {
  if (payload.size() != kChallengeBytes || payload[0] != type) return false;
  out.value = loadBytes(payload.data() + 1, 8);
  return true;
}

}  // namespace

void writePing(const Ping& ping, std::vector<std::uint8_t>& out) {
  out.assign(sizeFor(ping.bytes), 0);
  out[0] = kPingType;
  storeBytes(toMicroseconds(ping.clientTime), 6, out.data() + 1);
}

void writePong(const Pong& pong, std::uint16_t bytes, std::vector<std::uint8_t>& out) {
  out.assign(sizeFor(bytes), 0);
  out[0] = kPongType;
  storeBytes(toMicroseconds(pong.clientTime), 6, out.data() + 1);
  storeBytes(toMicroseconds(pong.serverTime), 6, out.data() + 7);
}

bool readPing(std::span<const std::uint8_t> payload, Ping& out) {
  if (payload.size() < kPongBytes || payload.size() > kPayloadBytes || payload[0] != kPingType) return false;
  out.clientTime = toSeconds(loadBytes(payload.data() + 1, 6));
  out.bytes = static_cast<std::uint16_t>(payload.size());
  return isPadded(payload, 7);
}

bool readPong(std::span<const std::uint8_t> payload, Pong& out) {
  if (payload.size() < kPongBytes || payload.size() > kPayloadBytes || payload[0] != kPongType) return false;
  out.clientTime = toSeconds(loadBytes(payload.data() + 1, 6));
  out.serverTime = toSeconds(loadBytes(payload.data() + 7, 6));
  return isPadded(payload, kPongBytes);
}

void writeChallenge(const Challenge& challenge, std::vector<std::uint8_t>& out) {
  write(kChallengeType, challenge, out);
}

void writeChallengeAnswer(const Challenge& challenge, std::vector<std::uint8_t>& out) {
  write(kChallengeAnswerType, challenge, out);
}

bool readChallenge(std::span<const std::uint8_t> payload, Challenge& out) {
  return read(kChallengeType, payload, out);
}

bool readChallengeAnswer(std::span<const std::uint8_t> payload, Challenge& out) {
  return read(kChallengeAnswerType, payload, out);
}

PayloadType typeOf(std::span<const std::uint8_t> payload) {
  static_assert(static_cast<std::uint8_t>(PayloadType::snapshot) == kSnapshotType &&
                static_cast<std::uint8_t>(PayloadType::input) == kInputType &&
                static_cast<std::uint8_t>(PayloadType::ping) == kPingType &&
                static_cast<std::uint8_t>(PayloadType::pong) == kPongType &&
                static_cast<std::uint8_t>(PayloadType::challenge) == kChallengeType &&
                static_cast<std::uint8_t>(PayloadType::challengeAnswer) == kChallengeAnswerType);
  if (payload.empty() || payload[0] > kChallengeAnswerType) return PayloadType::none;
  return static_cast<PayloadType>(payload[0]);
}

}  // namespace lead::wire
