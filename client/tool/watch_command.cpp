// lead-tool watch: a spectator that writes down what it sees.
#include <fmt/format.h>

#include <condition_variable>
#include <deque>
#include <fstream>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "session/access_options.h"
#include "session/clock.h"
#include "session/real_time_options.h"
#include "session/rigs.h"
#include "tool/command.h"
#include "tool/interrupt.h"

namespace lead::tool {
namespace {

struct Arguments {
  SessionOptions session;
  double seconds = 10.0;
  double wait = 10.0;
  std::string file = "-";
};

/// From the session's thread to ours.
class Queue {
 public:
  static constexpr std::size_t kMost = 10'000;

  void add(const SnapshotPtr& snapshot) {
    const std::scoped_lock lock(mutex_);
    if (waiting_.size() == kMost) {
      ++lost_;
      return;
    }
    waiting_.push_back(snapshot);
    filled_.notify_one();
  }
  std::deque<SnapshotPtr> takeWithin(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    filled_.wait_for(lock, time, [this] { return !waiting_.empty(); });
    return std::exchange(waiting_, {});
  }
  std::uint64_t lost() const {
    const std::scoped_lock lock(mutex_);
    return lost_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<SnapshotPtr> waiting_;
  std::uint64_t lost_ = 0;
};

nlohmann::json vectorOf(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}

nlohmann::json pair(float left, float right) {
  return {{"left", left}, {"right", right}};
}

nlohmann::json lineOf(const Snapshot& snapshot, const AvatarSnapshot& avatar, const Session& session,
                      Rigs& rigs) {
  const AvatarState& s = avatar.state;
  const ArmState& left = s.arm(Side::left);
  const ArmState& right = s.arm(Side::right);
  nlohmann::json line = {{"tick", snapshot.tick},
                         {"received", snapshot.receivedUnixTime},
                         {"sent", snapshot.unixTime},
                         {"avatar", avatar.id},
                         {"position", vectorOf(s.position)},
                         {"heading", s.heading},
                         {"velocity", vectorOf(s.velocity)},
                         {"walkWeight", s.walkWeight},
                         {"phase", s.phase},
                         {"ik", pair(left.ikWeight, right.ikWeight)},
                         {"grip", pair(left.gripWeight, right.gripWeight)},
                         {"gazeWeight", s.gaze.weight},
                         {"holder", {{"left", left.holder}, {"right", right.holder}}},
                         {"partner", {{"left", left.partner}, {"right", right.partner}}}};
  const auto room = session.room();
  // Not those of the snapshot, which brings whoever has moved most.
  line["participants"] = room ? room->participants.size() : 0;
  const AvatarInfo* info = room ? room->avatar(avatar.id) : nullptr;
  if (info == nullptr) return line;
  line["model"] = info->modelName;
  if (const AvatarRigPtr rig = rigs.of(session, *info)) {
    const auto hands = wrists(*rig, s);
    line["hands"] = {{"left", vectorOf(hands[0])}, {"right", vectorOf(hands[1])}};
  }
  return line;
}

/// A sentence if it's over.
std::string troubleOf(Session& session) {
  for (const SessionEvent& event : session.poll()) {
    const auto* change = std::get_if<ConnectionChanged>(&event);
    if (change == nullptr) continue;
    if (change->state == ConnectionState::failed) return change->sentence;
    if (change->state == ConnectionState::connected || change->state == ConnectionState::waiting)
      fmt::print(stderr, "{}\n", change->sentence);
  }
  return {};
}

int watch(const Arguments& arguments) {
  std::ofstream file;
  if (arguments.file != "-") {
    file.open(arguments.file);
    if (!file) throw CommandError(kFailed, fmt::format("{} can't be written.", arguments.file));
  }
  std::ostream& out = arguments.file == "-" ? std::cout : file;
  catchInterrupts();
  const auto queue = std::make_shared<Queue>();
  SessionOptions options = arguments.session;
  options.role = Role::spectator;
  options.onSnapshot = [queue](const SnapshotPtr& snapshot) { queue->add(snapshot); };
  Session session(options);
  Rigs rigs;
  const double start = steadySeconds();
  double first = 0.0;
  while (!interrupted()) {
    if (const std::string trouble = troubleOf(session); !trouble.empty())
      throw CommandError(kFailed, trouble);
    for (const SnapshotPtr& snapshot : queue->takeWithin(std::chrono::milliseconds(50))) {
      if (first == 0.0) first = steadySeconds();
      for (const AvatarSnapshot& avatar : snapshot->avatars)
        out << lineOf(*snapshot, avatar, session, rigs).dump() << '\n';
    }
    out.flush();
    if (!out) throw CommandError(kFailed, fmt::format("{} can't be written.", arguments.file));
    if (first == 0.0 && steadySeconds() - start > arguments.wait)
      throw CommandError(kFailed, fmt::format("The server at {} sends nothing.", options.server));
    if (arguments.seconds > 0.0 && first > 0.0 && steadySeconds() - first > arguments.seconds) break;
  }
  if (queue->lost() > 0) fmt::print(stderr, "{} snapshots came too fast to be written.\n", queue->lost());
  return kGood;
}

}  // namespace

void addWatch(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  a.session.name = "watcher";
  CLI::App* sub =
      app.add_subcommand("watch", "Watch a room: one JSON line for each avatar of each snapshot that comes.");
  sub->add_option("--server", a.session.server, "Where the server is")
      ->check(kServerAddress)
      ->capture_default_str();
  addAccessOptions(*sub, a.session.access);
  addRealTimeOptions(*sub, a.session);
  sub->add_option("--room", a.session.room, "Room to watch")->capture_default_str();
  sub->add_option("--name", a.session.name, "Name in the room")->capture_default_str();
  sub->add_option("--seconds", a.seconds, "For how long; 0: until Ctrl-C")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  sub->add_option("--wait", a.wait, "Seconds to wait for the server")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  sub->add_option("--jsonl", a.file, "File to write; - is stdout")->capture_default_str();
  sub->add_option("--cache", a.session.cache, "Folder of downloaded models");
  sub->callback([&chosen, arguments] { chosen = [arguments] { return watch(*arguments); }; });
}

}  // namespace lead::tool
