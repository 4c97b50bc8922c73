#include "operations/control.h"

#include <sys/resource.h>

#include <asio/post.hpp>
#include <csignal>
#include <cstdlib>

namespace lead::server {

void raiseFileLimit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

namespace {

constexpr int kSignalExitBase = 128;  // as shells have it

}  // namespace

Control::Control() : signals_(io_, SIGINT, SIGTERM), timer_(io_), limit_(io_) {
  signals_.async_wait([this](const asio::error_code& error, int number) {
    if (!error) onSignal(number);
  });
  thread_ = std::thread([this] { io_.run(); });
}

Control::~Control() {
  io_.stop();
  thread_.join();
}

void Control::onSignal(int number) {
  if (signalled_) std::_Exit(kSignalExitBase + number);
  signalled_ = true;
  first_.set_value(number);
  signals_.async_wait([this](const asio::error_code& error, int next) {
    if (!error) onSignal(next);
  });
}

void Control::every(std::chrono::duration<double> period, std::function<void()> action) {
  asio::post(io_, [this, period, action = std::move(action)] {
    period_ = std::chrono::duration_cast<std::chrono::steady_clock::duration>(period);
    action_ = action;
    timer_.expires_after(period_);
    tick();
  });
}

void Control::tick() {
  timer_.async_wait([this](const asio::error_code& error) {
    if (error) return;
    action_();
    timer_.expires_at(timer_.expiry() + period_);
    tick();
  });
}

int Control::waitForSignal(std::chrono::milliseconds limit) {
  const int number = first_.get_future().get();
  asio::post(io_, [this, limit] {
    limit_.expires_after(limit);
    limit_.async_wait([](const asio::error_code& error) {
      if (!error) std::_Exit(EXIT_SUCCESS);
    });
  });
  return number;
}

}  // namespace lead::server
