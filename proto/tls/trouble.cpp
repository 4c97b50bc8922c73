#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <poll.h>

#include <chrono>
#include <functional>

#include "tls/openssl.h"
#include "tls/tls.h"

namespace lead {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kWithin{2};

/// Repeats what OpenSSL has to wait in the middle of. False: failed, or out of time.
bool finish(BIO& bio, Clock::time_point deadline, const std::function<long()>& step) {
  while (step() <= 0) {
    int fd = -1;
    BIO_get_fd(&bio, &fd);
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (!BIO_should_retry(&bio) || fd < 0 || left <= 0) return false;
    const auto events = static_cast<short>(BIO_should_read(&bio) ? POLLIN : POLLOUT);
    pollfd wait{fd, events, 0};
    if (::poll(&wait, 1, static_cast<int>(left)) <= 0) return false;
  }
  return true;
}

std::string namesOf(X509* certificate) {
  std::string text;
  auto* names =
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
  for (int i = 0; i < sk_GENERAL_NAME_num(names); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names, i);
    std::string one;
    if (name->type == GEN_DNS)
      one.assign(reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName)),
                 static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName)));
    if (name->type == GEN_IPADD && ASN1_STRING_length(name->d.iPAddress) == 4) {
      const auto* b = ASN1_STRING_get0_data(name->d.iPAddress);
      for (int k = 0; k < 4; ++k) one += (k > 0 ? "." : "") + std::to_string(b[k]);
    }
    const bool printable =
        one.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-*_") ==
        one.npos;
    if (!one.empty() && printable && text.size() < 200) text += (text.empty() ? "" : ", ") + one;
  }
  GENERAL_NAMES_free(names);
  return text.empty() ? "no name at all" : text;
}

std::string untrusted(long result, SSL* ssl, const std::string& address) {
  X509* certificate = SSL_get0_peer_certificate(ssl);
  switch (result) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "The certificate of " + address + " expired on " +
             (certificate != nullptr ? textOf(X509_get0_notAfter(certificate)) : "an earlier day") +
             ": its operator has to renew it (or this machine's clock is wrong).";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "The certificate of " + address + " is not valid yet: check this machine's clock.";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "The certificate of " + address + " is for " +
             (certificate != nullptr ? namesOf(certificate) : "others") +
             ": connect by such a name, or have the operator make one for the name that you use.";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "The certificate of " + address +
             " is from an authority that is not trusted here: get the authority's certificate from the "
             "operator "
             "and name its file with --ca.";
    default:
      return "The certificate of " + address +
             " can't be accepted: " + X509_verify_cert_error_string(result) + ".";
  }
}

SslContextPtr contextFor(const std::optional<std::string>& authorities) {
  SslContextPtr context(SSL_CTX_new(TLS_client_method()));
  // Whatever is wrong is kept as the result, and goes no further than that: nothing is sent or believed here.
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, [](int, X509_STORE_CTX*) { return 1; });
  constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  SSL_CTX_set_alpn_protos(context.get(), kHttp2, sizeof kHttp2);
  if (authorities)
    for (const X509Ptr& each : certificatesIn(*authorities))
      X509_STORE_add_cert(SSL_CTX_get_cert_store(context.get()), each.get());
  return context;
}

void expectName(SSL* ssl, std::string host) {
  if (host.front() == '[') host = host.substr(1, host.size() - 2);
  X509_VERIFY_PARAM* wanted = SSL_get0_param(ssl);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) == 1) return;
  SSL_set1_host(ssl, host.c_str());
  SSL_set_tlsext_host_name(ssl, host.c_str());
}

std::optional<std::string> tryHandshake(const std::string& address,
                                        const std::optional<std::string>& authorities) {
  const auto deadline = Clock::now() + kWithin;
  const BioPtr connection(BIO_new_connect(address.c_str()));
  if (!connection) return std::nullopt;
  BIO_set_nbio(connection.get(), 1);
  if (!finish(*connection, deadline, [&] { return BIO_do_connect(connection.get()); })) return std::nullopt;

  const SslContextPtr context = contextFor(authorities);
  const SslPtr ssl(SSL_new(context.get()));
  BIO_up_ref(connection.get());
  SSL_set_bio(ssl.get(), connection.get(), connection.get());
  expectName(ssl.get(), address.substr(0, address.rfind(':')));
  ERR_clear_error();
  const bool done = finish(*connection, deadline, [&]() -> long {
    const int result = SSL_connect(ssl.get());
    if (result == 1) return 1;
    const int error = SSL_get_error(ssl.get(), result);
    const bool waits = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    if (!waits) BIO_clear_retry_flags(connection.get());
    return waits ? 0 : -1;
  });
  if (!authorities)
    return done ? std::optional("The server at " + address +
                                " speaks TLS: connect with --tls, or with --ca FILE.")
                : std::nullopt;
  if (done) {
    const long result = SSL_get_verify_result(ssl.get());
    return result == X509_V_OK ? std::nullopt : std::optional(untrusted(result, ssl.get(), address));
  }
  const auto reason = ERR_GET_REASON(ERR_peek_error());
  if (reason == SSL_R_WRONG_VERSION_NUMBER)
    return "The server at " + address +
           " speaks without TLS: connect without --tls and --ca, if you trust the "
           "network on the way.";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> tlsTrouble(const std::string& address,
                                      const std::optional<std::string>& authorities) {
  auto trouble = tryHandshake(address, authorities);
  ERR_clear_error();
  return trouble;
}

}  // namespace lead
