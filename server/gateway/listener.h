// A room's view of a participant's stream.
#pragma once

#include <grpcpp/support/byte_buffer.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "operations/stats.h"
#include "room/input.h"
#include "wire/snapshot_payload.h"

namespace lead::server {

/// Calls may come from any thread, never block, and do nothing once the stream is closing.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void sendEvent(grpc::ByteBuffer event) = 0;
  virtual void sendInfo(grpc::ByteBuffer info) = 0;
  virtual void sendSnapshot(grpc::ByteBuffer snapshot) = 0;
  /// It has not taken the last snapshot yet.
  virtual bool isBehind() const = 0;
  /// Says goodbye after what was sent, and ends the stream.
  virtual void close(Disconnect reason, std::string sentence) = 0;
};

/// The newest input of a stream or UDP session that waits for its room: state, so a newer one takes its
/// place in the queue.
class InputSlot {
 public:
  using Clock = std::chrono::steady_clock;
  struct Arrived {
    Input input;
    Clock::time_point at;
    std::optional<wire::Acks> acks{};  ///< of a payload
    bool overUdp = false;
  };

  enum class Offer : std::uint8_t { first, replaced, stale };

  /// first: nothing was waiting, so someone has to take() it.
  Offer offer(Arrived arrived) {
    const std::lock_guard lock(mutex_);
    if (!waiting_) {
      waiting_ = std::move(arrived);
      return Offer::first;
    }
    if (static_cast<std::int32_t>(arrived.input.sequence - waiting_->input.sequence) <= 0)
      return Offer::stale;
    arrived.at = waiting_->at;  // that of the oldest, which is what a sender waits for
    if (arrived.acks && waiting_->acks) arrived.acks->resync |= waiting_->acks->resync;
    waiting_ = std::move(arrived);
    return Offer::replaced;
  }

  std::optional<Arrived> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(waiting_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Arrived> waiting_;
};

}  // namespace lead::server
