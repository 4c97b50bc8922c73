#include "operations/toml_config.h"

#include <fmt/format.h>
#include <toml++/toml.h>

namespace lead::server {
namespace {

std::string asText(const std::string& key, const toml::node& value) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* number = value.as_integer()) return std::to_string(number->get());
  if (const auto* number = value.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* flag = value.as_boolean()) return flag->get() ? "true" : "false";
  throw CLI::FileError("The configuration's \"" + key + "\" is neither text, number nor true or false.");
}

}  // namespace

std::string TomlConfig::to_config(const CLI::App* app, bool defaultAlso, bool writeDescription,
                                  std::string prefix) const {
  return CLI::ConfigTOML().to_config(app, defaultAlso, writeDescription, std::move(prefix));
}

std::vector<CLI::ConfigItem> TomlConfig::from_config(std::istream& input) const {
  toml::table table;
  try {
    table = toml::parse(input);
  } catch (const toml::parse_error& error) {
    throw CLI::FileError(fmt::format("The configuration can't be read, line {}: {}",
                                     error.source().begin.line, error.description()));
  }
  std::vector<CLI::ConfigItem> items;
  for (const auto& [key, value] : table) {
    CLI::ConfigItem& item = items.emplace_back();
    item.name = std::string(key.str());
    if (const auto* list = value.as_array()) {
      for (const toml::node& each : *list) item.inputs.push_back(asText(item.name, each));
    } else {
      item.inputs.push_back(asText(item.name, value));
    }
  }
  return items;
}

}  // namespace lead::server
