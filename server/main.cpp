// lead-server: options, wiring, run.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>

#include "gateway/server.h"
#include "operations/control.h"
#include "operations/log.h"
#include "operations/options.h"
#include "operations/probe.h"

namespace {

using namespace lead::server;

constexpr std::chrono::milliseconds kStopWithin{1900};

int runProbe(const std::string& address) {
  const std::string fault = probe(address);
  fmt::print(fault.empty() ? stdout : stderr, "{}\n", fault.empty() ? address + " serves." : fault);
  return fault.empty() ? 0 : 1;
}

int serve(const Options& options) {
  setUpLog(options.logLevel);
  raiseFileLimit();
  Control control;
  Server server(options);
  if (!isLoopback(options.host))
    spdlog::warn("--insecure: anyone who reaches {} may join, and nothing is encrypted", server.address());
  fmt::print("listening on {}\n", server.address());
  std::fflush(stdout);
  if (options.logStats > 0.0)
    control.every(std::chrono::duration<double>(options.logStats),
                  [&server] { spdlog::info("stats: {}", takeReport(server.stats())); });
  control.waitForSignal(kStopWithin);
  spdlog::info("shutting down");
  server.stop();
  if (options.logStats > 0.0) spdlog::info("stats: {}", takeReport(server.stats()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto parsed = parseOptions(argc, argv);
  if (const auto* exit = std::get_if<ExitNow>(&parsed)) {
    fmt::print(exit->code == 0 ? stdout : stderr, "{}", exit->text);
    return exit->code;
  }
  const auto& options = std::get<Options>(parsed);
  if (options.probe) return runProbe(*options.probe);
  try {
    return serve(options);
  } catch (const StartError& error) {
    fmt::print(stderr, "lead-server: {}\n", error.what());
    return 1;
  }
}
