#include "udp/udp_endpoint.h"

#include <netinet/in.h>
#include <sodium/randombytes.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <asio/bind_executor.hpp>
#include <asio/ip/v6_only.hpp>
#include <asio/post.hpp>
#include <stdexcept>

namespace lead::server {
namespace {

constexpr std::size_t kReadAtOnce = 64;
constexpr int kRounds = 8;  // before others on the reader's thread get their turn
constexpr int kBufferBytes = 4 * 1024 * 1024;

/// Datagrams are never fragmented: one that is too large for the way is lost, and the probe tells.
void forbidFragments(int socket, bool v6) {
  int on = IP_PMTUDISC_DO;
  setsockopt(socket, IPPROTO_IP, IP_MTU_DISCOVER, &on, sizeof(on));
  on = IPV6_PMTUDISC_DO;
  if (v6) setsockopt(socket, IPPROTO_IPV6, IPV6_MTU_DISCOVER, &on, sizeof(on));
}

}  // namespace

UdpEndpoint::UdpEndpoint(asio::thread_pool& pool, const std::string& host, std::uint16_t port, Stats& stats)
    : stats_(stats), strand_(asio::make_strand(pool.get_executor())), socket_(strand_) {
  asio::error_code error;
  asio::ip::udp::resolver resolver(strand_);
  const auto found = resolver.resolve(host, std::to_string(port), error);
  if (error) throw std::runtime_error("the host's name is unknown");
  const asio::ip::udp::endpoint at = found.begin()->endpoint();
  const bool v6 = at.protocol() == asio::ip::udp::v6();
  socket_.open(at.protocol(), error);
  if (!error && v6) socket_.set_option(asio::ip::v6_only(false), error);
  if (!error) socket_.bind(at, error);
  if (!error) socket_.non_blocking(true, error);
  if (error)
    throw std::runtime_error(error == asio::error::address_in_use ? "the port is in use" : error.message());
  asio::error_code ignored;  // smaller buffers lose more in bursts, and that is all
  socket_.set_option(asio::socket_base::receive_buffer_size(kBufferBytes), ignored);
  socket_.set_option(asio::socket_base::send_buffer_size(kBufferBytes), ignored);
  forbidFragments(socket_.native_handle(), v6);
  port_ = socket_.local_endpoint().port();
}

void UdpEndpoint::start() {
  asio::post(strand_, [self = shared_from_this()] { self->wait(); });
}

void UdpEndpoint::stop() {
  asio::post(strand_, [self = shared_from_this()] {
    self->stopped_ = true;
    asio::error_code ignored;
    self->socket_.cancel(ignored);
  });
}

UdpSessionPtr UdpEndpoint::open(UdpSession::Handler handler) {
  const std::lock_guard lock(mutex_);
  std::uint32_t id = 0;
  while (id == 0 || sessions_.contains(id)) id = randombytes_random();
  auto session = std::make_shared<UdpSession>(id, std::move(handler));
  sessions_.emplace(id, session);
  return session;
}

void UdpEndpoint::close(const UdpSessionPtr& session) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(session->id());
}

UdpSessionPtr UdpEndpoint::find(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second;
}

// ---- In

void UdpEndpoint::wait() {
  if (stopped_) return;
  socket_.async_wait(asio::ip::udp::socket::wait_read,
                     asio::bind_executor(strand_, [self = shared_from_this()](const asio::error_code& error) {
                       if (error || self->stopped_) return;
                       self->readAll();
                       self->wait();
                     }));
}

void UdpEndpoint::readAll() {
  // One more byte than a datagram may have, so that a longer one shows.
  thread_local std::array<std::array<std::uint8_t, wire::kDatagramBytes + 1>, kReadAtOnce> buffers;
  std::array<asio::ip::udp::endpoint, kReadAtOnce> from;
  std::array<iovec, kReadAtOnce> parts;
  std::array<mmsghdr, kReadAtOnce> messages;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < kReadAtOnce; ++i) {
      parts[i] = {buffers[i].data(), buffers[i].size()};
      messages[i] = {};
      messages[i].msg_hdr.msg_name = from[i].data();
      messages[i].msg_hdr.msg_namelen = static_cast<socklen_t>(from[i].capacity());
      messages[i].msg_hdr.msg_iov = &parts[i];
      messages[i].msg_hdr.msg_iovlen = 1;
    }
    const int got = recvmmsg(socket_.native_handle(), messages.data(), kReadAtOnce, MSG_DONTWAIT, nullptr);
    if (got <= 0) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(got); ++i) {
      from[i].resize(messages[i].msg_hdr.msg_namelen);
      arrived({buffers[i].data(), messages[i].msg_len}, from[i]);
    }
    if (static_cast<std::size_t>(got) < kReadAtOnce) return;
  }
}

void UdpEndpoint::arrived(std::span<const std::uint8_t> datagram, const asio::ip::udp::endpoint& from) {
  ++stats_.datagramsReceived;
  const std::uint32_t id = wire::sessionOf(datagram);
  const UdpSessionPtr session = id == 0 ? nullptr : find(id);
  if (!session) {
    ++stats_.strangeDatagrams;
    return;
  }
  std::array<std::uint8_t, wire::kPayloadBytes> payload;
  std::size_t size = 0;
  switch (session->open(datagram, from, payload, size)) {
    case UdpSession::Arrival::good:
      session->handle(std::span(payload).first(size));
      return;
    case UdpSession::Arrival::tooMany:
      ++stats_.datagramsOverRate;
      return;
    case UdpSession::Arrival::notSealed:
      ++stats_.strangeDatagrams;
      return;
    case UdpSession::Arrival::replayed:
      ++stats_.replayedDatagrams;
      return;
  }
}

// ---- Out

void UdpEndpoint::Batch::add(UdpSession& session, std::span<const std::uint8_t> payload) {
  const auto to = session.address();
  if (!to) return;
  Datagram& datagram = datagrams_[count_];
  datagram.size = session.seal(payload, datagram.bytes);
  datagram.to = *to;
  if (++count_ == kMost) flush();
}

void UdpEndpoint::Batch::flush() {
  std::array<iovec, kMost> parts;
  std::array<mmsghdr, kMost> messages;
  for (std::size_t i = 0; i < count_; ++i) {
    parts[i] = {datagrams_[i].bytes.data(), datagrams_[i].size};
    messages[i] = {};
    messages[i].msg_hdr.msg_name = datagrams_[i].to.data();
    messages[i].msg_hdr.msg_namelen = static_cast<socklen_t>(datagrams_[i].to.size());
    messages[i].msg_hdr.msg_iov = &parts[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  std::size_t sent = 0;
  while (sent < count_) {
    const int done = sendmmsg(endpoint_.socket_.native_handle(), messages.data() + sent,
                              static_cast<unsigned>(count_ - sent), MSG_DONTWAIT);
    if (done > 0) {
      endpoint_.stats_.datagramsSent += static_cast<std::uint64_t>(done);
      sent += static_cast<std::size_t>(done);
      continue;
    }
    ++endpoint_.stats_.datagramsUnsent;  // this one can't be sent, or not now: as if it were lost on its way
    ++sent;
  }
  count_ = 0;
}

void UdpEndpoint::send(UdpSession& session, std::span<const std::uint8_t> payload) {
  const auto to = session.address();
  if (!to) return;
  std::array<std::uint8_t, wire::kDatagramBytes> datagram;
  const std::size_t size = session.seal(payload, datagram);
  const auto sent = sendto(socket_.native_handle(), datagram.data(), size, MSG_DONTWAIT, to->data(),
                           static_cast<socklen_t>(to->size()));
  ++(sent < 0 ? stats_.datagramsUnsent : stats_.datagramsSent);
}

}  // namespace lead::server
