#include "operations/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <asio/ip/address.hpp>
#include <charconv>
#include <cstdlib>
#include <sstream>

#include "operations/toml_config.h"
#include "room/names.h"

namespace lead::server {
namespace {

constexpr const char* kDefaultListen = "127.0.0.1:7400";

std::string listenFault(const std::string& text) {
  return parseAddress(text) ? std::string() : "\"" + text + "\" is not HOST:PORT";
}

std::string roomFault(const std::string& name) {
  return faultOfRoomName(name).value_or("");
}

std::string spaceFault(const std::string& text) {
  const std::size_t split = text.find('=');
  const bool good = split != std::string::npos && split > 0 && split + 1 < text.size();
  return good ? std::string() : "\"" + text + "\" is not ROOM=FILE";
}

/// What is given as text and has to be taken apart.
struct Texts {
  std::string listen = kDefaultListen;
  std::string probe;
  std::vector<std::string> spaces;
};

template <typename Number>
void describeCap(CLI::App& app, const char* name, Number& value, Number most, const char* text) {
  app.add_option(name, value, text)->capture_default_str()->check(CLI::Range(Number{1}, most));
}

void describeCaps(CLI::App& app, Caps& caps) {
  describeCap(app, "--max-rooms", caps.rooms, limits::kRoomsMost, "Rooms");
  describeCap(app, "--max-rooms-per-address", caps.roomsPerAddress, limits::kRoomsMost,
              "Rooms that one address has made");
  describeCap(app, "--max-participants", caps.participants, limits::kParticipantsPerRoomMost,
              "People in a room");
  describeCap(app, "--max-avatars", caps.avatars, limits::kAvatarsPerRoomMost, "Avatars in a room");
  describeCap(app, "--max-per-address", caps.perAddress, limits::kParticipantsPerAddressMost,
              "People from one address, over all rooms");
  describeCap(app, "--max-uploads-per-address", caps.uploadsPerAddress, limits::kUploads,
              "Uploads of one address at once");
  describeCap(app, "--max-downloads-per-address", caps.downloadsPerAddress, limits::kDownloads,
              "Downloads of one address at once");
  describeCap(app, "--join-rate", caps.joinRate, limits::kRateMost,
              "Joins a second from one address, after a burst of --max-per-address");
  describeCap(app, "--call-rate", caps.callRate, limits::kRateMost,
              "Calls of any kind a second from one address, after a burst of eight times --max-per-address");
}

void describe(CLI::App& app, Options& options, Texts& texts) {
  app.set_version_flag("--version", "lead-server " LEAD_VERSION);
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.set_config("--config", "", "TOML file with any of these options, without the dashes");
  app.config_formatter(std::make_shared<TomlConfig>());
  app.add_option("--listen", texts.listen, "HOST:PORT to listen on; port 0: any free one")
      ->capture_default_str()
      ->check(CLI::Validator(listenFault, "HOST:PORT", "address"));
  app.add_flag("--insecure", options.insecure,
               "Allow an address that other machines reach, without --token-key: anyone may join");
  auto* certificate = app.add_option(
      "--tls-cert", options.tlsCertificate,
      "PEM file with the server's certificate and what leads from it to its authority: speak TLS");
  certificate->needs(
      app.add_option("--tls-key", options.tlsKey, "PEM file with that certificate's private key")
          ->needs(certificate));
  app.add_option(
         "--token-key", options.tokenKeys,
         "Public key of the tokens that are good here, or a file with it (repeatable); lead-tool token "
         "makes keys and tokens")
      ->type_name("FILE|KEY");
  app.add_option("--room", options.rooms, "A room to open (repeatable)")
      ->capture_default_str()
      ->check(CLI::Validator(roomFault, "NAME", "room"));
  app.add_option("--space", texts.spaces,
                 "Bounds and obstacles of one of these rooms, in a JSON file as docs/scenario.md has them "
                 "(repeatable)")
      ->check(CLI::Validator(spaceFault, "ROOM=FILE", "space"));
  app.add_option("--data", options.data, "Directory for uploaded models");
  app.add_option(
      "--walk", options.walks,
      "A .vrma or .glb with a walk or run that all avatars of the server's rooms walk with (repeatable; "
      "they are blended by speed)");
  app.add_option("--tick-rate", options.tickRate, "Ticks a second")
      ->capture_default_str()
      ->check(CLI::Range(limits::kTickRateLeast, limits::kTickRateMost));
  app.add_option("--snapshot-rate", options.snapshotRate, "Snapshots a second")
      ->capture_default_str()
      ->check(CLI::Range(limits::kSnapshotRateLeast, limits::kSnapshotRateMost));
  app.add_option("--max-upload", options.maxUpload, "Largest model file, as in \"100 MB\"")
      ->capture_default_str()
      ->transform(CLI::AsSizeValue(true))
      ->check(CLI::Range(std::uint64_t{1}, limits::kUploadBytesMost));
  describeCaps(app, options.caps);
  app.add_option("--client-rate", options.clientRate, "Bits a second of datagrams to one client, at most")
      ->capture_default_str()
      ->check(CLI::Range(limits::kClientRateLeast, limits::kClientRateMost));
  app.add_option("--udp-port", options.udpPort,
                 "UDP port; 0: any free one; default: the number of the TCP port");
  app.add_flag("!--no-udp", options.udp, "Real time over TCP only");
  app.add_option("--log-level", options.logLevel, "trace, debug, info, warn, error or off")
      ->capture_default_str()
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}));
  app.add_option("--log-stats", options.logStats,
                 "Seconds between two lines of statistics in the log; 0: none")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 86400.0));
  app.add_option("--probe", texts.probe,
                 "Ask the server at HOST:PORT how it is: exit code 0 if it serves, else 1")
      ->configurable(false)
      ->expected(0, 1)
      ->default_str(kDefaultListen);
  app.add_flag("--tls", options.probeTls, "With --probe: ask it with TLS")
      ->configurable(false)
      ->needs("--probe");
  app.add_option(
         "--ca", options.probeCa,
         "With --probe: ask it with TLS, and trust the authorities in this PEM file rather than the system's")
      ->configurable(false)
      ->needs("--probe");
}

std::optional<std::string> faultTogether(const Options& options) {
  if (options.snapshotRate > options.tickRate) return "The snapshot rate can't be higher than the tick rate.";
  for (const auto& [room, file] : options.spaces)
    if (std::find(options.rooms.begin(), options.rooms.end(), room) == options.rooms.end())
      return "There is no --room \"" + room + "\" that could have the space " + file.string() + ".";
  if (options.tokenKeys.size() > limits::kTokenKeys)
    return "There can't be more than " + std::to_string(limits::kTokenKeys) + " token keys.";
  if (options.udpPort && !options.udp)
    return "There is no UDP port without UDP: leave out --udp-port or --no-udp.";
  if (!isLoopback(options.host) && !options.insecure && options.tokenKeys.empty())
    return "Other machines would reach " + options.host +
           ", and without --token-key anyone may join: make a key with \"lead-tool token new-key\", listen "
           "on "
           "127.0.0.1, or say --insecure if that is meant.";
  return std::nullopt;
}

}  // namespace

std::variant<Options, ExitNow> parseOptions(int argc, const char* const* argv) {
  CLI::App app{"Lead server: rooms in which people lead avatars by the hand", "lead-server"};
  Options options;
  Texts texts;
  describe(app, options, texts);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream problems;
    app.exit(error, out, problems);
    if (error.get_exit_code() == 0) return ExitNow{0, out.str()};
    return ExitNow{2, std::string("lead-server: ") + error.what() + "\n"};
  }
  const Address address = *parseAddress(texts.listen);
  options.host = address.host;
  options.port = address.port;
  if (app.count("--probe") > 0) options.probe = texts.probe.empty() ? kDefaultListen : texts.probe;
  for (const std::string& text : texts.spaces) {
    const std::size_t split = text.find('=');
    options.spaces[text.substr(0, split)] = text.substr(split + 1);
  }
  if (!options.probeCa.empty()) options.probeTls = true;
  if (options.data.empty()) options.data = defaultDataDirectory();
  if (auto fault = faultTogether(options)) return ExitNow{2, "lead-server: " + *fault + "\n"};
  return options;
}

std::filesystem::path defaultDataDirectory() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data != '\0') return std::filesystem::path(data) / "lead" / "assets";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local" / "share" / "lead" / "assets";
  return std::filesystem::temp_directory_path() / "lead-assets";
}

std::optional<Address> parseAddress(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  Address address;
  address.host = text.substr(0, colon);
  if (address.host.front() == '[') {
    if (address.host.back() != ']') return std::nullopt;
    address.host = address.host.substr(1, address.host.size() - 2);
  } else if (address.host.find(':') != std::string::npos) {
    return std::nullopt;  // an IPv6 address goes in brackets
  }
  const char* begin = text.data() + colon + 1;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(begin, end, address.port);
  if (error != std::errc() || rest != end || address.host.empty()) return std::nullopt;
  return address;
}

std::string toString(const Address& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  return (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

bool isLoopback(const std::string& host) {
  if (host == "localhost") return true;
  asio::error_code error;
  const auto address = asio::ip::make_address(host, error);
  return !error && address.is_loopback();
}

}  // namespace lead::server
