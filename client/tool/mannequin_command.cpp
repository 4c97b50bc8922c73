// lead-tool mannequin: the built-in avatar as a file.
#include <fmt/format.h>

#include "mannequin/mannequin_file.h"
#include "tool/command.h"
#include "tool/files.h"

namespace lead::tool {

void addMannequin(CLI::App& app, Command& chosen) {
  auto file = std::make_shared<std::string>();
  CLI::App* sub = app.add_subcommand("mannequin", "Write the built-in avatar, a VRM 1.0 file.");
  sub->add_option("out", *file, "File to write; an older one is replaced")->required();
  sub->callback([&chosen, file] {
    chosen = [file] {
      const auto bytes = mannequinFile();
      writeFile(*file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      return kGood;
    };
  });
}

}  // namespace lead::tool
