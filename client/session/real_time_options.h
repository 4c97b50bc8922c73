// The options with which our programs say how real time goes to and fro. For programs that link CLI11.
#pragma once

#include <CLI/CLI.hpp>

#include "session/session.h"

namespace lead {

inline void addRealTimeOptions(CLI::App& app, SessionOptions& session) {
  app.add_option_function<double>(
         "--rate",
         [&session](double kilobits) {
           session.bitsPerSecond = static_cast<std::uint32_t>(kilobits * 1000.0);
         },
         "Snapshots may take so many kbit/s (default: as the server has it)")
      ->check(CLI::Range(64.0, 10'000.0))
      ->type_name("KBIT/S");
  app.add_flag("!--no-udp", session.udp, "Real time by the stream only (TCP), even where UDP gets through");
}

}  // namespace lead
