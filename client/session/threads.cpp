#include "session/threads.h"

#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>
#include <chrono>
#include <thread>

namespace lead {
namespace {

constexpr int kIoThreads = 2;
constexpr int kWorkThreads = 2;

void runForever(asio::io_context& context, int threads) {
  for (int i = 0; i < threads; ++i)
    std::thread([&context] {
      const auto guard = asio::make_work_guard(context);
      context.run();
    }).detach();
}

}  // namespace

SessionThreads& SessionThreads::instance() {
  // Never destroyed: its threads may still be at work while the process's statics go.
  static SessionThreads* const threads = new SessionThreads;
  return *threads;
}

SessionThreads::SessionThreads() {
  runForever(io_, kIoThreads);
  runForever(slow_, kWorkThreads);
}

void SessionThreads::work(std::function<void()> job) {
  asio::post(slow_, std::move(job));
}

double steadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double unixSeconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace lead
