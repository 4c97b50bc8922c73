#include "session/model_library.h"

namespace lead {

ModelLibrary& ModelLibrary::instance() {
  static ModelLibrary* const library = new ModelLibrary;  // as long as the threads that use it: until the end
  return *library;
}

std::variant<ModelPtr, ModelLibrary::ClaimPtr, ModelLibrary::Waiting> ModelLibrary::want(
    const std::string& hash, Waiter waiter) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(entries_,
                [](const auto& item) { return !item.second.claimed && item.second.model.expired(); });
  Entry& entry = entries_[hash];
  if (ModelPtr model = entry.model.lock()) return model;
  if (entry.claimed) {
    entry.waiters.push_back(std::move(waiter));
    return Waiting{};
  }
  entry.claimed = true;
  return std::make_shared<Claim>(*this, hash);
}

void ModelLibrary::finish(const std::string& hash, const ModelPtr& model, const std::string& badFile) {
  std::vector<Waiter> waiters;
  {
    const std::scoped_lock lock(mutex_);
    Entry& entry = entries_[hash];
    entry.model = model;
    entry.claimed = false;
    waiters.swap(entry.waiters);
  }
  for (const Waiter& waiter : waiters) waiter(model, badFile);
}

void ModelLibrary::Claim::finish(ModelPtr model, const std::string& badFile) {
  if (finished_) return;
  finished_ = true;
  library_.finish(hash_, model, badFile);
}

}  // namespace lead
