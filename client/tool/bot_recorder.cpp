#include "tool/bot_recorder.h"

#include <nlohmann/json.hpp>

namespace lead::tool {
namespace {

constexpr double kMilliseconds = 1000.0;

}  // namespace

std::function<void(const SnapshotPtr&)> BotRecorder::listener() {
  return [this, previous = std::make_shared<double>(0.0)](const SnapshotPtr& snapshot) {
    record(*snapshot, *previous);
    *previous = snapshot->receivedTime;
  };
}

void BotRecorder::record(const Snapshot& snapshot, double previousReceived) {
  const std::scoped_lock lock(mutex_);
  age_.add((snapshot.receivedUnixTime - snapshot.unixTime) * kMilliseconds);
  if (snapshot.age) ageByOffset_.add(*snapshot.age * kMilliseconds);
  if (previousReceived > 0.0) interval_.add((snapshot.receivedTime - previousReceived) * kMilliseconds);
  if (snapshot.inputSentTime)
    inputToSnapshot_.add((snapshot.receivedTime - *snapshot.inputSentTime) * kMilliseconds);
}

void BotRecorder::addRoundTrip(double seconds) {
  const std::scoped_lock lock(mutex_);
  roundTrip_.add(seconds * kMilliseconds);
}

nlohmann::json BotRecorder::report() const {
  const std::scoped_lock lock(mutex_);
  return {{"snapshotAge", age_},
          {"snapshotAgeByClockOffset", ageByOffset_},
          {"snapshotInterval", interval_},
          {"inputToSnapshot", inputToSnapshot_},
          {"roundTrip", roundTrip_}};
}

}  // namespace lead::tool
