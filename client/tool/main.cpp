// lead-tool: what needs no window.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>

#include "tool/command.h"

int main(int argc, char** argv) {
  using namespace lead::tool;
  std::signal(SIGPIPE, SIG_IGN);  // `lead-tool ... | head` ends by the failed write
  CLI::App app("Tools for Lead that need no window. Exit codes: 0 good, 1 failed, 2 bad usage or input.",
               "lead-tool");
  app.require_subcommand(0, 1);
  Command chosen;
  addBot(app, chosen);
  addWatch(app, chosen);
  addRooms(app, chosen);
  addMannequin(app, chosen);
  addWalk(app, chosen);
  addSim(app, chosen);
  addStoryboard(app, chosen);
  addInspect(app, chosen);
  addLink(app, chosen);
  addToken(app, chosen);
  try {
    app.parse(argc, argv);
    if (chosen) return chosen();
    fmt::print(stderr,
               "lead-tool: Name a subcommand: bot, watch, rooms, mannequin, walk, sim, storyboard, inspect, link or token "
               "(--help tells more).\n");
    return kBadUsage;
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "lead-tool: {} (--help lists the options)\n", error.what());
    return kBadUsage;
  } catch (const CommandError& error) {
    fmt::print(stderr, "lead-tool: {}\n", error.what());
    return error.exitCode;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lead-tool: {}\n", error.what());
    return kFailed;
  }
}
