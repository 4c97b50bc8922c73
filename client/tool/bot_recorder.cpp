#include "tool/bot_recorder.h"

#include <nlohmann/json.hpp>

namespace lead::tool {
namespace {

constexpr double kMilliseconds = 1000.0;

}  // namespace

std::function<void(const SnapshotPtr&)> BotRecorder::listener() {
  return [this, previous = std::make_shared<Previous>()](const SnapshotPtr& snapshot) {
    record(*snapshot, *previous);
  };
}

void BotRecorder::record(const Snapshot& snapshot, Previous& previous) {
  if (snapshot.connection != previous.connection) previous = {.connection = snapshot.connection};
  // A tick of a large room comes in several payloads: the interval is between ticks.
  const bool newTick = snapshot.tick > previous.tick;
  const double interval = previous.tick == 0 || !newTick ? 0.0 : snapshot.receivedTime - previous.received;
  if (newTick) {
    previous.tick = snapshot.tick;
    previous.received = snapshot.receivedTime;
  }
  const bool newInput = snapshot.inputSequence > previous.input;
  if (newInput) previous.input = snapshot.inputSequence;
  if (!recording_) return;
  const std::scoped_lock lock(mutex_);
  age_.add((snapshot.receivedUnixTime - snapshot.unixTime) * kMilliseconds);
  if (snapshot.age) ageByOffset_.add(*snapshot.age * kMilliseconds);
  if (interval > 0.0) interval_.add(interval * kMilliseconds);
  if (newInput && snapshot.inputSentTime)
    inputToSnapshot_.add((snapshot.receivedTime - *snapshot.inputSentTime) * kMilliseconds);
}

void BotRecorder::addRoundTrip(double seconds) {
  if (!recording_) return;
  const std::scoped_lock lock(mutex_);
  roundTrip_.add(seconds * kMilliseconds);
}

nlohmann::json BotRecorder::report() const {
  const std::scoped_lock lock(mutex_);
  const nlohmann::json drawing = {
      {"frames",
       {{"interpolated", drawn_.interpolated}, {"extrapolated", drawn_.extrapolated}, {"held", drawn_.held}}},
      {"freezes", {{"count", drawn_.freezes}, {"longestMs", drawn_.longestFreeze * kMilliseconds}}},
      {"waitMs", drawn_.wait},
      {"remoteHandJitterMm", drawn_.handJitter},
      {"ownHandMm", drawn_.ownHand},
      {"correctionMm", drawn_.correction},
      {"largestCorrectionStepMm", drawn_.largestStep * kMilliseconds},
      {"releaseErrorMm", {{"atRelease", drawn_.atRelease}, {"halfASecondLater", drawn_.afterRelease}}}};
  return {{"snapshotAge", age_},           {"snapshotAgeByClockOffset", ageByOffset_},
          {"snapshotInterval", interval_}, {"inputToSnapshot", inputToSnapshot_},
          {"roundTrip", roundTrip_},       {"drawing", drawing}};
}

}  // namespace lead::tool
