#include "support/certificates.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <fstream>
#include <memory>

#include "tls/openssl.h"

namespace lead::test {
namespace {

using Key = KeyPtr;
using Certificate = X509Ptr;
using Bio = BioPtr;

std::string textOf(BIO& bio) {
  const char* data = nullptr;
  const long size = BIO_get_mem_data(&bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

std::string pemOf(X509& certificate) {
  const Bio bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(bio.get(), &certificate);
  return textOf(*bio);
}

std::string pemOf(EVP_PKEY& key) {
  const Bio bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr);
  return textOf(*bio);
}

void extend(X509& certificate, X509& issuer, int what, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, FreeBy<X509_EXTENSION_free>> extension(
      X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
  X509_add_ext(&certificate, extension.get(), -1);
}

Certificate blank(const std::string& name, EVP_PKEY& key, int fromDays, int toDays) {
  static long serial = 1;
  Certificate made(X509_new());
  X509_set_version(made.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), fromDays * 86400L);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), toDays * 86400L);
  X509_set_pubkey(made.get(), &key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return made;
}

bool isAddress(const std::string& name) {
  return name.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

Authority::Authority(const std::string& name) {
  const Key key(EVP_EC_gen("P-256"));
  const Certificate made = blank(name, *key, -2, 60);
  X509_set_issuer_name(made.get(), X509_get_subject_name(made.get()));
  extend(*made, *made, NID_basic_constraints, "critical,CA:TRUE");
  extend(*made, *made, NID_subject_key_identifier, "hash");
  X509_sign(made.get(), key.get(), EVP_sha256());
  own_ = {pemOf(*made), pemOf(*key)};
}

MadeCertificate Authority::issue(const std::vector<std::string>& names, int fromDays, int toDays) const {
  const Bio certificateText(BIO_new_mem_buf(own_.certificate.data(), -1));
  const Bio keyText(BIO_new_mem_buf(own_.key.data(), -1));
  const Certificate issuer(PEM_read_bio_X509(certificateText.get(), nullptr, nullptr, nullptr));
  const Key issuersKey(PEM_read_bio_PrivateKey(keyText.get(), nullptr, nullptr, nullptr));
  const Key key(EVP_EC_gen("P-256"));
  const Certificate made = blank(names.front(), *key, fromDays, toDays);
  X509_set_issuer_name(made.get(), X509_get_subject_name(issuer.get()));
  std::string all;
  for (const std::string& name : names)
    all += (all.empty() ? "" : ",") + std::string(isAddress(name) ? "IP:" : "DNS:") + name;
  extend(*made, *issuer, NID_subject_alt_name, all);
  extend(*made, *issuer, NID_authority_key_identifier, "keyid");
  X509_sign(made.get(), issuersKey.get(), EVP_sha256());
  return {pemOf(*made), pemOf(*key)};
}

std::filesystem::path write(const std::filesystem::path& folder, const std::string& name,
                            const std::string& text) {
  const auto path = folder / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

}  // namespace lead::test
