// lead-tool sim: a scenario through the simulation, without network or window.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "scenario/rig_files.h"
#include "scenario/scenario.h"
#include "tool/command.h"

namespace lead::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostScenarioBytes = 256U << 20;

std::string readAll(std::istream& stream, const std::string& file) {
  std::string text;
  std::array<char, 65536> part{};
  while (stream.read(part.data(), part.size()) || stream.gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kMostScenarioBytes)
      throw CommandError(kBadUsage, fmt::format("{} is over {} MiB.", file, kMostScenarioBytes >> 20));
  }
  return text;
}

std::string readText(const std::string& file) {
  if (file == "-") return readAll(std::cin, "stdin");
  std::ifstream stream(file);
  if (fs::is_directory(file) || !stream)
    throw CommandError(kBadUsage, fmt::format("{} can't be read.", file));
  return readAll(stream, file);
}

// Hours of a full room are more than a computer remembers: written as it comes, and put in place when whole.
void simulateInto(const Scenario& scenario, const fs::path& output) {
  fs::path part = output;
  part += fmt::format(".{}.part", getpid());
  std::ofstream file(part, std::ios::binary);
  if (file) runScenario(scenario, file);
  file.close();
  std::error_code error;
  if (file) fs::rename(part, output, error);
  if (file && !error) return;
  fs::remove(part, error);
  throw CommandError(kFailed, fmt::format("{} can't be written.", output.string()));
}

int simulate(const std::string& file, const std::string& output) {
  RigFiles rigs(fs::path(file).parent_path());
  Scenario scenario;
  try {
    scenario = parseScenario(
        readText(file),
        [&rigs](const std::string& model, const std::string& motion) { return rigs.get(model, motion); },
        [&rigs](const std::string& motion, std::uint32_t animation, bool loops) {
          return rigs.motion(motion, animation, loops);
        });
  } catch (const ScenarioError& error) {
    throw CommandError(kBadUsage, fmt::format("{}: {}", file, error.what()));
  }
  if (!output.empty()) {
    simulateInto(scenario, output);
    return kGood;
  }
  runScenario(scenario, std::cout);
  if (!std::cout.flush()) throw CommandError(kFailed, "The output can't be written.");
  return kGood;
}

}  // namespace

void addSim(CLI::App& app, Command& chosen) {
  auto file = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  CLI::App* sub =
      app.add_subcommand("sim", "Run a scenario file; prints a JSON line for each avatar and tick.");
  sub->add_option("file", *file, "Scenario, JSON; - is stdin")->required();
  sub->add_option("-o,--output", *output, "File to write instead of stdout");
  sub->callback([&chosen, file, output] { chosen = [file, output] { return simulate(*file, *output); }; });
}

}  // namespace lead::tool
