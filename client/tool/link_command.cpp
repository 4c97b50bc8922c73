// lead-tool link: a bad link between clients and a server.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "link/relay.h"
#include "session/address.h"
#include "tool/command.h"
#include "tool/files.h"
#include "tool/interrupt.h"
#include "tool/link_options.h"

namespace lead::tool {
namespace {

struct Arguments {
  RelayOptions relay{.listen = "7500", .to = "localhost:7400", .up = {}, .down = {}, .seed = 1};
  std::string up;
  std::string down;
  std::vector<std::string> blackouts;
  std::vector<double> rebinds;
  double duration = 0.0;
};

std::string wayText(const char* name, const WayStats& way) {
  const double share = way.datagrams == 0 ? 0.0 : 100.0 / static_cast<double>(way.datagrams);
  return fmt::format(
      "{} {} datagrams, {:.1f}% lost, {:.1f}% doubled, {} in blackouts, {} over the rate, {} kB TCP", name,
      way.datagrams, share * static_cast<double>(way.lost), share * static_cast<double>(way.duplicated),
      way.blackedOut, way.overfull, way.streamBytes / 1000);
}

std::string statsText(const RelayStats& stats) {
  return fmt::format("{:.0f} s: {} UDP and {} TCP client{}{} | {} | {}", stats.seconds, stats.clients,
                     stats.streams, stats.streams == 1 ? "" : "s", stats.blackout ? ", BLACKOUT" : "",
                     wayText("up", stats.ways[0]), wayText("down", stats.ways[1]));
}

/// On a terminal one line that changes; else one now and then.
void showStats(const Relay& relay, bool terminal, double& next) {
  const RelayStats stats = relay.stats();
  if (stats.seconds < next) return;
  next = stats.seconds + (terminal ? 0.5 : 10.0);
  fmt::print(fmt::runtime(terminal ? "\r\x1b[K{}" : "{}\n"), statsText(stats));
  std::fflush(stdout);
}

void change(const char* option, const std::string& text, LinkOptions& options) {
  if (text.empty()) return;
  const std::string fault = changeLink(text, options);
  if (!fault.empty()) throw CommandError(kBadUsage, fmt::format("{}: {}", option, fault));
}

int runLink(Arguments arguments) {
  RelayOptions& options = arguments.relay;
  if (options.listen.find(':') == std::string::npos) options.listen = "127.0.0.1:" + options.listen;
  options.to = *parseAddress(options.to);
  change("--up", arguments.up, options.up);
  change("--down", arguments.down, options.down);
  for (const std::string& text : arguments.blackouts) {
    const auto blackout = parseBlackout(text);
    if (!blackout)
      throw CommandError(kBadUsage, fmt::format("\"{}\" is no blackout; write AT:SECONDS, as 20:8.", text));
    options.up.blackouts.push_back(*blackout);
    options.down.blackouts.push_back(*blackout);
  }
  catchInterrupts();
  raiseFileLimit();
  Relay relay(options);
  fmt::print("listening on {}, UDP and TCP, to {}\n", relay.address(), options.to);
  std::fflush(stdout);
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  double shown = terminal ? 0.0 : 10.0;
  double seconds = 0.0;
  while (!interrupted() && (arguments.duration <= 0.0 || seconds < arguments.duration)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    seconds = relay.stats().seconds;
    const auto due = std::erase_if(arguments.rebinds, [seconds](double at) { return at <= seconds; });
    if (due > 0) relay.rebind();
    showStats(relay, terminal, shown);
  }
  shown = 0.0;
  showStats(relay, false, shown);
  return kGood;
}

}  // namespace

void addLink(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  CLI::App* link = app.add_subcommand(
      "link", "Be a bad link to a server: lose, delay, double and reorder what passes; Ctrl-C ends it.");
  link->footer(
      "Clients connect to the --listen port as if it were the server. Datagrams (UDP) meet all faults; the "
      "stream\n"
      "(TCP) is late by delay, jitter and rate, and waits for the end of a blackout, but loses nothing. All "
      "is as the\n"
      "seed has it, for each client. Delay and jitter are one way: 100 ms make a round trip of 200.\n\n"
      "  lead-tool link --loss 5 --delay 100 --jitter 40        then: lead-desktop --server localhost:7500\n"
      "  lead-tool link --up loss=20 --down delay=250           another for each direction\n"
      "  lead-tool link --loss 100                              no UDP at all: clients take the stream\n"
      "  lead-tool link --blackout 20:8 --blackout 60:12        8 s of nothing after 20 s, 12 s after 60\n"
      "  lead-tool link --rebind 15                             a phone changes from Wi-Fi to mobile after "
      "15 s");
  link->add_option("--listen", a.relay.listen, "PORT (of 127.0.0.1) or HOST:PORT to listen on, UDP and TCP")
      ->capture_default_str();
  link->add_option("--to", a.relay.to, "Where the server is")->check(kServerAddress)->capture_default_str();
  const auto add = [&](const char* name, double LinkOptions::*option, double most, double unit,
                       const char* help) {
    link->add_option_function<double>(
            name,
            [&a, option, unit](double value) { a.relay.up.*option = a.relay.down.*option = value * unit; },
            help)
        ->check(CLI::Range(0.0, most));
  };
  add("--loss", &LinkOptions::loss, 100.0, 0.01, "Datagrams lost, percent; 100: no UDP");
  add("--delay", &LinkOptions::delay, 60'000.0, 0.001, "Each way, ms");
  add("--jitter", &LinkOptions::jitter, 60'000.0, 0.001, "Up to so much more, another for every packet, ms");
  add("--reorder", &LinkOptions::reorder, 100.0, 0.01, "Datagrams that come 50 ms later still, percent");
  add("--duplicate", &LinkOptions::duplicate, 100.0, 0.01, "Datagrams that come twice, percent");
  add("--rate", &LinkOptions::bitsPerSecond, 1e9, 1000.0,
      "Of each client, each way, kbit/s; datagrams wait half a second at most; 0: no limit");
  link->add_option("--up", a.up,
                   "To the server, where it is to differ from the above: loss=20,delay=200,...");
  link->add_option("--down", a.down, "To the clients, likewise");
  link->add_option("--blackout", a.blackouts,
                   "AT:SECONDS: from then on nothing passes for so long; repeatable");
  link->add_option("--rebind", a.rebinds,
                   "AT: then all clients' datagrams come from new ports, in seconds; repeatable")
      ->check(CLI::Range(0.0, 1e6));
  link->add_option("--seed", a.relay.seed, "Of what is random")->capture_default_str();
  link->add_option("--duration", a.duration, "Seconds; 0: until Ctrl-C")->check(CLI::Range(0.0, 1e6));
  link->callback([&chosen, arguments] { chosen = [arguments] { return runLink(*arguments); }; });
}

}  // namespace lead::tool
