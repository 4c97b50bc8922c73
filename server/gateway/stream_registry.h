// Every Play stream that is open. Any thread.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "operations/stats.h"

namespace lead::server {

class PlayStream;

class StreamRegistry {
 public:
  void add(const std::shared_ptr<PlayStream>& stream);
  void remove(const PlayStream* stream);
  void watch(std::chrono::steady_clock::time_point now) const;
  void closeAll(Disconnect reason, const std::string& sentence) const;

 private:
  std::vector<std::shared_ptr<PlayStream>> all() const;

  mutable std::mutex mutex_;
  std::unordered_map<const PlayStream*, std::weak_ptr<PlayStream>> streams_;
};

}  // namespace lead::server
