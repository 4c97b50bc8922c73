#include "tool/bot_fleet.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "session/clock.h"
#include "tool/interrupt.h"

namespace lead::tool {
namespace {

constexpr std::uint64_t kPatientFrames = 6;  // between two steps of a bot that only listens

std::string numbered(const std::string& name, int number, int count) {
  return count == 1 || name.empty() ? name : fmt::format("{}-{}", name, number + 1);
}

double processSeconds() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

nlohmann::json vectorOf(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}

/// As one of the sessions saw them last.
nlohmann::json finalAvatars(const Session& session) {
  nlohmann::json all = nlohmann::json::array();
  const SnapshotPtr snapshot = session.newestSnapshot();
  const auto room = session.room();
  if (!snapshot || !room) return all;
  for (const AvatarSnapshot& avatar : snapshot->avatars) {
    const AvatarInfo* info = room->avatar(avatar.id);
    const AvatarState& s = avatar.state;
    const ArmState& left = s.arm(Side::left);
    const ArmState& right = s.arm(Side::right);
    all.push_back({{"id", avatar.id},
                   {"model", info != nullptr ? info->modelName : ""},
                   {"position", vectorOf(s.position)},
                   {"heading", s.heading},
                   {"speed", s.speed()},
                   {"walkWeight", s.walkWeight},
                   {"ik", {{"left", left.ikWeight}, {"right", right.ikWeight}}},
                   {"grip", {{"left", left.gripWeight}, {"right", right.gripWeight}}},
                   {"holder", {{"left", left.holder}, {"right", right.holder}}},
                   {"partner", {{"left", left.partner}, {"right", right.partner}}}});
  }
  return all;
}

}  // namespace

double BotFleet::comesAt(std::size_t number) const {
  return options_.ramp * static_cast<double>(number) / static_cast<double>(size());
}

std::unique_ptr<Bot> BotFleet::make(std::size_t number) {
  BotOptions options = options_.bot;
  const auto leaders = static_cast<std::size_t>(options_.leaders);
  const auto place = static_cast<int>(number < leaders ? number : number - leaders);
  options.draws = place < options_.draw;
  options.skims = options.skims && !options.draws;
  if (options.duration > 0.0) options.duration += options_.ramp - comesAt(number);
  if (number < leaders) {
    options.number = place;
    options.session.name = numbered(options.session.name, place, options_.leaders);
  } else {
    options.session.name = numbered(options.session.name + "-spectator", place, options_.spectators);
    options.session.role = Role::spectator;
    options.session.avatar.clear();
    options.session.loadModels = options.draws;
  }
  return std::make_unique<Bot>(std::move(options), recorder_);
}

bool BotFleet::allFinished() const {
  return std::all_of(bots_.begin(), bots_.end(), [](const auto& bot) { return bot->finished(); });
}

bool BotFleet::leadersFinished() const {
  const auto leaders = std::min(bots_.size(), static_cast<std::size_t>(options_.leaders));
  return leaders > 0 && bots_.size() == size() &&
         std::all_of(bots_.begin(), bots_.begin() + static_cast<long>(leaders),
                     [](const auto& bot) { return bot->finished(); });
}

void BotFleet::stepAll(double now, std::uint64_t frame) {
  // Leaders that have come to their end take the spectators, and those who only watch, with them.
  const bool end = interrupted() || leadersFinished();
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    if (end) bots_[i]->stop();
    if (!bots_[i]->patient() || (frame + i) % kPatientFrames == 0)
      bots_[i]->step(now, static_cast<float>(now - last_));
  }
  last_ = now;
}

void BotFleet::run() {
  constexpr auto kStep = std::chrono::microseconds(16'667);
  auto next = std::chrono::steady_clock::now();
  start_ = last_ = steadySeconds();
  const double measureAt = start_ + options_.ramp + options_.settle;
  if (measureAt > start_) recorder_.pause();
  for (std::uint64_t frame = 0; bots_.size() < size() || !allFinished(); ++frame) {
    const double now = steadySeconds();
    while (bots_.size() < size() && start_ + comesAt(bots_.size()) <= now && !interrupted())
      bots_.push_back(make(bots_.size()));
    if (interrupted() && allFinished()) break;
    stepAll(now, frame);
    if (measuredFrom_ == 0.0 && now >= measureAt) {
      measuredFrom_ = now;
      cpuFrom_ = processSeconds();
      recorder_.resume();
      if (measureAt > start_)
        for (const auto& bot : bots_) bot->beginToCount();
    }
    next = std::max(next + kStep, std::chrono::steady_clock::now());
    std::this_thread::sleep_until(next);
  }
  if (!measured())
    for (const auto& bot : bots_) bot->beginToCount();  // so that all figures are of the same nothing
}

nlohmann::json BotFleet::report() const {
  nlohmann::json report = recorder_.report();
  report["server"] = options_.bot.session.server;
  report["room"] = options_.bot.session.room;
  report["bots"] = nlohmann::json::array();
  int refused = 0;
  std::uint64_t reconnects = 0;
  std::uint64_t changes = 0;
  std::uint64_t lost = 0;
  std::map<std::string, int> paths{{"udp", 0}, {"stream", 0}};
  std::map<std::string, Samples> samples;
  for (const auto& bot : bots_) {
    nlohmann::json one = bot->report();
    refused += bot->refusedGrabs();
    reconnects += one["reconnects"].get<std::uint64_t>();
    changes += one["pathChanges"].get<std::uint64_t>();
    lost += one["payloadsLost"].get<std::uint64_t>();
    ++paths[one["path"].get<std::string>()];
    for (const char* each :
         {"bytesPerSecond", "receivedWireBytesPerSecond", "sentWireBytesPerSecond", "lossPercent"})
      samples[each].add(one[each].get<double>());
    report["bots"].push_back(std::move(one));
  }
  report["refusedGrabs"] = refused;
  report["reconnects"] = reconnects;
  report["paths"] = {{"udp", paths["udp"]}, {"stream", paths["stream"]}, {"changes", changes}};
  report["payloadsLost"] = lost;
  for (const auto& [name, each] : samples) report[name] = each;
  const double seconds = last_ - measuredFrom_;
  report["seconds"] = measured() ? seconds : 0.0;
  report["botCores"] = measured() && seconds > 0.0 ? (processSeconds() - cpuFrom_) / seconds : 0.0;
  if (!bots_.empty()) report["avatars"] = finalAvatars(bots_.front()->session());
  return report;
}

}  // namespace lead::tool
