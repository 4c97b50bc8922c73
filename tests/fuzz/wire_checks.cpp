#include "fuzz/wire_checks.h"

namespace lead::fuzz {

void checkSample(const wire::InputSample& sample) {
  expect(std::isfinite(sample.clientTime));
  if (sample.headPosition) expectPlace(*sample.headPosition);
  expectUnit(sample.headOrientation);
  for (const auto& hand : sample.hands) {
    if (!hand) continue;
    expectPlace(hand->position);
    expectPlace(hand->grabbedPoint);
    if (hand->orientation) expectUnit(*hand->orientation);
    if (hand->handOrientation) expectUnit(*hand->handOrientation);
    if (hand->rayOrigin) expectPlace(*hand->rayOrigin);
  }
}

namespace {

void checkArm(const ArmState& arm) {
  expectPlace(arm.target);
  expectUnit(arm.orientation);
  expectWeight(arm.ikWeight);
  expectWeight(arm.gripWeight);
  expect(std::isfinite(arm.restReach));
  const auto isUnitOrZero = [](const glm::vec3& v) {
    const float square = glm::dot(v, v);
    return square == 0.0F || std::abs(square - 1.0F) < 1e-4F;
  };
  expect(isUnitOrZero(arm.dir) && isUnitOrZero(arm.pole) && std::abs(glm::dot(arm.dir, arm.pole)) < 1e-4F);
}

void checkState(const AvatarState& state) {
  expectPlace(state.position);
  expect(std::abs(state.heading) < 3.15F);
  expect(std::abs(state.velocity.x) <= 16.0F && state.velocity.y == 0.0F &&
         std::abs(state.velocity.z) <= 16.0F);
  expectUnit(state.lean);
  expectWeight(state.walkWeight);
  expect(state.playbackRate >= 0.0F && state.playbackRate <= 16.0F);
  expect(state.phase >= 0.0F && state.phase < 1.0F);
  for (const ArmState& arm : state.arms) checkArm(arm);
  expect(state.gaze.mode <= GazeMode::viewer);
  expectWeight(state.gaze.weight);
  expectPlace(state.gaze.target);
  expect((state.tracked.bones & ~kAllBones) == 0);
  for (const glm::quat& rotation : state.tracked.rotation) expectUnit(rotation);
  expectPlace(state.tracked.hipsOffset);
  for (float weight : state.expressions) expectWeight(weight);
  for (const PlayState& play : state.plays) {
    expectWeight(play.weight);
    expect(std::isfinite(play.seconds) && play.seconds >= 0.0F);
  }
}

}  // namespace

void checkSnapshot(const wire::ReceivedSnapshot& snapshot) {
  expect(snapshot.header.tickRate > 0);
  expect(std::isfinite(snapshot.header.serverTime));
  for (const wire::AvatarUpdate& update : snapshot.avatars) {
    expect(update.id != 0);
    checkState(update.state);
  }
  for (const wire::ShownParticipant& participant : snapshot.participants) {
    expect(participant.id != 0);
    if (participant.headPosition) expectPlace(*participant.headPosition);
    expectUnit(participant.headOrientation);
    for (const auto& hand : participant.hands) {
      if (!hand) continue;
      expectPlace(hand->position);
      if (hand->orientation) expectUnit(*hand->orientation);
    }
  }
}

bool readPayload(std::span<const std::uint8_t> payload, wire::SnapshotReceiver& receiver) {
  switch (wire::typeOf(payload)) {
    case wire::PayloadType::none:
      return false;
    case wire::PayloadType::snapshot: {
      wire::ReceivedSnapshot snapshot;
      const bool good = receiver.receive(payload, snapshot) == wire::SnapshotReceiver::Result::good;
      if (good) checkSnapshot(snapshot);
      return good;
    }
    case wire::PayloadType::input: {
      wire::InputPayload input;
      if (!wire::readInput(payload, input)) return false;
      expect(!input.samples.empty() && input.samples.size() <= wire::kInputSamples);
      for (const wire::InputSample& sample : input.samples) checkSample(sample);
      return true;
    }
    case wire::PayloadType::ping: {
      wire::Ping ping;
      return wire::readPing(payload, ping);
    }
    case wire::PayloadType::pong: {
      wire::Pong pong;
      return wire::readPong(payload, pong);
    }
    case wire::PayloadType::challenge: {
      wire::Challenge challenge;
      return wire::readChallenge(payload, challenge);
    }
    case wire::PayloadType::challengeAnswer: {
      wire::Challenge challenge;
      return wire::readChallengeAnswer(payload, challenge);
    }
  }
  return false;
}

}  // namespace lead::fuzz
