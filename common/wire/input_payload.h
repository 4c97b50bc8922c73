// What a participant sends: its newest input and the two before it, and which snapshots it has.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "lead/avatar_state.h"
#include "wire/limits.h"
#include "wire/snapshot_payload.h"

namespace lead::wire {

/// As HandInput of session.proto.
struct InputHand {
  glm::vec3 position{0.0F};
  std::optional<glm::quat> orientation;  ///< unit; none: unknown (a mouse)
  AvatarId heldAvatar = 0;
  Side heldHand = Side::left;
  glm::vec3 grabbedPoint{0.0F};
  std::optional<glm::quat> handOrientation;
  std::optional<glm::vec3> rayOrigin;
};

struct InputSample {
  std::uint32_t sequence = 0;
  double clientTime = 0.0;  ///< seconds, any epoch, sent in microseconds, 48 bits
  std::uint32_t seenTick = 0;
  std::optional<glm::vec3> headPosition;
  glm::quat headOrientation = kIdentity;
  std::array<std::optional<InputHand>, 2> hands;
};

struct InputPayload {
  Acks acks;
  std::vector<InputSample> samples;  ///< 1 to kInputSamples, newest first; sequences differ by less than 256
};

/// What the server gets to see of it: places to 0.25 mm, rotations to 0.02 degrees. Predict with this.
InputSample rounded(const InputSample& sample);

/// `out` is replaced.
void writeInput(const InputPayload& payload, std::vector<std::uint8_t>& out);
/// False: malformed. What it gives is finite, within 1000 m, its rotations unit.
bool readInput(std::span<const std::uint8_t> payload, InputPayload& out);

/// Asks for the other side's clock, and whether datagrams get through: a probe is padded to the largest
/// datagram. The answer is never larger than the question.
struct Ping {
  double clientTime = 0.0;
  std::uint16_t bytes = 0;  ///< size of the payload, padded with zeros; 0: as small as it gets
};
struct Pong {
  double clientTime = 0.0;
  double serverTime = 0.0;
};
void writePing(const Ping& ping, std::vector<std::uint8_t>& out);
/// `bytes`: of the ping that it answers.
void writePong(const Pong& pong, std::uint16_t bytes, std::vector<std::uint8_t>& out);
bool readPing(std::span<const std::uint8_t> payload, Ping& out);
bool readPong(std::span<const std::uint8_t> payload, Pong& out);

/// What a server sends to an address that has not shown yet that it receives, and what comes back from it: a
/// random number, and nothing else.
struct Challenge {
  std::uint64_t value = 0;
};
void writeChallenge(const Challenge& challenge, std::vector<std::uint8_t>& out);
void writeChallengeAnswer(const Challenge& challenge, std::vector<std::uint8_t>& out);
bool readChallenge(std::span<const std::uint8_t> payload, Challenge& out);
bool readChallengeAnswer(std::span<const std::uint8_t> payload, Challenge& out);

enum class PayloadType : std::uint8_t {
  none = 0,
  snapshot = 1,
  input = 2,
  ping = 3,
  pong = 4,
  challenge = 5,
  challengeAnswer = 6
};
/// By its first byte; none: empty or unknown.
PayloadType typeOf(std::span<const std::uint8_t> payload);

}  // namespace lead::wire
