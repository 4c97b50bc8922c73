#include "gateway/parallel_for.h"

#include <algorithm>
#include <asio/post.hpp>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace lead::server {
namespace {

using Body = std::function<void(std::size_t, std::size_t, std::size_t)>;

/// Outlives the loop: who comes too late finds it closed, and touches nothing else.
class Work {
 public:
  Work(std::size_t count, std::size_t part, const Body& body) : count_(count), part_(part), body_(&body) {}

  void help(std::size_t lane) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      ++helpers_;
    }
    takeParts(lane);
    const std::lock_guard lock(mutex_);
    if (--helpers_ == 0) done_.notify_one();
  }
  void takeParts(std::size_t lane) {
    for (std::size_t begin = next(); begin < count_; begin = next())
      (*body_)(lane, begin, std::min(begin + part_, count_));
  }
  void close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    done_.wait(lock, [this] { return helpers_ == 0; });
  }

 private:
  std::size_t next() { return next_.fetch_add(part_, std::memory_order_relaxed); }

  const std::size_t count_;
  const std::size_t part_;
  const Body* body_;  // while it is not closed
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;  // guards what follows
  std::condition_variable done_;
  std::size_t helpers_ = 0;
  bool closed_ = false;
};

}  // namespace

void parallelFor(asio::thread_pool::executor_type pool, std::size_t lanes, std::size_t count,
                 std::size_t part, const Body& body) {
  const auto work = std::make_shared<Work>(count, part, body);
  for (std::size_t lane = 1; lane < lanes && lane * part < count; ++lane)
    asio::post(pool, [work, lane] { work->help(lane); });
  work->takeParts(0);
  work->close();
}

}  // namespace lead::server
