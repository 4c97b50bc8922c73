#include "tool/command.h"

#include <fmt/format.h>

#include "session/address.h"

namespace lead::tool {

const CLI::Validator kServerAddress(
    [](std::string& text) {
      return parseAddress(text) ? std::string()
                                : fmt::format("\"{}\" is no server address; write host or host:port.", text);
    },
    "HOST[:PORT]", "server");

}  // namespace lead::tool
