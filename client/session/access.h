// How a server is reached, and what it is shown.
#pragma once

#include <filesystem>
#include <string>

namespace lead {

struct Access {
  bool tls = false;          ///< speak TLS, or not at all
  std::filesystem::path ca;  ///< PEM file with the authorities to trust, implies TLS; empty: the system's
  std::string token;         ///< shown with every call; empty: none

  bool usesTls() const { return tls || !ca.empty(); }
};

}  // namespace lead
