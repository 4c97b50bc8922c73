// Asks a running server how it is: for health checks without grpc_cli.
#pragma once

#include <string>

#include "operations/options.h"

namespace lead::server {

/// As the options probe… say. One sentence of what is wrong; empty: it serves. Waits up to 4 s.
std::string probe(const Options& options);

}  // namespace lead::server
