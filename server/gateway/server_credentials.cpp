#include "gateway/server_credentials.h"

#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>

#include "gateway/server.h"
#include "tls/tls.h"

namespace lead::server {
std::shared_ptr<grpc::ServerCredentials> credentialsFor(const Options& options) {
  if (options.tlsCertificate.empty()) return grpc::InsecureServerCredentials();
  try {
    readTlsIdentity(options.tlsCertificate, options.tlsKey);
  } catch (const TlsError& error) {
    throw StartError(error.what());
  }
  const auto files = std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
      options.tlsKey.string(), options.tlsCertificate.string(),
      static_cast<unsigned>(options.tlsFilesEvery.count()));
  grpc::experimental::TlsServerCredentialsOptions tls(files);
  tls.watch_identity_key_cert_pairs();
  tls.set_cert_request_type(GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
  return grpc::experimental::TlsServerCredentials(tls);
}

}  // namespace lead::server
