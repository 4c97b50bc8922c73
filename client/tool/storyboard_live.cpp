#include "tool/storyboard_live.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "session/access_options.h"
#include "session/clock.h"
#include "session/real_time_options.h"
#include "session/rigs.h"

namespace lead::tool {
namespace {

void throwTrouble(Session& session) {
  for (const SessionEvent& event : session.poll()) {
    if (const auto* change = std::get_if<ConnectionChanged>(&event);
        change != nullptr && change->state == ConnectionState::failed)
      throw CommandError(kFailed, change->sentence);
    if (const auto* failed = std::get_if<ModelFailed>(&event)) fmt::print(stderr, "{}\n", failed->sentence);
  }
}

}  // namespace

LiveMoment::LiveMoment() = default;
LiveMoment::~LiveMoment() = default;
LiveMoment::LiveMoment(LiveMoment&&) noexcept = default;

void addLiveOptions(CLI::App& app, LiveOptions& options) {
  options.session.name = "storyboard";
  addAccessOptions(app, options.session.access);
  addRealTimeOptions(app, options.session);
  app.add_option("--wait", options.wait, "Seconds to wait for a live room")
      ->check(CLI::Range(0.1, 600.0))
      ->capture_default_str();
  app.add_option("--cache", options.session.cache, "Folder of downloaded models");
}

LiveMoment takeMoment(const std::string& where, LiveOptions options) {
  const std::size_t slash = where.rfind('/');
  if (slash == std::string::npos || slash == 0 || slash + 1 == where.size())
    throw CommandError(kBadUsage,
                       fmt::format("--live {}: must be SERVER/ROOM, as localhost:7400/lobby.", where));
  options.session.server = where.substr(0, slash);
  options.session.room = where.substr(slash + 1);
  if (std::string server = options.session.server; !kServerAddress(server).empty())
    throw CommandError(kBadUsage, fmt::format("--live {}: {} is no server's address.", where, server));
  options.session.role = Role::spectator;
  options.session.reconnect = false;
  Session session(options.session);
  Rigs rigs;
  const double until = steadySeconds() + options.wait;
  std::string missing = "the room";
  while (steadySeconds() < until) {
    throwTrouble(session);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto room = session.room();
    const SnapshotPtr snapshot = session.newestSnapshot();
    if (!room || !snapshot) continue;
    LiveMoment moment;
    missing.clear();
    for (const AvatarInfo& info : room->avatars) {
      const AvatarSnapshot* avatar = snapshot->avatar(info.id);
      AvatarRigPtr rig = rigs.of(session, info);
      if (avatar == nullptr || rig == nullptr) {
        missing = fmt::format("the avatar {}", info.modelName);
        break;
      }
      auto body = std::make_unique<LiveMoment::Body>();
      body->rig = std::move(rig);
      evaluate(*body->rig, avatar->state, body->pose);
      if (moment.subjects_.empty()) moment.heading_ = avatar->state.heading;
      moment.subjects_.push_back(
          storyboard::subjectOf(*body->rig, avatar->state, body->pose, info.modelName));
      moment.bodies_.push_back(std::move(body));
    }
    if (!missing.empty()) continue;
    if (moment.subjects_.empty()) throw CommandError(kFailed, fmt::format("Nobody is in {}.", where));
    session.leave();
    return moment;
  }
  throw CommandError(kFailed,
                     fmt::format("{} hasn't come from {} within {} s.", missing, where, options.wait));
}

}  // namespace lead::tool
