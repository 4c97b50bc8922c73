#include "gateway/stream_registry.h"

#include "gateway/play_stream.h"

namespace lead::server {

void StreamRegistry::add(const std::shared_ptr<PlayStream>& stream) {
  const std::lock_guard lock(mutex_);
  streams_[stream.get()] = stream;
}

void StreamRegistry::remove(const PlayStream* stream) {
  const std::lock_guard lock(mutex_);
  streams_.erase(stream);
}

std::vector<std::shared_ptr<PlayStream>> StreamRegistry::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<PlayStream>> result;
  for (const auto& [key, weak] : streams_)
    if (auto stream = weak.lock()) result.push_back(std::move(stream));
  return result;
}

void StreamRegistry::watch(std::chrono::steady_clock::time_point now) const {
  for (const auto& stream : all()) stream->watch(now);
}

void StreamRegistry::closeAll(Disconnect reason, const std::string& sentence) const {
  for (const auto& stream : all()) stream->close(reason, sentence);
}

}  // namespace lead::server
