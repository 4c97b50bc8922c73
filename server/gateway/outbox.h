// What waits to be sent to one client. Bounded: of what is state (snapshots, room info) only the newest is
// kept; events keep their order and are counted. Not thread-safe.
#pragma once

#include <grpcpp/support/byte_buffer.h>

#include <deque>
#include <optional>
#include <utility>

#include "operations/limits.h"

namespace lead::server {

class Outbox {
 public:
  /// False: full, the client does not read.
  bool addEvent(grpc::ByteBuffer event) {
    if (events_.size() >= limits::kOutboxEvents) return false;
    events_.push_back(std::move(event));
    return true;
  }
  void setInfo(grpc::ByteBuffer info) { info_ = std::move(info); }
  /// True: an unsent one was replaced.
  bool setSnapshot(grpc::ByteBuffer snapshot) {
    const bool replaced = snapshot_.has_value();
    snapshot_ = std::move(snapshot);
    return replaced;
  }
  bool hasSnapshot() const { return snapshot_.has_value(); }
  /// Only `last` is still to be sent.
  void closeWith(grpc::ByteBuffer last) {
    info_.reset();
    snapshot_.reset();
    events_.clear();
    events_.push_back(std::move(last));
  }

  /// The next to be sent: what a snapshot refers to comes before it.
  std::optional<grpc::ByteBuffer> pop() {
    if (info_) return std::exchange(info_, std::nullopt);
    if (!events_.empty()) {
      std::optional<grpc::ByteBuffer> next = std::move(events_.front());
      events_.pop_front();
      return next;
    }
    return std::exchange(snapshot_, std::nullopt);
  }

 private:
  std::optional<grpc::ByteBuffer> info_;
  std::deque<grpc::ByteBuffer> events_;
  std::optional<grpc::ByteBuffer> snapshot_;
};

}  // namespace lead::server
