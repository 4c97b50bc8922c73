// The program's own thread for what is not the server's work: signals, and what is done now and then.
#pragma once

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <future>
#include <thread>

namespace lead::server {

/// Lets this process have as many files and sockets open as the system allows it: a participant needs one.
void raiseFileLimit();

class Control {
 public:
  /// From now on SIGINT and SIGTERM do not end the program by themselves.
  Control();
  ~Control();
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  /// Calls `action` on the control thread, again and again. Once.
  void every(std::chrono::duration<double> period, std::function<void()> action);

  /// Blocks until SIGINT or SIGTERM, and returns its number. Afterwards a second signal ends the program at
  /// once, and so does the time limit, with code 0: by then whoever still hangs was given their time.
  int waitForSignal(std::chrono::milliseconds limit);

 private:
  void onSignal(int number);
  void tick();

  asio::io_context io_;
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  asio::signal_set signals_;
  asio::steady_timer timer_;
  asio::steady_timer limit_;
  std::chrono::steady_clock::duration period_{};
  std::function<void()> action_;
  bool signalled_ = false;
  std::promise<int> first_;
  std::thread thread_;
};

}  // namespace lead::server
