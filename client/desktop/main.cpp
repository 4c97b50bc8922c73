// lead-desktop: see --help and client/desktop/README.md.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>

#include "desktop/app.h"

namespace {

std::atomic<bool> stopAsked{false};

void askToStop(int) {
  if (stopAsked.exchange(true)) std::_Exit(130);  // asked twice: at once
}

}  // namespace

int main(int argc, char** argv) {
  int exitCode = 0;
  const auto options = lead::parseDesktopOptions(argc, argv, exitCode);
  if (!options) return exitCode;
  std::signal(SIGINT, askToStop);
  std::signal(SIGTERM, askToStop);
  try {
    lead::App app(*options);
    return app.run(stopAsked);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lead-desktop: {}\n", error.what());
    return 1;
  }
}
