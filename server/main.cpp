// lead-server: options, wiring, run.
#include <fmt/format.h>
#include <grpc/support/log.h>
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

int runProbe(const Options& options) {
  gpr_set_log_function([](gpr_log_func_args*) {});  // what it says we say in a sentence
  const std::string fault = probe(options);
  fmt::print(fault.empty() ? stdout : stderr, "{}\n", fault.empty() ? *options.probe + " serves." : fault);
  return fault.empty() ? 0 : 1;
}

/// Says who may come in, and who may listen.
void warnOfOpenness(const Options& options, const std::string& address) {
  const bool tls = !options.tlsCertificate.empty();
  const bool local = isLoopback(options.host);
  if (options.tokenKeys.empty() && local)
    spdlog::info("open to everyone on this machine, and to nobody else: there is no --token-key");
  if (options.tokenKeys.empty() && !local)
    spdlog::warn("--insecure: without --token-key, anyone who reaches {} may join and make rooms", address);
  if (!options.tokenKeys.empty() && !tls)
    spdlog::warn(
        "without --tls-cert, tokens travel in the clear: whoever listens on the way to {} can use them",
        address);
  else if (!local && !tls)
    spdlog::warn("without --tls-cert, whoever is on the way to {} can listen and join in others' names",
                 address);
}

int serve(const Options& options) {
  setUpLog(options.logLevel);
  raiseFileLimit();
  Control control;
  Server server(options);
  warnOfOpenness(options, server.address());
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
  if (options.probe) return runProbe(options);
  try {
    return serve(options);
  } catch (const StartError& error) {
    fmt::print(stderr, "lead-server: {}\n", error.what());
    return 1;
  }
}
