#include "udp/udp_endpoint.h"

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sodium/randombytes.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <algorithm>
#include <asio/bind_executor.hpp>
#include <asio/ip/v6_only.hpp>
#include <asio/post.hpp>
#include <cerrno>
#include <cstring>
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

constexpr std::size_t kMostSegments = 50;  // of one message, which may not be over 64 KiB

std::size_t datagramsIn(std::size_t bytes) {
  return (bytes + wire::kDatagramBytes - 1) / wire::kDatagramBytes;
}

void askToCutUp(msghdr& message, std::span<std::uint8_t> control) {
  std::fill(control.begin(), control.end(), std::uint8_t{0});
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_UDP;
  header->cmsg_type = UDP_SEGMENT;
  header->cmsg_len = CMSG_LEN(sizeof(std::uint16_t));
  const std::uint16_t size = wire::kDatagramBytes;
  std::memcpy(CMSG_DATA(header), &size, sizeof(size));
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
      handle(*session, std::span(payload).first(size), from);
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

void UdpEndpoint::handle(UdpSession& session, std::span<const std::uint8_t> payload,
                         const asio::ip::udp::endpoint& from) {
  wire::Challenge challenge;
  if (wire::readChallengeAnswer(payload, challenge)) {
    session.answered(challenge, from);
    return;
  }
  // With each that comes until one is answered: any may be lost.
  if (const auto due = session.challenge()) {
    std::vector<std::uint8_t> bytes;
    wire::writeChallenge(*due, bytes);
    send(session, bytes);
  }
  session.handle(payload);
}

// ---- Out

/// Whether another datagram for it can go with the message before.
bool UdpEndpoint::Batch::joins(const UdpSession& session, const asio::ip::udp::endpoint& to) const {
  if (count_ == 0 || !endpoint_.segments_) return false;
  const Message& last = messages_[count_ - 1];
  return last.session == session.id() && last.to == to && last.size % wire::kDatagramBytes == 0 &&
         last.size / wire::kDatagramBytes < kMostSegments;
}

void UdpEndpoint::Batch::add(UdpSession& session, std::span<const std::uint8_t> payload) {
  asio::ip::udp::endpoint to;
  const std::size_t size =
      session.seal(payload, std::span(bytes_).subspan(used_), UdpSession::Towards::proved, to);
  if (size == 0) {
    ++endpoint_.stats_.datagramsUnsent;
    return;
  }
  if (!joins(session, to)) messages_[count_++] = {session.id(), used_, 0, to};
  messages_[count_ - 1].size += size;
  used_ += size;
  if (++datagrams_ == kMost) flush();
}

void UdpEndpoint::Batch::flush() {
  std::array<iovec, kMost> parts;
  std::array<mmsghdr, kMost> headers;
  struct alignas(cmsghdr) Control {
    std::array<std::uint8_t, CMSG_SPACE(sizeof(std::uint16_t))> bytes;
  };
  std::array<Control, kMost> controls;
  for (std::size_t i = 0; i < count_; ++i) {
    Message& message = messages_[i];
    parts[i] = {bytes_.data() + message.begin, message.size};
    headers[i] = {};
    headers[i].msg_hdr.msg_name = message.to.data();
    headers[i].msg_hdr.msg_namelen = static_cast<socklen_t>(message.to.size());
    headers[i].msg_hdr.msg_iov = &parts[i];
    headers[i].msg_hdr.msg_iovlen = 1;
    if (message.size > wire::kDatagramBytes) askToCutUp(headers[i].msg_hdr, controls[i].bytes);
  }
  std::size_t sent = 0;
  while (sent < count_) {
    const int done = sendmmsg(endpoint_.socket_.native_handle(), headers.data() + sent,
                              static_cast<unsigned>(count_ - sent), MSG_DONTWAIT);
    for (int i = 0; i < done; ++i)
      endpoint_.stats_.datagramsSent += datagramsIn(messages_[sent + static_cast<std::size_t>(i)].size);
    if (done > 0) {
      sent += static_cast<std::size_t>(done);
      continue;
    }
    sendApart(messages_[sent]);
    ++sent;
  }
  count_ = datagrams_ = used_ = 0;
}

/// What the system did not take as one. What it doesn't take like this is as if it were lost on its way.
void UdpEndpoint::Batch::sendApart(const Message& message) {
  if (message.size > wire::kDatagramBytes && (errno == EINVAL || errno == EIO || errno == EOPNOTSUPP))
    endpoint_.segments_ = false;
  for (std::size_t at = 0; at < message.size; at += wire::kDatagramBytes) {
    const std::size_t size = std::min(wire::kDatagramBytes, message.size - at);
    const auto sent = sendto(endpoint_.socket_.native_handle(), bytes_.data() + message.begin + at, size,
                             MSG_DONTWAIT, message.to.data(), static_cast<socklen_t>(message.to.size()));
    ++(sent < 0 ? endpoint_.stats_.datagramsUnsent : endpoint_.stats_.datagramsSent);
  }
}

void UdpEndpoint::send(UdpSession& session, std::span<const std::uint8_t> payload) {
  std::array<std::uint8_t, wire::kDatagramBytes> datagram;
  asio::ip::udp::endpoint to;
  const std::size_t size = session.seal(payload, datagram, UdpSession::Towards::newest, to);
  const auto sent = size == 0 ? -1
                              : sendto(socket_.native_handle(), datagram.data(), size, MSG_DONTWAIT,
                                       to.data(), static_cast<socklen_t>(to.size()));
  ++(sent < 0 ? stats_.datagramsUnsent : stats_.datagramsSent);
}

}  // namespace lead::server
