#include "session/threads.h"

#include <grpc/grpc.h>
#include <sodium.h>

#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>
#include <chrono>
#include <cstdlib>
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
  // Never destroyed: its threads run until the process ends.
  static SessionThreads* const threads = new SessionThreads;
  return *threads;
}

SessionThreads::SessionThreads() {
  // Never given back: else gRPC shuts down, on a thread of its own, whenever the last channel goes, which a
  // process that ends at that moment does not survive.
  grpc_init();
  if (sodium_init() < 0) std::abort();  // no randomness: nothing could be sealed
  runForever(io_, kIoThreads);
  runForever(slow_, kWorkThreads);
}

void SessionThreads::work(std::function<void()> job) {
  ++jobs_;
  asio::post(slow_, [this, job = std::move(job)]() mutable {
    if (sessions_ > 0) job();
    job = nullptr;  // what it holds goes before the job counts as done
    --jobs_;
  });
}

SessionThreads::Use::Use() {
  ++instance().sessions_;
}

SessionThreads::Use::~Use() {
  SessionThreads& threads = instance();
  if (--threads.sessions_ > 0) return;
  while (threads.jobs_ > 0 && threads.sessions_ == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace lead
