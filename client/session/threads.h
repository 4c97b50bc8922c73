// The few threads that all sessions of a process share.
#pragma once

#include <asio/io_context.hpp>
#include <asio/strand.hpp>
#include <functional>

namespace lead {

using Strand = asio::strand<asio::io_context::executor_type>;

/// Made with the first session and kept until the process ends.
class SessionThreads {
 public:
  static SessionThreads& instance();

  /// Timers and the sessions' state machines; nothing that blocks.
  asio::io_context& io() { return io_; }
  /// Files, hashing and loading: what takes its time.
  void work(std::function<void()> job);

 private:
  SessionThreads();
  asio::io_context io_;
  asio::io_context slow_;
};

/// Steady clock, seconds: what a session calls now.
double steadySeconds();
/// Wall clock, seconds since 1970.
double unixSeconds();

}  // namespace lead
