// What the program was asked to do: command line, and a TOML file with the same names.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "operations/caps.h"
#include "operations/limits.h"

namespace lead::server {

struct Options {
  std::string host = "127.0.0.1";
  std::uint16_t port = 7400;             ///< 0: any free one
  bool insecure = false;                 ///< other than loopback addresses are allowed without a token key
  std::filesystem::path tlsCertificate;  ///< PEM, with what leads to its authority; empty: no TLS
  std::filesystem::path tlsKey;          ///< PEM
  std::vector<std::string>
      tokenKeys;  ///< public keys that tokens may be signed with, or files with one; none: open
  std::vector<std::string> rooms{"lobby"};
  std::map<std::string, std::filesystem::path> spaces;  ///< of these rooms: JSON with bounds and obstacles
  std::filesystem::path data;                           ///< of uploaded models
  std::vector<std::filesystem::path> walks;  ///< clips that all avatars walk with; none: the procedural gait
  int tickRate = 60;
  int snapshotRate = 30;
  std::uint64_t maxUpload = limits::kUploadBytes;
  Caps caps;
  bool udp = true;
  std::optional<std::uint16_t> udpPort;            ///< 0: any free one; none: the same number as the TCP port
  std::uint32_t clientRate = limits::kClientRate;  ///< bits a second of datagrams to one client
  std::string logLevel = "info";
  std::chrono::milliseconds readWithin = limits::kReadWithin;    ///< no option: tests shorten it
  std::chrono::milliseconds chunkWithin = limits::kChunkWithin;  ///< likewise
  std::chrono::seconds tlsFilesEvery = limits::kTlsFilesEvery;   ///< likewise
  double logStats = 0.0;                                         ///< seconds between two lines; 0: none
  std::optional<std::string> probe;  ///< ask the server at this address how it is, instead of being one
  bool probeTls = false;
  std::filesystem::path probeCa;  ///< PEM; empty: the system's authorities
};

/// The program is to end at once, with this on stdout (code 0) or stderr.
struct ExitNow {
  int code = 0;
  std::string text;
};

std::variant<Options, ExitNow> parseOptions(int argc, const char* const* argv);

/// Where models are kept unless told otherwise: $XDG_DATA_HOME/lead/assets, ~/.local/share/lead/assets, or a
/// folder for temporary files.
std::filesystem::path defaultDataDirectory();

/// "HOST:PORT" or "[V6]:PORT". None: not of that form.
struct Address {
  std::string host;
  std::uint16_t port = 0;
};
std::optional<Address> parseAddress(const std::string& text);
std::string toString(const Address& address);
bool isLoopback(const std::string& host);

}  // namespace lead::server
