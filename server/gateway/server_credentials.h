// How the server speaks: TLS, or not.
#pragma once

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "operations/options.h"

namespace lead::server {

/// With TLS, the files are looked at again every 10 minutes, so that a certificate that was renewed is used
/// without a restart. Throws StartError.
std::shared_ptr<grpc::ServerCredentials> credentialsFor(const Options& options);

}  // namespace lead::server
