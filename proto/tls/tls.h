// What both ends of a TLS connection need besides gRPC: files looked at before they are used, and words for
// what goes wrong, where gRPC only says that there is no connection.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace lead {

/// A sentence for the user.
class TlsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A server's certificate, with what leads from it to its authority, and its private key: PEM.
struct TlsIdentity {
  std::string certificate;
  std::string key;
};

/// Throws TlsError where a file can't be read, is none of its kind, the two don't belong together, or the
/// certificate is not valid now.
TlsIdentity readTlsIdentity(const std::filesystem::path& certificate, const std::filesystem::path& key);

/// The certificates of the authorities to trust, PEM: those in the file or, without one, the system's
/// ($SSL_CERT_FILE first). Throws TlsError.
std::string readAuthorities(const std::filesystem::path& file);

/// Why there is no connection to HOST:PORT, if that has to do with TLS or with its lack: a sentence that says
/// what to do with --tls and --ca. `authorities`: as above; none: the connection was tried without TLS. None:
/// TLS has nothing to do with it. Blocks for up to 2 s.
std::optional<std::string> tlsTrouble(const std::string& address,
                                      const std::optional<std::string>& authorities);

}  // namespace lead
