// What the readers of the wire promise of what they give, whatever the bytes.
#pragma once

#include <cmath>
#include <cstdlib>
#include <span>

#include "wire/input_payload.h"
#include "wire/snapshot_payload.h"

namespace lead::fuzz {

inline void expect(bool holds) {
  if (!holds) std::abort();
}
inline void expectPlace(const glm::vec3& v) {
  expect(std::abs(v.x) <= 1000.0F && std::abs(v.y) <= 1000.0F && std::abs(v.z) <= 1000.0F);
}
inline void expectUnit(const glm::quat& q) {
  expect(std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0F) < 1e-4F);
}
inline void expectWeight(float weight) {
  expect(weight >= 0.0F && weight <= 1.0F);
}

void checkSample(const wire::InputSample& sample);
void checkSnapshot(const wire::ReceivedSnapshot& snapshot);
/// Reads it as what its first byte says. True: it was good.
bool readPayload(std::span<const std::uint8_t> payload, wire::SnapshotReceiver& receiver);

}  // namespace lead::fuzz
