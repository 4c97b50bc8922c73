#include "assets/possession.h"

namespace lead::server {
namespace {

const unsigned char* bytesOf(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

Possession::Possession() {
  crypto_auth_keygen(key_.data());
}

std::string Possession::of(const std::string& sha256) const {
  std::string result(crypto_auth_BYTES, '\0');
  crypto_auth(reinterpret_cast<unsigned char*>(result.data()), bytesOf(sha256), sha256.size(), key_.data());
  return result;
}

bool Possession::isShown(const std::string& sha256, const std::string& possession) const {
  return possession.size() == crypto_auth_BYTES &&
         crypto_auth_verify(bytesOf(possession), bytesOf(sha256), sha256.size(), key_.data()) == 0;
}

}  // namespace lead::server
