// The rooms of this server, by name. Any thread.
#pragma once

#include <asio/thread_pool.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateway/room_host.h"

namespace lead::server {

class RoomDirectory {
 public:
  struct Options {
    int tickRate = 60;
    int snapshotRate = 30;
    std::vector<std::string> walks{};  ///< of all rooms, see RoomOptions
    Caps caps{};
    std::uint32_t clientRate = limits::kClientRate;
  };
  enum class Fault : std::uint8_t { none, exists, full };

  RoomDirectory(asio::thread_pool& pool, Options options, Stats& stats)
      : pool_(pool), options_(options), stats_(stats) {}

  /// Of the rooms that are created from now on; null: they have no fast path.
  void useUdp(std::shared_ptr<UdpEndpoint> udp) { udp_ = std::move(udp); }

  struct NewRoom {
    std::string name;
    std::vector<AvatarModel> avatars{};  ///< of its own
    bool permanent = false;              ///< one that isn't goes when empty for long
    Space space{};                       ///< good by checkSpace()
  };

  /// A room, running.
  Fault create(NewRoom room, AddressBook::Slot slot = {});
  /// Null: no such room.
  std::shared_ptr<RoomHost> find(const std::string& name) const;
  std::vector<std::shared_ptr<RoomHost>> all() const;
  void removeEmpty(RoomHost::Clock::time_point now);
  void stop();

  const Options& options() const { return options_; }

 private:
  struct Entry {
    std::shared_ptr<RoomHost> host;
    AddressBook::Slot slot;  ///< of whoever created it
  };

  asio::thread_pool& pool_;
  Options options_;
  Stats& stats_;
  std::shared_ptr<UdpEndpoint> udp_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> rooms_;  // guarded by mutex_
  bool stopped_ = false;                // guarded by mutex_
};

}  // namespace lead::server
