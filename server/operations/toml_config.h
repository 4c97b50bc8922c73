// Lets CLI11 read its options from TOML.
#pragma once

#include <CLI/Config.hpp>
#include <istream>
#include <string>
#include <vector>

namespace lead::server {

class TomlConfig : public CLI::Config {
 public:
  std::string to_config(const CLI::App* app, bool defaultAlso, bool writeDescription,
                        std::string prefix) const override;
  /// Throws CLI::FileError with one sentence.
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override;
};

}  // namespace lead::server
