// Inputs and snapshots as payloads, by datagrams or the stream: docs/PROTOCOL.md. For one stay in a room.
#pragma once

#include <asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lead/v1/session.pb.h"
#include "session/exchange.h"
#include "session/path_choice.h"
#include "session/threads.h"
#include "session/udp_socket.h"
#include "wire/input_payload.h"
#include "wire/sealed.h"
#include "wire/snapshot_payload.h"

namespace lead {

/// All on the strand, callbacks too. Keeps itself alive until it is stopped.
class RealTime : public std::enable_shared_from_this<RealTime> {
 public:
  struct Callbacks {
    std::function<void(const std::vector<std::uint8_t>&)> toStream;
    std::function<void(wire::ReceivedSnapshot&, Path, std::size_t)> snapshot;  ///< and its bytes
    std::function<void(const wire::Pong&)> pong;                               ///< by datagram
  };

  RealTime(const Strand& strand, std::shared_ptr<Exchange> exchange, Callbacks callbacks);
  /// We are in the room. `peer`: where the stream has got to, by gRPC. `udp` null: by the stream only.
  void start(const std::string& peer, const v1::Udp* udp);
  void stop();

  void send(const wire::InputSample& input);
  void receivedOnStream(const std::string& payload);
  /// See Session::skim().
  void skim() { skims_ = true; }
  Path path() const { return choice_.path(); }
  /// Smoothed round trip, seconds, as it is known elsewhere.
  void setRoundTrip(double seconds) { roundTrip_ = seconds; }

 private:
  void scheduleTick();
  void tick();
  void openSocket();
  void ping(std::uint16_t bytes);
  void receivedDatagram(std::span<const std::uint8_t> datagram);
  void received(std::span<const std::uint8_t> payload, Path path);
  void receivedSnapshot(std::span<const std::uint8_t> payload, Path path);
  bool sendDatagram(std::span<const std::uint8_t> payload);
  void pathMayHaveChanged(Path before);

  Strand strand_;
  std::shared_ptr<Exchange> exchange_;
  Callbacks callbacks_;
  asio::steady_timer timer_;
  bool stopped_ = false;
  bool skims_ = false;

  PathChoice choice_;
  std::optional<asio::ip::udp::endpoint> server_;
  std::shared_ptr<UdpSocket> socket_;
  std::optional<wire::Sealer> sealer_;
  std::optional<wire::Opener> opener_;
  double roundTrip_ = 0.0;

  wire::SnapshotReceiver receiver_;
  wire::ReceivedSnapshot snapshot_;
  std::uint64_t lost_ = 0;          ///< of them, counted already
  std::uint32_t acknowledged_ = 0;  ///< sequence
  wire::InputPayload input_;
  std::vector<std::uint8_t> payload_;
};

}  // namespace lead
