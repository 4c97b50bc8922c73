// Asks a running server how it is: for health checks without grpc_cli.
#pragma once

#include <string>

namespace lead::server {

/// One sentence of what is wrong; empty: it serves. Waits up to 2 s.
std::string probe(const std::string& address);

}  // namespace lead::server
