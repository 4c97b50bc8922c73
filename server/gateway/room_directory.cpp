#include "gateway/room_directory.h"

#include <spdlog/spdlog.h>

#include "operations/limits.h"

namespace lead::server {

RoomDirectory::Fault RoomDirectory::create(NewRoom room, AddressBook::Slot slot) {
  const std::lock_guard lock(mutex_);
  if (rooms_.contains(room.name)) return Fault::exists;
  if (stopped_ || rooms_.size() >= options_.caps.rooms) return Fault::full;
  auto host = std::make_shared<RoomHost>(
      pool_,
      HostOptions{room.name, options_.tickRate, options_.snapshotRate, room.permanent, std::move(room.space),
                  options_.walks, options_.caps.participants, options_.caps.avatars, options_.clientRate},
      room.avatars, stats_, udp_);
  host->start();
  rooms_.emplace(room.name, Entry{std::move(host), std::move(slot)});
  spdlog::info("{}: room opened", room.name);
  return Fault::none;
}

std::shared_ptr<RoomHost> RoomDirectory::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = rooms_.find(name);
  return found == rooms_.end() ? nullptr : found->second.host;
}

std::vector<std::shared_ptr<RoomHost>> RoomDirectory::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<RoomHost>> hosts;
  for (const auto& [name, entry] : rooms_) hosts.push_back(entry.host);
  return hosts;
}

void RoomDirectory::removeEmpty(RoomHost::Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(rooms_, [now](const auto& named) {
    RoomHost& host = *named.second.host;
    if (host.options().permanent || !host.emptySince(now - limits::kEmptyRoomLife)) return false;
    spdlog::info("{}: room closed, nobody came", named.first);
    host.stop();
    return true;
  });
}

void RoomDirectory::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  for (const auto& host : all()) host->stop();
}

}  // namespace lead::server
