#include "token/keys.h"

#include <algorithm>
#include <stdexcept>

#include "token/base64.h"

namespace lead {
namespace {

constexpr std::string_view kSecretPrefix = "lead-secret1.";
static_assert(crypto_sign_SEEDBYTES == std::tuple_size_v<SigningKey::Seed>);
static_assert(crypto_sign_PUBLICKEYBYTES == std::tuple_size_v<PublicKey>);
static_assert(crypto_sign_SECRETKEYBYTES == 64);

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Exactly 32 bytes.
std::optional<std::array<std::uint8_t, 32>> decode32(std::string_view text) {
  if (text.size() != 43) return std::nullopt;
  auto bytes = fromBase64(text);
  std::optional<std::array<std::uint8_t, 32>> result;
  if (bytes && bytes->size() == 32) std::copy(bytes->begin(), bytes->end(), result.emplace().begin());
  if (bytes) sodium_memzero(bytes->data(), bytes->size());
  return result;
}

}  // namespace

SigningKey SigningKey::random() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium finds no source of random numbers.");
  Seed seed{};
  randombytes_buf(seed.data(), seed.size());
  const SigningKey key(seed);
  sodium_memzero(seed.data(), seed.size());
  return key;
}

SigningKey::SigningKey(const Seed& seed) {
  PublicKey ignored{};
  crypto_sign_seed_keypair(ignored.data(), secret_.data(), seed.data());
}

SigningKey::~SigningKey() {
  sodium_memzero(secret_.data(), secret_.size());
}

PublicKey SigningKey::publicKey() const {
  PublicKey key{};
  crypto_sign_ed25519_sk_to_pk(key.data(), secret_.data());
  return key;
}

std::string toText(const SigningKey& key) {
  return std::string(kSecretPrefix) + toBase64(std::span(key.secret()).first(crypto_sign_SEEDBYTES));
}

std::string toText(const PublicKey& key) {
  return toBase64(key);
}

std::optional<SigningKey> parseSigningKey(std::string_view text) {
  text = trimmed(text);
  if (!looksLikeSigningKey(text)) return std::nullopt;
  const auto seed = decode32(text.substr(kSecretPrefix.size()));
  return seed ? std::optional<SigningKey>(*seed) : std::nullopt;
}

std::optional<PublicKey> parsePublicKey(std::string_view text) {
  return decode32(trimmed(text));
}

bool looksLikeSigningKey(std::string_view text) {
  return trimmed(text).substr(0, kSecretPrefix.size()) == kSecretPrefix;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace lead
