// What a call's token lets its sender do. Pure: text, keys and time in, decisions with sentences out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "operations/refusals.h"
#include "token/token.h"

namespace lead::server {

/// Of a server without keys: everything.
TokenClaims allRights();

/// Keys as --token-key has them: each one, or a file with one. Throws std::runtime_error with a sentence.
std::vector<PublicKey> readTokenKeys(const std::vector<std::string>& given);

/// `authorization`: the call's header, "Bearer TOKEN"; empty: none. `now`: seconds since 1970.
std::variant<TokenClaims, CallRefused> claimsOf(std::string_view authorization,
                                                std::span<const PublicKey> keys, std::int64_t now);

/// The name asked for must be the token's or, after a cut, the number that the room gave to it; an empty one
/// stands for the token's.
std::optional<CallRefused> faultOfJoining(const TokenClaims& claims, std::string_view room, bool leads,
                                          std::string_view name);
std::optional<CallRefused> faultOfMakingRooms(const TokenClaims& claims);

}  // namespace lead::server
