// Join tokens: what an operator has signed that a person may do on his server. Pure: knows no clock, no file.
//
// Text: "lead1." and, in URL-safe base64 without padding, these bytes:
//
//   1  rights: bit 0: may lead (else only watch); bit 1: operator (may make rooms); the others are 0
//   8  expiry: seconds since 1970 (UTC), most significant byte first
//   1  length of the room's name, and the name; 0: any room
//   1  length of the person's name, and the name; 0: any name
//  64  Ed25519 signature of "lead1." and all bytes before
//
// It is signed, not sealed: everybody can read it, and whoever has it can use it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "token/keys.h"

namespace lead {

inline constexpr std::size_t kTokenRoomBytes = 64;
inline constexpr std::size_t kTokenNameBytes = 128;    ///< 32 characters
inline constexpr std::size_t kTokenTextBytes = 512;    ///< longer ones are none
inline constexpr std::int64_t kTokenSkewSeconds = 60;  ///< by which clocks may differ

struct TokenClaims {
  std::string room;          ///< empty: any
  std::string name;          ///< empty: any
  bool mayLead = false;      ///< else a spectator
  bool isOperator = false;   ///< may make rooms
  std::int64_t expires = 0;  ///< seconds since 1970

  bool operator==(const TokenClaims&) const = default;
};

enum class TokenFault : std::uint8_t {
  malformed,   ///< no token of this version
  unknownKey,  ///< not signed with one of the keys, or changed since
  expired,
};

/// Throws std::invalid_argument with a sentence where a name is too long or the expiry is negative.
std::string signToken(const TokenClaims& claims, const SigningKey& key);

/// `now`: seconds since 1970.
std::variant<TokenClaims, TokenFault> checkToken(std::string_view text, std::span<const PublicKey> keys,
                                                 std::int64_t now);

/// What it says, whoever has signed it: for showing it to people, never for letting them in.
std::optional<TokenClaims> readToken(std::string_view text);

}  // namespace lead
