// lead-tool walk: the walk that avatars have without a clip, as a .vrma file.
#include <fmt/format.h>

#include "mannequin/mannequin_file.h"
#include "motion/bake_gait.h"
#include "tool/command.h"
#include "tool/files.h"
#include "vrm/load.h"
#include "vrm/vrma_writer.h"

namespace lead::tool {
namespace {

struct Options {
  std::string file;
  std::string model = "mannequin";
  float speed = 1.2F;
  bool onTheSpot = false;
};

ModelPtr loadNamed(const std::string& model) {
  try {
    return model == "mannequin" ? loadModel(mannequinFile()) : loadModel(readModelFile(model));
  } catch (const ModelError& error) {
    throw CommandError(kBadUsage, fmt::format("{}: {}.", model, error.what()));
  }
}

int writeWalk(const Options& options) {
  const auto bytes =
      writeVrma(bakeGait(loadNamed(options.model)->skeleton, options.speed, options.onTheSpot));
  writeFile(options.file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return kGood;
}

}  // namespace

void addWalk(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* sub = app.add_subcommand("walk", "Write one cycle of the built-in walk, a VRM animation (.vrma).");
  sub->add_option("out", options->file, "File to write; an older one is replaced")->required();
  sub->add_option("--speed", options->speed, "Metres a second; from about 2.5 on it is a run")
      ->check(CLI::Range(0.1F, 6.0F))
      ->capture_default_str();
  sub->add_option("--model", options->model, "Whose legs: a .vrm file, or mannequin")->capture_default_str();
  sub->add_flag("--on-the-spot", options->onTheSpot, "The hips stay where they are");
  sub->callback([&chosen, options] { chosen = [options] { return writeWalk(*options); }; });
}

}  // namespace lead::tool
