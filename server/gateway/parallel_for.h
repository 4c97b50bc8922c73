// A loop that idle threads of a pool help with.
#pragma once

#include <asio/thread_pool.hpp>
#include <cstddef>
#include <functional>

namespace lead::server {

/// `body(lane, begin, end)` for parts of [0, count) of at most `part`, each once, on this thread (lane 0) and
/// those of the pool that come in time (1 … lanes - 1; one thread a lane). Returns when all are done. Never
/// waits for a thread that has not begun, so it may be called on the pool's own. `body` must not throw.
void parallelFor(asio::thread_pool::executor_type pool, std::size_t lanes, std::size_t count,
                 std::size_t part,
                 const std::function<void(std::size_t lane, std::size_t begin, std::size_t end)>& body);

}  // namespace lead::server
