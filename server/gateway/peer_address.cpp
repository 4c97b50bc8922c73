#include "gateway/peer_address.h"

#include <algorithm>
#include <asio/ip/address.hpp>

namespace lead::server {
namespace {

std::string networkOf(const asio::ip::address_v6& address) {
  if (address.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, address).to_string();
  auto bytes = address.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::make_address_v6(bytes).to_string() + "/64";
}

}  // namespace

std::string addressOf(std::string_view peer) {
  std::string host(peer.substr(0, peer.rfind(':')));
  host.erase(0, host.find(':') + 1);
  if (host.starts_with("%5B")) host = host.substr(3, host.find("%5D", 3) - 3);
  if (host.starts_with("[")) host = host.substr(1, host.find(']') - 1);
  host.erase(std::min(host.find('%'), host.size()));  // the zone of a link-local address
  asio::error_code error;
  const auto address = asio::ip::make_address(host, error);
  if (error) return std::string(peer);
  return address.is_v6() ? networkOf(address.to_v6()) : address.to_string();
}

}  // namespace lead::server
