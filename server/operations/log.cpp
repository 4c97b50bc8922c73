#include "operations/log.h"

#include <grpc/support/log.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace lead::server {

void setUpLog(const std::string& level) {
  spdlog::set_default_logger(spdlog::stderr_color_mt("lead-server"));
  spdlog::set_level(spdlog::level::from_str(level));
  spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%e %^%l%$ %v");
  spdlog::flush_on(spdlog::level::info);
  gpr_set_log_function([](gpr_log_func_args* args) { spdlog::debug("gRPC: {}", args->message); });
}

}  // namespace lead::server
