#include <openssl/err.h>

#include <cstdlib>
#include <fstream>

#include "tls/openssl.h"
#include "tls/tls.h"

namespace lead {
namespace {

constexpr std::uintmax_t kMostBytes = 4'000'000;

std::string read(const std::filesystem::path& file, const std::string& what) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  std::ifstream in(file, std::ios::binary);
  if (error || !in)
    throw TlsError(what + " " + file.string() + " can't be read" +
                   (error ? ": " + error.message() + "." : "; may this user?"));
  if (size > kMostBytes) throw TlsError(what + " " + file.string() + " is far too large for one.");
  return {std::istreambuf_iterator<char>(in), {}};
}

int noPassword(char*, int, int, void*) {
  return -1;
}

KeyPtr keyIn(const std::string& pem) {
  const BioPtr bio = bioOf(pem);
  return KeyPtr(PEM_read_bio_PrivateKey(bio.get(), nullptr, noPassword, nullptr));
}

void checkDates(const X509& certificate, const std::string& file) {
  const auto* begins = X509_get0_notBefore(&certificate);
  const auto* ends = X509_get0_notAfter(&certificate);
  if (X509_cmp_current_time(ends) <= 0)
    throw TlsError("The certificate " + file + " expired on " + textOf(ends) +
                   ", so no client would accept it: renew it.");
  if (X509_cmp_current_time(begins) > 0)
    throw TlsError("The certificate " + file + " begins to be valid on " + textOf(begins) +
                   ": check this machine's clock.");
}

}  // namespace

TlsIdentity readTlsIdentity(const std::filesystem::path& certificate, const std::filesystem::path& key) {
  const TlsIdentity identity{read(certificate, "The certificate"), read(key, "The private key")};
  const auto chain = certificatesIn(identity.certificate);
  const KeyPtr privateKey = keyIn(identity.key);
  ERR_clear_error();
  if (chain.empty())
    throw TlsError("There is no certificate in " + certificate.string() +
                   ": --tls-cert takes a PEM file, with " + "\"BEGIN CERTIFICATE\" in it.");
  if (!privateKey)
    throw TlsError("There is no private key in " + key.string() +
                   ": --tls-key takes a PEM file without a password, with \"PRIVATE KEY\" in it.");
  const bool match = X509_check_private_key(chain.front().get(), privateKey.get()) == 1;
  ERR_clear_error();
  if (!match)
    throw TlsError("The private key " + key.string() + " is not that of the certificate " +
                   certificate.string() +
                   ": give the two that were made together, the server's own certificate first in its file.");
  checkDates(*chain.front(), certificate.string());
  return identity;
}

std::string readAuthorities(const std::filesystem::path& file) {
  if (!file.empty()) {
    std::string pem = read(file, "The file of authorities");
    const bool none = certificatesIn(pem).empty();
    ERR_clear_error();
    if (none)
      throw TlsError("There is no certificate in " + file.string() +
                     ": --ca takes a PEM file, with \"BEGIN CERTIFICATE\" in it.");
    return pem;
  }
  const char* chosen = std::getenv("SSL_CERT_FILE");
  for (const char* place : {chosen, "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                            "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
    std::error_code ignored;
    if (place != nullptr && std::filesystem::is_regular_file(place, ignored))
      return read(place, "The system's file of authorities");
  }
  throw TlsError(
      "This system has no list of certificate authorities (on Debian: apt install ca-certificates); or name "
      "a "
      "file of them with --ca.");
}

}  // namespace lead
