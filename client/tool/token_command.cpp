// lead-tool token: keys and tokens for servers that don't let in everybody.
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "session/access_options.h"
#include "token/token.h"
#include "tool/command.h"
#include "tool/files.h"

namespace lead::tool {
namespace {

struct Arguments {
  std::string output;  ///< of new-key
  std::string key;
  TokenClaims claims;
  std::string role = "leader";
  std::string expires = "24h";
  std::string token;
  bool json = false;
};

constexpr std::int64_t kLongestSeconds = std::int64_t{3650} * 86400;

std::int64_t unixNow() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string timeOf(std::int64_t seconds) {
  std::tm parts{};
  const auto time = static_cast<std::time_t>(seconds);
  if (gmtime_r(&time, &parts) == nullptr) return "far in the future";
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", parts);
}

/// "90s", "30m", "24h", "7d". 0: none of these.
std::int64_t secondsOf(const std::string& text) {
  std::int64_t count = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || rest + 1 != text.data() + text.size() || count <= 0) return 0;
  const std::int64_t unit = *rest == 's'   ? 1
                            : *rest == 'm' ? 60
                            : *rest == 'h' ? 3600
                            : *rest == 'd' ? 86400
                                           : 0;
  return unit != 0 && count <= kLongestSeconds / unit ? count * unit : 0;
}

std::string lifeFault(const std::string& text) {
  if (secondsOf(text) > 0) return {};
  return fmt::format("\"{}\" is no time from 1s to 3650d: write a number and s, m, h or d.", text);
}

/// Readable by nobody else, and never over an older one: that would lock out all who have its tokens.
void writeSecret(const std::string& path, const std::string& text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0)
    throw CommandError(kFailed,
                       errno == EEXIST
                           ? fmt::format("{} exists already; a key that is lost makes its tokens useless, so "
                                         "name another file.",
                                         path)
                           : fmt::format("{} can't be written.", path));
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (close(file) != 0 || !written) throw CommandError(kFailed, fmt::format("{} can't be written.", path));
}

int newKey(const Arguments& arguments) {
  SigningKey key = SigningKey::random();
  while (toText(key.publicKey()).front() == '-') key = SigningKey::random();  // or it looks like an option
  writeSecret(arguments.output, toText(key) + "\n");
  writeFile(arguments.output + ".pub", toText(key.publicKey()) + "\n");
  fmt::print("{}\n", toText(key.publicKey()));
  fmt::print(
      stderr,
      "{0} signs tokens: keep it to yourself. The server gets --token-key {0}.pub, or the line above.\n",
      arguments.output);
  return kGood;
}

SigningKey readKey(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(256, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (const auto key = parseSigningKey(text)) return *key;
  if (text.empty()) throw CommandError(kBadUsage, fmt::format("The key {} can't be read.", path));
  if (parsePublicKey(text))
    throw CommandError(kBadUsage,
                       fmt::format("{} is a public key, with which nothing can be signed: name the file "
                                   "without .pub.",
                                   path));
  throw CommandError(kBadUsage, fmt::format("{} is no key of \"lead-tool token new-key\".", path));
}

int sign(const Arguments& arguments) {
  TokenClaims claims = arguments.claims;
  claims.mayLead = arguments.role == "leader";
  claims.expires = unixNow() + secondsOf(arguments.expires);
  try {
    fmt::print("{}\n", signToken(claims, readKey(arguments.key)));
  } catch (const std::invalid_argument& error) {
    throw CommandError(kBadUsage, error.what());
  }
  return kGood;
}

int show(const Arguments& arguments) {
  const TokenClaims claims = *readToken(arguments.token);
  const bool expired = claims.expires <= unixNow();
  if (arguments.json) {
    const nlohmann::json all = {{"room", claims.room},
                                {"name", claims.name},
                                {"role", claims.mayLead ? "leader" : "spectator"},
                                {"operator", claims.isOperator},
                                {"expires", claims.expires},
                                {"expired", expired}};
    fmt::print("{}\n", all.dump());
    return kGood;
  }
  const auto orAny = [](const std::string& text) {
    return text.empty() ? std::string("any") : '"' + text + '"';
  };
  fmt::print("room      {}\nname      {}\nrole      {}\noperator  {}\nexpires   {}{}\n", orAny(claims.room),
             orAny(claims.name), claims.mayLead ? "leader, or spectator" : "spectator only",
             claims.isOperator ? "yes: may make rooms" : "no", timeOf(claims.expires),
             expired ? " (expired)" : "");
  fmt::print(stderr, "Only the server can tell whether its operator has signed that.\n");
  return kGood;
}

}  // namespace

void addToken(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  CLI::App* token =
      app.add_subcommand("token", "Make keys and sign tokens that let people in to your server.");
  token->require_subcommand(1);

  CLI::App* makeKey =
      token->add_subcommand("new-key", "Make a pair of keys: FILE signs, FILE.pub is for the server.");
  makeKey->add_option("-o,--output", a.output, "File of the secret key")->required();
  makeKey->callback([&chosen, arguments] { chosen = [arguments] { return newKey(*arguments); }; });

  CLI::App* signIt = token->add_subcommand("sign", "Print a token for somebody.");
  signIt->add_option("--key", a.key, "File of the secret key")->required();
  signIt->add_option("--room", a.claims.room, "The room that it opens (default: any)");
  signIt->add_option("--name", a.claims.name, "The name under which it is good (default: any)");
  signIt->add_option("--role", a.role, "What it lets him be: a spectator only watches")
      ->check(CLI::IsMember({"leader", "spectator"}))
      ->capture_default_str();
  signIt->add_flag("--operator", a.claims.isOperator, "Let him make rooms");
  signIt->add_option("--expires", a.expires, "For how long it is good: a number and s, m, h or d")
      ->check(CLI::Validator(lifeFault, "TIME", "time"))
      ->capture_default_str();
  signIt->callback([&chosen, arguments] { chosen = [arguments] { return sign(*arguments); }; });

  CLI::App* showIt = token->add_subcommand("show", "Print what a token says.");
  showIt->add_option("token", a.token, "The token, or @ and a file with it")
      ->required()
      ->type_name("TOKEN|@FILE")
      ->transform(CLI::Validator(takeToken, "", "token"));
  showIt->add_flag("--json", a.json, "As JSON");
  showIt->callback([&chosen, arguments] { chosen = [arguments] { return show(*arguments); }; });
}

}  // namespace lead::tool
