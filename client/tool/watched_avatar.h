// The newest state of one avatar out of a session's snapshots, without a copy of all the others.
#pragma once

#include <mutex>
#include <optional>

#include "session/session.h"

namespace lead::tool {

/// Any thread.
class WatchedAvatar {
 public:
  /// From now on this one; 0: none.
  void watch(AvatarId id) {
    const std::scoped_lock lock(mutex_);
    if (id == id_) return;
    id_ = id;
    newest_.reset();
  }
  void take(const Snapshot& snapshot) {
    const std::scoped_lock lock(mutex_);
    const AvatarSnapshot* avatar = id_ != 0 ? snapshot.avatar(id_) : nullptr;
    if (avatar == nullptr) return;
    const bool newer =
        !newest_ || snapshot.connection != connection_ || avatar->state.tick >= newest_->state.tick;
    if (!newer) return;
    newest_ = *avatar;
    connection_ = snapshot.connection;
  }
  std::optional<AvatarSnapshot> newest() const {
    const std::scoped_lock lock(mutex_);
    return newest_;
  }

 private:
  mutable std::mutex mutex_;
  AvatarId id_ = 0;
  std::uint32_t connection_ = 0;
  std::optional<AvatarSnapshot> newest_;
};

}  // namespace lead::tool
