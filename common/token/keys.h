// The pair of Ed25519 keys with which an operator signs tokens, as text: what's in key files and on command
// lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lead {

using PublicKey = std::array<std::uint8_t, 32>;

/// Whoever has it lets in whom he likes. Wiped when destroyed.
class SigningKey {
 public:
  using Seed = std::array<std::uint8_t, 32>;

  static SigningKey random();
  explicit SigningKey(const Seed& seed);
  SigningKey(const SigningKey&) = default;
  SigningKey& operator=(const SigningKey&) = default;
  ~SigningKey();

  PublicKey publicKey() const;
  const std::array<std::uint8_t, 64>& secret() const { return secret_; }

 private:
  std::array<std::uint8_t, 64> secret_{};  ///< as libsodium has it: seed, public key
};

/// "lead-secret1." and base64.
std::string toText(const SigningKey& key);
/// Base64, URL-safe, without padding: 43 characters.
std::string toText(const PublicKey& key);

/// Of the text without spaces around it. None: it is none.
std::optional<SigningKey> parseSigningKey(std::string_view text);
std::optional<PublicKey> parsePublicKey(std::string_view text);

/// Whether that is meant to be a signing key: for a word of warning to who hands it out.
bool looksLikeSigningKey(std::string_view text);

/// Without the white space at both ends that files and shells bring along.
std::string_view trimmed(std::string_view text);

}  // namespace lead
