// lead-tool's subcommands: each in a file of its own, added to the program by one function.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <stdexcept>
#include <string>

namespace lead::tool {

// What every subcommand ends with.
inline constexpr int kGood = 0;
inline constexpr int kFailed = 1;    ///< at run time: no server, a refusal, an expectation not met
inline constexpr int kBadUsage = 2;  ///< options or an input file that can't be used

/// Ends the program with that exit code and the sentence on stderr.
class CommandError : public std::runtime_error {
 public:
  CommandError(int exitCode, const std::string& sentence)
      : std::runtime_error(sentence), exitCode(exitCode) {}
  int exitCode;
};

/// What to run once the command line is parsed; returns the exit code.
using Command = std::function<int()>;

/// Each adds its subcommand; parsing that subcommand sets `chosen`.
void addBot(CLI::App& app, Command& chosen);
void addWatch(CLI::App& app, Command& chosen);
void addRooms(CLI::App& app, Command& chosen);
void addMannequin(CLI::App& app, Command& chosen);
void addWalk(CLI::App& app, Command& chosen);
void addSim(CLI::App& app, Command& chosen);
void addStoryboard(CLI::App& app, Command& chosen);
void addLink(CLI::App& app, Command& chosen);
void addInspect(CLI::App& app, Command& chosen);
void addToken(CLI::App& app, Command& chosen);

/// For --server options.
extern const CLI::Validator kServerAddress;

}  // namespace lead::tool
