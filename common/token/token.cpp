#include "token/token.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "token/base64.h"

namespace lead {
namespace {

constexpr std::string_view kVersion = "lead1.";
constexpr std::uint8_t kMayLead = 1;
constexpr std::uint8_t kOperator = 2;

using Bytes = std::vector<std::uint8_t>;
using View = std::span<const std::uint8_t>;

struct Opened {
  Bytes bytes;
  TokenClaims claims;

  View signature() const { return View(bytes).last(crypto_sign_BYTES); }
  View claimBytes() const { return View(bytes).first(bytes.size() - crypto_sign_BYTES); }
};

/// What the signature is of.
Bytes signedBytes(View claims) {
  Bytes bytes(kVersion.size() + claims.size());
  std::copy(claims.begin(), claims.end(), std::copy(kVersion.begin(), kVersion.end(), bytes.begin()));
  return bytes;
}

void putName(Bytes& bytes, const std::string& name, std::size_t most, const char* whose) {
  if (name.size() > most)
    throw std::invalid_argument(std::string("The ") + whose + " name is too long for a token.");
  bytes.push_back(static_cast<std::uint8_t>(name.size()));
  bytes.insert(bytes.end(), name.begin(), name.end());
}

bool takeName(View& rest, std::string& name, std::size_t most) {
  if (rest.empty() || rest[0] > most || rest.size() - 1 < rest[0]) return false;
  const View bytes = rest.subspan(1, rest[0]);
  name.assign(bytes.begin(), bytes.end());
  rest = rest.subspan(1 + bytes.size());
  return true;
}

std::optional<TokenClaims> takeClaims(View rest) {
  TokenClaims claims;
  if (rest.size() < 9 || rest[0] > (kMayLead | kOperator) || rest[1] > 127) return std::nullopt;
  claims.mayLead = (rest[0] & kMayLead) != 0;
  claims.isOperator = (rest[0] & kOperator) != 0;
  for (std::size_t i = 1; i <= 8; ++i) claims.expires = claims.expires << 8 | rest[i];
  rest = rest.subspan(9);
  if (!takeName(rest, claims.room, kTokenRoomBytes) || !takeName(rest, claims.name, kTokenNameBytes) ||
      !rest.empty())
    return std::nullopt;
  return claims;
}

std::optional<Opened> open(std::string_view text) {
  if (text.size() > kTokenTextBytes || text.substr(0, kVersion.size()) != kVersion) return std::nullopt;
  auto bytes = fromBase64(text.substr(kVersion.size()));
  if (!bytes || bytes->size() <= crypto_sign_BYTES) return std::nullopt;
  Opened opened{std::move(*bytes), {}};
  auto claims = takeClaims(opened.claimBytes());
  if (!claims) return std::nullopt;
  opened.claims = std::move(*claims);
  return opened;
}

}  // namespace

std::string signToken(const TokenClaims& claims, const SigningKey& key) {
  if (claims.expires < 0) throw std::invalid_argument("A token can't expire before 1970.");
  Bytes bytes;
  bytes.push_back(
      static_cast<std::uint8_t>((claims.mayLead ? kMayLead : 0) | (claims.isOperator ? kOperator : 0)));
  for (int shift = 56; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(claims.expires) >> shift));
  putName(bytes, claims.room, kTokenRoomBytes, "room's");
  putName(bytes, claims.name, kTokenNameBytes, "person's");
  const Bytes message = signedBytes(bytes);
  std::array<std::uint8_t, crypto_sign_BYTES> signature{};
  crypto_sign_detached(signature.data(), nullptr, message.data(), message.size(), key.secret().data());
  bytes.insert(bytes.end(), signature.begin(), signature.end());
  return std::string(kVersion) + toBase64(bytes);
}

std::variant<TokenClaims, TokenFault> checkToken(std::string_view text, std::span<const PublicKey> keys,
                                                 std::int64_t now) {
  const auto opened = open(text);
  if (!opened) return TokenFault::malformed;
  const Bytes message = signedBytes(opened->claimBytes());
  const bool known = std::any_of(keys.begin(), keys.end(), [&](const PublicKey& key) {
    return crypto_sign_verify_detached(opened->signature().data(), message.data(), message.size(),
                                       key.data()) == 0;
  });
  if (!known) return TokenFault::unknownKey;
  if (now - kTokenSkewSeconds >= opened->claims.expires) return TokenFault::expired;
  return opened->claims;
}

std::optional<TokenClaims> readToken(std::string_view text) {
  auto opened = open(text);
  return opened ? std::optional(std::move(opened->claims)) : std::nullopt;
}

}  // namespace lead
