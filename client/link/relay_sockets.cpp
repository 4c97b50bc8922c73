#include "link/relay_sockets.h"

#include <fmt/format.h>

#include <stdexcept>

namespace lead {
namespace {

using asio::ip::tcp;
using asio::ip::udp;

constexpr int kAttempts = 50;                  // at a number that is free for both
constexpr int kSocketBytes = 4 * 1024 * 1024;  // bursts of a large room

}  // namespace

HostPort splitAddress(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
    throw std::runtime_error(fmt::format("\"{}\" is no address; write HOST:PORT.", text));
  HostPort result{text.substr(0, colon), text.substr(colon + 1)};
  if (result.host.front() == '[' && result.host.back() == ']')
    result.host = result.host.substr(1, result.host.size() - 2);
  return result;
}

udp::endpoint resolveUdp(asio::io_context& io, const HostPort& address) {
  asio::error_code error;
  const auto found = udp::resolver(io).resolve(address.host, address.port, error);
  if (error || found.empty())
    throw std::runtime_error(fmt::format("There is no host {} ({}).", address.host, error.message()));
  for (const auto& each : found)
    if (each.endpoint().address().is_v4()) return each.endpoint();
  return found.begin()->endpoint();
}

ListeningPair listenOnBoth(asio::io_context& io, const HostPort& address) {
  const udp::endpoint wanted = resolveUdp(io, address);
  asio::error_code error;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    ListeningPair pair{tcp::acceptor(io), udp::socket(io)};
    const tcp::endpoint tcpAt(wanted.address(), wanted.port());
    pair.tcp.open(tcpAt.protocol(), error);
    if (!error) pair.tcp.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) pair.tcp.bind(tcpAt, error);
    if (!error) pair.tcp.listen(asio::socket_base::max_listen_connections, error);
    if (error) break;
    const udp::endpoint udpAt(wanted.address(), pair.tcp.local_endpoint().port());
    pair.udp.open(udpAt.protocol(), error);
    if (!error) pair.udp.bind(udpAt, error);
    if (!error) {
      asio::error_code ignored;
      pair.udp.set_option(asio::socket_base::receive_buffer_size(kSocketBytes), ignored);
      pair.udp.set_option(asio::socket_base::send_buffer_size(kSocketBytes), ignored);
      pair.udp.non_blocking(true);
      return pair;
    }
    if (wanted.port() != 0) break;
  }
  throw std::runtime_error(
      fmt::format("Can't listen on {}:{} ({}).", address.host, address.port, error.message()));
}

}  // namespace lead
