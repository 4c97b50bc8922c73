#include "session/model_library.h"

namespace lead {

ModelLibrary& ModelLibrary::instance() {
  static ModelLibrary* const library = new ModelLibrary;  // as long as the threads that use it: until the end
  return *library;
}

std::variant<LoadedPtr, ModelLibrary::ClaimPtr, ModelLibrary::Waiting> ModelLibrary::want(
    const std::string& hash, Waiter waiter) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(entries_,
                [](const auto& item) { return !item.second.claimed && item.second.loaded.expired(); });
  Entry& entry = entries_[hash];
  if (LoadedPtr loaded = entry.loaded.lock()) return loaded;
  if (entry.claimed) {
    entry.waiters.push_back(std::move(waiter));
    return Waiting{};
  }
  entry.claimed = true;
  return std::make_shared<Claim>(*this, hash);
}

void ModelLibrary::finish(const std::string& hash, const LoadedPtr& loaded, const std::string& badFile) {
  std::vector<Waiter> waiters;
  {
    const std::scoped_lock lock(mutex_);
    Entry& entry = entries_[hash];
    entry.loaded = loaded;
    entry.claimed = false;
    waiters.swap(entry.waiters);
  }
  for (const Waiter& waiter : waiters) waiter(loaded, badFile);
}

void ModelLibrary::Claim::finish(LoadedPtr loaded, const std::string& badFile) {
  if (finished_) return;
  finished_ = true;
  library_.finish(hash_, loaded, badFile);
}

}  // namespace lead
