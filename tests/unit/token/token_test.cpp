// Join tokens and the keys that sign them.
#include "token/token.h"

#include <gmock/gmock.h>

#include <random>

namespace lead {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::int64_t kNow = 1'800'000'000;

SigningKey keyOf(std::uint8_t number) {
  SigningKey::Seed seed{};
  seed.fill(number);
  return SigningKey(seed);
}

const SigningKey kKey = keyOf(1);
const std::array<PublicKey, 1> kKeys{kKey.publicKey()};

TokenClaims annInTheLobby() {
  return {"lobby", "Ann", true, false, kNow + 3600};
}

TokenFault faultOf(std::string_view token, std::int64_t now = kNow) {
  const auto checked = checkToken(token, kKeys, now);
  const auto* fault = std::get_if<TokenFault>(&checked);
  EXPECT_NE(fault, nullptr) << "it is good";
  return fault != nullptr ? *fault : TokenFault{255};
}

/// The same with one character exchanged for another of base64.
std::string tampered(std::string token, std::size_t at) {
  token[at] = token[at] == 'A' ? 'B' : 'A';
  return token;
}

TEST(Token, SaysWhatWasSigned) {
  for (const TokenClaims& claims :
       {annInTheLobby(), TokenClaims{"", "", false, false, kNow + 1},
        TokenClaims{"", "", true, true, kNow + 1},
        TokenClaims{std::string(kTokenRoomBytes, 'r'), std::string(kTokenNameBytes, 'n'), false, true,
                    std::int64_t{1} << 40}}) {
    const std::string token = signToken(claims, kKey);
    EXPECT_LE(token.size(), kTokenTextBytes);
    const auto checked = checkToken(token, kKeys, kNow);
    ASSERT_TRUE(std::holds_alternative<TokenClaims>(checked)) << token;
    EXPECT_EQ(std::get<TokenClaims>(checked), claims);
    EXPECT_EQ(readToken(token), claims);
  }
}

TEST(Token, IsTextForUrlsAndHeaders) {
  const std::string token = signToken(annInTheLobby(), kKey);
  EXPECT_THAT(token, StartsWith("lead1."));
  EXPECT_EQ(token.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."),
            std::string::npos)
      << token;
}

/// Written down so that a change of the format is noticed: tokens outlive servers.
TEST(Token, OfThisVersionStaysReadable) {
  const std::string kept =
      "lead1.AQAAAABrSdIABWxvYmJ5A0FubuQdd-k62QVLXCOVwSLVjDyEk67kKJBONkdVYlzIPbhQWoBNu2POg98l-ox1w0"
      "A736dVIZ9SKL4Jhw2gZAT7CgA";
  const TokenClaims claims{"lobby", "Ann", true, false, 1'800'000'000};
  EXPECT_EQ(readToken(kept), claims) << signToken(claims, kKey);
  EXPECT_EQ(signToken(claims, kKey), kept);
}

TEST(Token, IsRefusedWhereAnythingOfItWasChanged) {
  const std::string token = signToken(annInTheLobby(), kKey);
  for (std::size_t at = 0; at < token.size(); ++at) {
    const auto checked = checkToken(tampered(token, at), kKeys, kNow);
    EXPECT_FALSE(std::holds_alternative<TokenClaims>(checked)) << at;
  }
  for (std::size_t length = 0; length < token.size(); ++length)
    EXPECT_FALSE(std::holds_alternative<TokenClaims>(checkToken(token.substr(0, length), kKeys, kNow)));
}

TEST(Token, CantBeGivenMoreRightsByHand) {
  // The claims of one under the signature of another.
  const std::string poor = signToken({"lobby", "Ann", false, false, kNow + 60}, kKey);
  const std::string rich = signToken({"lobby", "Ann", true, true, kNow + 60}, keyOf(2));
  const std::size_t claims = 6 + (9 + 6 + 4) / 3 * 4;  // whole groups of base64
  EXPECT_EQ(faultOf(rich.substr(0, claims) + poor.substr(claims)), TokenFault::unknownKey);
}

TEST(Token, OfAnotherKeyIsRefusedAndOneOfSeveralKeysIsEnough) {
  const std::string token = signToken(annInTheLobby(), keyOf(2));
  EXPECT_EQ(faultOf(token), TokenFault::unknownKey);
  EXPECT_TRUE(std::holds_alternative<TokenClaims>(
      checkToken(token, std::array<PublicKey, 2>{kKey.publicKey(), keyOf(2).publicKey()}, kNow)));
  EXPECT_FALSE(std::holds_alternative<TokenClaims>(checkToken(token, {}, kNow)));
}

TEST(Token, ExpiresButClocksMayDifferByAMinute) {
  const std::string token = signToken({"", "", true, false, kNow}, kKey);
  EXPECT_TRUE(std::holds_alternative<TokenClaims>(checkToken(token, kKeys, kNow - 1)));
  EXPECT_TRUE(std::holds_alternative<TokenClaims>(checkToken(token, kKeys, kNow + 59)));
  EXPECT_EQ(faultOf(token, kNow + 60), TokenFault::expired);
  EXPECT_EQ(faultOf(token, INT64_MAX), TokenFault::expired);
}

TEST(Token, ThatIsNoneIsRefused) {
  EXPECT_EQ(faultOf(""), TokenFault::malformed);
  EXPECT_EQ(faultOf("lead1."), TokenFault::malformed);
  EXPECT_EQ(faultOf("lead2." + signToken(annInTheLobby(), kKey).substr(6)), TokenFault::malformed);
  EXPECT_EQ(faultOf("lead1." + std::string(120, 'A')), TokenFault::malformed);
  EXPECT_EQ(faultOf("lead1." + std::string(100, '\0')), TokenFault::malformed);
  EXPECT_EQ(faultOf(signToken(annInTheLobby(), kKey) + "="), TokenFault::malformed);
  EXPECT_EQ(faultOf(" " + signToken(annInTheLobby(), kKey)), TokenFault::malformed);
  EXPECT_EQ(faultOf("lead1." + std::string(100'000'000, 'A')), TokenFault::malformed);
}

/// Bytes that a stranger might send; the sanitizers watch.
TEST(Token, MadeOfNoiseIsRefused) {
  std::mt19937 random(7);
  const std::string alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  for (int i = 0; i < 20'000; ++i) {
    std::string token = "lead1.";
    for (auto left = random() % 400; left > 0; --left) token += alphabet[random() % alphabet.size()];
    EXPECT_FALSE(std::holds_alternative<TokenClaims>(checkToken(token, kKeys, kNow)));
  }
}

TEST(Token, IsNotSignedForNamesThatNobodyCanHave) {
  EXPECT_THROW(signToken({std::string(65, 'r'), "", true, false, kNow}, kKey), std::invalid_argument);
  EXPECT_THROW(signToken({"", std::string(129, 'n'), true, false, kNow}, kKey), std::invalid_argument);
  EXPECT_THROW(signToken({"", "", true, false, -1}, kKey), std::invalid_argument);
}

TEST(Keys, AreTextAndBack) {
  const SigningKey key = SigningKey::random();
  const auto again = parseSigningKey(" " + toText(key) + "\r\n");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->publicKey(), key.publicKey());
  EXPECT_EQ(again->secret(), key.secret());
  EXPECT_EQ(parsePublicKey(toText(key.publicKey()) + "\n"), key.publicKey());
  EXPECT_NE(SigningKey::random().publicKey(), key.publicKey());
}

TEST(Keys, ThatAreNoneAreRefused) {
  const std::string secret = toText(kKey);
  const std::string open = toText(kKey.publicKey());
  EXPECT_TRUE(looksLikeSigningKey(secret));
  EXPECT_FALSE(looksLikeSigningKey(open));
  EXPECT_FALSE(parsePublicKey(secret));
  EXPECT_FALSE(parseSigningKey(open));
  EXPECT_FALSE(parseSigningKey("lead-secret1."));
  EXPECT_FALSE(parseSigningKey(secret + "A"));
  EXPECT_FALSE(parsePublicKey(""));
  EXPECT_FALSE(parsePublicKey(open.substr(1)));
  EXPECT_FALSE(parsePublicKey(std::string(43, '!')));
  EXPECT_THAT(open, Not(HasSubstr("=")));
}

}  // namespace
}  // namespace lead
