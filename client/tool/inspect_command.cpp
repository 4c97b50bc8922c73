// lead-tool inspect: what a .vrm, .vrma or glTF file is, and what is wrong with it.
#include <fmt/format.h>

#include "tool/command.h"
#include "tool/inspection_json.h"
#include "vrm/summary.h"

namespace lead::tool {
namespace {

struct Options {
  std::string file;
  bool json = false;
};

/// A file that is too large is one that can't be used; one that isn't there is bad usage.
Inspection inspectFile(const std::string& file) {
  try {
    return inspect(readModelFile(file));
  } catch (const ModelError& error) {
    if (error.findings().front().id == "file.unreadable")
      throw CommandError(kBadUsage, error.what() + std::string("."));
    Inspection inspection;
    inspection.faults = error.findings();
    return inspection;
  }
}

int run(const Options& options) {
  const Inspection inspection = inspectFile(options.file);
  if (options.json)
    fmt::print(
        "{}\n",
        jsonOf(inspection, options.file).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    fmt::print("{}", textOf(inspection, options.file));
  return inspection.usable() ? kGood : kFailed;
}

}  // namespace

void addInspect(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* sub = app.add_subcommand("inspect",
                                     "Say what a .vrm, .vrma or glTF file is and what is wrong with it. Exit "
                                     "codes: 0 usable, 1 not usable.");
  sub->add_option("file", options->file, "The file to look at")->required();
  sub->add_flag("--json", options->json,
                "As JSON: the same with every list in full; findings have stable ids");
  sub->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

}  // namespace lead::tool
