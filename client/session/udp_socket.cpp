#include "session/udp_socket.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <asio/buffer.hpp>
#include <asio/ip/address.hpp>
#include <charconv>

#include "wire/limits.h"

namespace lead {
namespace {

constexpr int kMostAtOnce = 64;  // datagrams, before others of the strand have their turn

std::string percentDecoded(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr == text.data() + i + 3) {
      plain += static_cast<char>(value);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

// A datagram that is too large for the way is to be lost, so that a probe finds that out.
void forbidFragments(asio::ip::udp::socket& socket, bool version6) {
  const int always =
      version6 ? IPV6_PMTUDISC_PROBE : IP_PMTUDISC_PROBE;  // DF, whatever is believed of the way
  ::setsockopt(socket.native_handle(), version6 ? IPPROTO_IPV6 : IPPROTO_IP,
               version6 ? IPV6_MTU_DISCOVER : IP_MTU_DISCOVER, &always, sizeof always);
}

}  // namespace

std::optional<asio::ip::udp::endpoint> endpointOf(const std::string& grpcPeer) {
  const std::size_t colon = grpcPeer.find(':');
  const std::string kind = grpcPeer.substr(0, colon);
  if (colon == std::string::npos || (kind != "ipv4" && kind != "ipv6")) return std::nullopt;
  const std::string text = percentDecoded(grpcPeer.substr(colon + 1));
  const std::size_t last = text.rfind(':');
  if (last == std::string::npos) return std::nullopt;
  std::string host = text.substr(0, last);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  std::uint16_t port = 0;
  const char* end = text.data() + text.size();
  if (std::from_chars(text.data() + last + 1, end, port).ptr != end || port == 0) return std::nullopt;
  asio::error_code error;
  const auto address = asio::ip::make_address(host, error);
  if (error) return std::nullopt;
  return asio::ip::udp::endpoint(address, port);
}

bool UdpSocket::open(const asio::ip::udp::endpoint& to) {
  asio::error_code error;
  socket_.open(to.protocol(), error);
  if (error) return false;
  socket_.non_blocking(true, error);
  forbidFragments(socket_, to.address().is_v6());
  socket_.connect(to, error);
  if (error) {
    close();
    return false;
  }
  wait();
  return true;
}

bool UdpSocket::send(std::span<const std::uint8_t> datagram) {
  if (!socket_.is_open()) return false;
  asio::error_code error;
  socket_.send(asio::buffer(datagram.data(), datagram.size()), 0, error);
  return !error || error == asio::error::would_block || error == asio::error::no_buffer_space ||
         error == asio::error::connection_refused;  // an answer to an earlier one
}

void UdpSocket::close() {
  asio::error_code ignored;
  socket_.close(ignored);
  received_ = nullptr;
}

void UdpSocket::wait() {
  socket_.async_wait(asio::ip::udp::socket::wait_read,
                     [self = shared_from_this()](const asio::error_code& error) {
                       if (!error && self->socket_.is_open()) self->receiveAll();
                     });
}

void UdpSocket::receiveAll() {
  std::array<std::uint8_t, wire::kDatagramBytes + 1> buffer;  // one more: what is too long is seen to be
  for (int i = 0; i < kMostAtOnce && socket_.is_open(); ++i) {
    asio::error_code error;
    const std::size_t size = socket_.receive(asio::buffer(buffer), 0, error);
    if (error == asio::error::would_block) break;
    if (!error && received_) received_({buffer.data(), size});
  }
  if (socket_.is_open()) wait();
}

}  // namespace lead
