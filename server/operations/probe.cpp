#include "operations/probe.h"

#include <grpcpp/grpcpp.h>

#include <chrono>

#include "grpc/health/v1/health.grpc.pb.h"
#include "tls/tls.h"

namespace lead::server {

std::string probe(const Options& options) {
  using grpc::health::v1::Health;
  const std::string address = options.probe.value_or("");
  auto credentials = grpc::InsecureChannelCredentials();
  std::optional<std::string> authorities;
  if (options.probeTls) try {
      authorities = readAuthorities(options.probeCa);
      credentials = grpc::SslCredentials({*authorities, {}, {}});
    } catch (const TlsError& error) {
      return error.what();
    }
  const auto channel = grpc::CreateChannel(address, credentials);
  const auto health = Health::NewStub(channel);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(2));
  context.set_wait_for_ready(false);
  grpc::health::v1::HealthCheckResponse response;
  const grpc::Status status = health->Check(&context, {}, &response);
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE)
    if (const auto trouble = tlsTrouble(address, authorities)) return *trouble;
  if (!status.ok()) return "The server at " + address + " does not answer: " + status.error_message() + ".";
  if (response.status() != grpc::health::v1::HealthCheckResponse::SERVING)
    return "The server at " + address + " answers, but does not serve.";
  return {};
}

}  // namespace lead::server
