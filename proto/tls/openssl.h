// OpenSSL's objects with owners.
#pragma once

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>
#include <string>
#include <vector>

namespace lead {

template <auto free>
struct FreeBy {
  template <typename T>
  void operator()(T* object) const {
    free(object);
  }
};
using BioPtr = std::unique_ptr<BIO, FreeBy<BIO_free_all>>;
using X509Ptr = std::unique_ptr<X509, FreeBy<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using SslPtr = std::unique_ptr<SSL, FreeBy<SSL_free>>;
using SslContextPtr = std::unique_ptr<SSL_CTX, FreeBy<SSL_CTX_free>>;

inline BioPtr bioOf(const std::string& text) {
  return BioPtr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// All that are in it; what can't be read ends the list.
inline std::vector<X509Ptr> certificatesIn(const std::string& pem) {
  std::vector<X509Ptr> all;
  const BioPtr bio = bioOf(pem);
  while (X509* next = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)) all.emplace_back(next);
  return all;
}

/// "2026-12-01 02:33 UTC"
inline std::string textOf(const ASN1_TIME* time) {
  std::tm parts{};
  char text[32] = "?";
  if (ASN1_TIME_to_tm(time, &parts) == 1) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
  return text;
}

}  // namespace lead
