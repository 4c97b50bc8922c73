// The server's UDP socket: sealed datagrams in and out, many a system call. Strangers get no answer: what
// does not open with a session's key is dropped and counted before anything else is done with it.
#pragma once

#include <array>
#include <asio/ip/udp.hpp>
#include <asio/strand.hpp>
#include <asio/thread_pool.hpp>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "operations/stats.h"
#include "udp/udp_session.h"

namespace lead::server {

class UdpEndpoint : public std::enable_shared_from_this<UdpEndpoint> {
 public:
  /// Throws std::runtime_error with a sentence where the port can't be had. `port` 0: any free one.
  UdpEndpoint(asio::thread_pool& pool, const std::string& host, std::uint16_t port, Stats& stats);

  std::uint16_t port() const { return port_; }
  void start();
  /// Any thread. Nothing is handled after those that are being handled now.
  void stop();

  /// A new session with random keys. Any thread.
  UdpSessionPtr open(UdpSession::Handler handler);
  /// Any thread; what still comes for it is a stranger's.
  void close(const UdpSessionPtr& session);

  /// Datagrams on their way to where clients have shown that they receive, handed to the system by many at
  /// once; full ones to the same client, and the one after them, as one that the kernel cuts up
  /// (UDP_SEGMENT), where it can. One thread.
  class Batch {
   public:
    explicit Batch(UdpEndpoint& endpoint) : endpoint_(endpoint) {}
    ~Batch() { flush(); }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    void add(UdpSession& session, std::span<const std::uint8_t> payload);
    void flush();

   private:
    static constexpr std::size_t kMost = 64;  ///< datagrams
    /// Of one client: all but the last are of kDatagramBytes.
    struct Message {
      std::uint32_t session = 0;
      std::size_t begin = 0;  ///< in bytes_
      std::size_t size = 0;
      asio::ip::udp::endpoint to;
    };
    bool joins(const UdpSession& session, const asio::ip::udp::endpoint& to) const;
    void sendApart(const Message& message);

    UdpEndpoint& endpoint_;
    std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(kMost * wire::kDatagramBytes);
    std::size_t used_ = 0;
    std::size_t datagrams_ = 0;
    std::array<Message, kMost> messages_;
    std::size_t count_ = 0;
  };
  /// One datagram, at once, to where the client was last heard from. Any thread.
  void send(UdpSession& session, std::span<const std::uint8_t> payload);

 private:
  void wait();
  void readAll();
  void arrived(std::span<const std::uint8_t> datagram, const asio::ip::udp::endpoint& from);
  void handle(UdpSession& session, std::span<const std::uint8_t> payload,
              const asio::ip::udp::endpoint& from);
  UdpSessionPtr find(std::uint32_t id) const;

  Stats& stats_;
  std::atomic<bool> segments_{true};  ///< the kernel cuts up; false once it has refused to
  asio::strand<asio::thread_pool::executor_type> strand_;
  asio::ip::udp::socket socket_;
  std::uint16_t port_ = 0;
  bool stopped_ = false;  // belongs to the strand
  mutable std::mutex mutex_;
  std::unordered_map<std::uint32_t, UdpSessionPtr> sessions_;  // guarded by mutex_
};

}  // namespace lead::server
