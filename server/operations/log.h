#pragma once

#include <string>

namespace lead::server {

/// Logs to stderr, from this level on; what gRPC has to say goes there too, as debug (its errors reach
/// callers anyway).
void setUpLog(const std::string& level);

}  // namespace lead::server
