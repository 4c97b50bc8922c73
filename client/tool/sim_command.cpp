// lead-tool sim: a scenario through the simulation, without network or window.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "mannequin/mannequin_file.h"
#include "scenario/scenario.h"
#include "tool/command.h"
#include "tool/files.h"
#include "vrm/load.h"

namespace lead::tool {
namespace {

namespace fs = std::filesystem;

/// The rigs that a scenario names; files are looked for from the scenario's own folder.
class RigFiles {
 public:
  explicit RigFiles(fs::path folder) : folder_(std::move(folder)) {}

  AvatarRigPtr get(const std::string& model, const std::string& motion) {
    if (motion != "none" && motion != "gait")
      throw std::runtime_error(fmt::format("\"{}\" is no motion; write none or gait.", motion));
    const ModelPtr loaded = load(model);
    return makeAvatarRig(loaded->skeleton, motion == "none" ? Motion::none : Motion::full);
  }

 private:
  ModelPtr load(const std::string& model) {
    ModelPtr& known = models_[model];
    if (!known)
      known = model == "mannequin" ? loadModel(mannequinFile()) : loadModel(readModelFile(folder_ / model));
    return known;
  }
  fs::path folder_;
  std::map<std::string, ModelPtr> models_;
};

std::string readText(const std::string& file) {
  std::ostringstream text;
  if (file == "-") {
    text << std::cin.rdbuf();
    return text.str();
  }
  std::ifstream stream(file);
  if (fs::is_directory(file) || !stream)
    throw CommandError(kBadUsage, fmt::format("{} can't be read.", file));
  text << stream.rdbuf();
  return text.str();
}

int simulate(const std::string& file, const std::string& output) {
  RigFiles rigs(fs::path(file).parent_path());
  Scenario scenario;
  try {
    scenario = parseScenario(readText(file), [&rigs](const std::string& model, const std::string& motion) {
      return rigs.get(model, motion);
    });
  } catch (const ScenarioError& error) {
    throw CommandError(kBadUsage, fmt::format("{}: {}", file, error.what()));
  }
  if (output.empty()) {
    runScenario(scenario, std::cout);
    if (!std::cout.flush()) throw CommandError(kFailed, "The output can't be written.");
    return kGood;
  }
  std::ostringstream lines;
  runScenario(scenario, lines);
  writeFile(output, lines.str());
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
