#include "operations/tokens.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "operations/limits.h"
#include "room/text.h"

namespace lead::server {
namespace {

constexpr std::string_view kBearer = "Bearer ";
constexpr const char* kAskForOne = "get one from the server's operator and give it with --token";

std::string timeOf(std::int64_t seconds) {
  std::tm parts{};
  const auto time = static_cast<std::time_t>(seconds);
  if (gmtime_r(&time, &parts) == nullptr) return "an earlier day";
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", parts);
}

CallRefused refused(TokenFault fault, std::string_view token) {
  switch (fault) {
    case TokenFault::expired:
      return {Refused::tokenExpired,
              fmt::format("The token expired at {}: {}.", timeOf(readToken(token)->expires), kAskForOne)};
    case TokenFault::unknownKey:
      return {Refused::badToken, fmt::format("The token is not one of this server's: {}.", kAskForOne)};
    case TokenFault::malformed:
      break;
  }
  return {Refused::badToken,
          fmt::format("The token can't be read, perhaps it was not copied whole: {}.", kAskForOne)};
}

/// "Ann", or "Ann 2" as the room calls a second Ann.
bool isNumbered(std::string_view name, std::string_view of) {
  if (name.substr(0, of.size()) != of) return false;
  const std::string_view rest = name.substr(of.size());
  return rest.size() >= 2 && rest.size() <= 5 && rest[0] == ' ' &&
         std::all_of(rest.begin() + 1, rest.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string readKeyFile(const std::string& path) {
  constexpr std::streamsize kMost = 4096;
  std::ifstream in(path, std::ios::binary);
  std::string text(kMost, '\0');
  in.read(text.data(), kMost);
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.empty())
    throw std::runtime_error(
        fmt::format("The token key \"{}\" is neither a public key nor a file with one; \"lead-tool token "
                    "new-key -o FILE\" "
                    "makes a pair.",
                    printable(path, 200)));
  return text;
}

PublicKey readTokenKey(const std::string& given) {
  if (looksLikeSigningKey(given))
    throw std::runtime_error(
        "That token key is the secret one, and now in the list of processes: make a new pair, and give the "
        "server "
        "the public one (FILE.pub).");
  if (const auto key = parsePublicKey(given)) return *key;
  const std::string text = readKeyFile(given);
  if (looksLikeSigningKey(text))
    throw std::runtime_error(fmt::format(
        "The token key in {0} is the secret one, that signs: give the server the public one, in {0}.pub.",
        given));
  if (const auto key = parsePublicKey(text)) return *key;
  throw std::runtime_error(fmt::format("There is no public token key in {}.", given));
}

}  // namespace

TokenClaims allRights() {
  return {{}, {}, true, true, std::numeric_limits<std::int64_t>::max()};
}

std::vector<PublicKey> readTokenKeys(const std::vector<std::string>& given) {
  std::vector<PublicKey> keys;
  std::transform(given.begin(), given.end(), std::back_inserter(keys), readTokenKey);
  return keys;
}

std::variant<TokenClaims, CallRefused> claimsOf(std::string_view authorization,
                                                std::span<const PublicKey> keys, std::int64_t now) {
  if (keys.empty()) return allRights();
  if (authorization.substr(0, kBearer.size()) != kBearer)
    return CallRefused{Refused::noToken, fmt::format("This server wants a token: {}.", kAskForOne)};
  const std::string_view token = authorization.substr(kBearer.size());
  auto checked = checkToken(token, keys, now);
  if (const auto* fault = std::get_if<TokenFault>(&checked)) return refused(*fault, token);
  return std::get<TokenClaims>(std::move(checked));
}

std::optional<CallRefused> faultOfJoining(const TokenClaims& claims, std::string_view room, bool leads,
                                          std::string_view name) {
  const auto because = [](std::string sentence) {
    return CallRefused{Refused::notPermitted, std::move(sentence)};
  };
  if (!claims.room.empty() && room != claims.room)
    return because(fmt::format("The token is for the room \"{}\", not for \"{}\".",
                               printable(claims.room, limits::kRoomNameLength),
                               printable(room, limits::kRoomNameLength)));
  if (leads && !claims.mayLead) return because("The token lets you watch, not lead: join as a spectator.");
  if (!claims.name.empty() && !name.empty() && name != claims.name && !isNumbered(name, claims.name))
    return because(fmt::format("The token is for {}, not for {}.", printable(claims.name, kTokenNameBytes),
                               printable(name, kTokenNameBytes)));
  return std::nullopt;
}

std::optional<CallRefused> faultOfMakingRooms(const TokenClaims& claims) {
  if (claims.isOperator) return std::nullopt;
  return CallRefused{Refused::notPermitted,
                     "The token doesn't let you make rooms: that takes one signed with --operator."};
}

}  // namespace lead::server
