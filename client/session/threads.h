// The few threads that all sessions of a process share.
#pragma once

#include <asio/io_context.hpp>
#include <asio/strand.hpp>
#include <atomic>
#include <functional>

#include "session/clock.h"

namespace lead {

using Strand = asio::strand<asio::io_context::executor_type>;

/// Made with the first session and kept until the process ends.
class SessionThreads {
 public:
  static SessionThreads& instance();

  /// Timers and the sessions' state machines; nothing that blocks.
  asio::io_context& io() { return io_; }
  /// Files, hashing and loading: what takes its time. Not done any more once there is no session.
  void work(std::function<void()> job);

  /// Each session has one. The last that goes waits for the work that is being done: it must not go on while
  /// the process ends and static objects go.
  class Use {
   public:
    Use();
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };

 private:
  SessionThreads();

  asio::io_context io_;
  asio::io_context slow_;
  std::atomic<int> sessions_{0};
  std::atomic<int> jobs_{0};
};

}  // namespace lead
