#include "gateway/parallel_for.h"

#include <gtest/gtest.h>

#include <array>
#include <asio/post.hpp>
#include <atomic>
#include <future>
#include <vector>

namespace lead::server {
namespace {

TEST(ParallelFor, DoesEachOnceAndALaneIsOneThreadAtATime) {
  asio::thread_pool pool(4);
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{16}, std::size_t{17}, std::size_t{1000}}) {
    std::vector<std::atomic<int>> done(count);
    std::array<std::atomic<int>, 4> inside{};
    parallelFor(pool.get_executor(), 4, count, 16, [&](std::size_t lane, std::size_t begin, std::size_t end) {
      EXPECT_LE(end - begin, 16U);
      EXPECT_EQ(++inside[lane], 1);
      for (std::size_t i = begin; i < end; ++i) ++done[i];
      --inside[lane];
    });
    for (const auto& each : done) EXPECT_EQ(each, 1);
  }
}

TEST(ParallelFor, DoesNotWaitForAPoolThatIsBusy) {
  asio::thread_pool pool(1);
  std::promise<void> free;
  asio::post(pool, [&] { free.get_future().wait(); });
  std::size_t done = 0;
  parallelFor(pool.get_executor(), 4, 100, 1, [&](std::size_t lane, std::size_t begin, std::size_t end) {
    EXPECT_EQ(lane, 0U);
    done += end - begin;
  });
  EXPECT_EQ(done, 100U);
  free.set_value();  // the helpers come only now, and find nothing to do
  pool.join();
  EXPECT_EQ(done, 100U);
}

TEST(ParallelFor, IsHelped) {
  asio::thread_pool pool(1);
  std::promise<void> helped;
  std::atomic<bool> first{true};
  std::atomic<bool> told{false};
  parallelFor(pool.get_executor(), 2, 2, 1, [&](std::size_t lane, std::size_t, std::size_t) {
    if (lane == 1) {
      if (!told.exchange(true)) helped.set_value();
      return;
    }
    if (first.exchange(false))
      helped.get_future().wait();  // for the other part, which only the helper can do now
  });
}

}  // namespace
}  // namespace lead::server
