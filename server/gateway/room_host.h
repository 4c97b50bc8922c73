// Runs one Room on one strand: its clock, its listeners, and the way in and out for every other thread.
//
// Public methods may be called from any thread; they post to the strand and return. Callbacks run on the
// strand and must not block.
#pragma once

#include <asio/steady_timer.hpp>
#include <asio/strand.hpp>
#include <asio/thread_pool.hpp>
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/address_book.h"
#include "gateway/encode.h"
#include "gateway/listener.h"
#include "operations/caps.h"
#include "operations/stats.h"
#include "room/room.h"
#include "snapshot/client_view.h"
#include "udp/udp_endpoint.h"

namespace lead::server {

struct HostOptions {
  std::string room;
  int tickRate = 60;
  int snapshotRate = 30;
  bool permanent = true;  ///< false: may be removed when empty for long
  Space space{};
  std::vector<std::string> walks{};
  std::size_t mostParticipants = limits::kParticipantsPerRoom;
  std::size_t mostAvatars = limits::kAvatarsPerRoom;
  std::uint32_t clientRate = limits::kClientRate;  ///< bits a second of payloads to one client
};

class RoomHost : public std::enable_shared_from_this<RoomHost> {
 public:
  using Clock = std::chrono::steady_clock;
  using Command = std::function<Room::Fault(Room&)>;

  /// What a participant gets to know when it has joined.
  struct Joined {
    JoinResult result;
    bool closed = false;  ///< nobody can join any more; the rest says nothing
    std::string name;
    UdpSessionPtr udp;  ///< null: there is no fast path
    double unixEpoch = 0.0;
  };
  /// How a client wants its snapshots.
  struct Wish {
    bool payloads = false;
    std::uint32_t bitsPerSecond = 0;  ///< 0: as the server does
  };

  /// `avatars`: the room's own. `udp` may be null.
  RoomHost(asio::thread_pool& pool, HostOptions options, const std::vector<AvatarModel>& avatars,
           Stats& stats, std::shared_ptr<UdpEndpoint> udp = nullptr);

  void start();
  /// Says goodbye to everyone and ticks no more.
  void stop();

  void join(JoinRequest request, AddressBook::Slot slot, std::function<void(const Joined&)> done);
  void leave(ParticipantId id, std::string secret, std::function<void(bool known)> done);
  /// The answer to that join was lost: undoes it, unless somebody has come with its secret since.
  void withdraw(ParticipantId id);
  /// A stream says who it is. `done(false)`: unknown participant or wrong secret.
  void attach(ParticipantId id, std::string secret, Wish wish, std::shared_ptr<Listener> listener,
              std::function<void(bool)> done);
  /// See Room::mayDownload().
  void mayDownload(ParticipantId id, std::string secret, std::string sha256, std::function<void(bool)> done);
  /// That stream is over.
  void detach(ParticipantId id, std::shared_ptr<Listener> listener);
  /// Waits in the slot for the next tick or command. Ignored, as are commands, if the stream has been
  /// replaced by another. `listener` null: by the UDP session that the slot is of.
  void input(ParticipantId id, const std::shared_ptr<Listener>& listener,
             const std::shared_ptr<InputSlot>& slot, InputSlot::Arrived arrived);
  void command(ParticipantId id, std::shared_ptr<Listener> listener, Command command);

  const HostOptions& options() const { return options_; }
  std::size_t participantCount() const { return participantCount_; }
  std::size_t avatarCount() const { return avatarCount_; }
  /// Seconds since the room began, as in snapshots.
  double serverTime(Clock::time_point at) const;
  /// Nobody has been here for that long.
  bool emptySince(Clock::time_point before) const {
    return participantCount() == 0 && lastSeenUsed_.load() < before;
  }

 private:
  struct Seat {
    AddressBook::Slot slot;
    std::shared_ptr<Listener> listener;
    int untilSnapshot = 0;           ///< grows by the snapshot rate each tick; due at the tick rate
    std::optional<ClientView> view;  ///< none: wants full states
    UdpSessionPtr udp;
    std::shared_ptr<InputSlot> udpInputs;  ///< of that session
    bool overUdp = false;                  ///< the newest input came that way
    Clock::time_point heardOverUdp;
    std::size_t datagramBytes = 0;  ///< of the last snapshot that went that way
  };

  /// Whose turn it is.
  struct Due {
    const Participant* participant;
    Seat* seat;
  };
  /// What a thread that sends snapshots has of its own.
  struct Lane {
    EntryCodes codes;
    std::optional<UdpEndpoint::Batch> batch;
  };

  struct WaitingInput {
    ParticipantId id;
    std::weak_ptr<Listener> listener;
    std::shared_ptr<InputSlot> slot;
  };

  static double seconds(Clock::duration of) { return std::chrono::duration<double>(of).count(); }
  template <typename Function>
  void onStrand(Function function);
  bool isCurrent(ParticipantId id, const std::shared_ptr<Listener>& listener) const;
  void scheduleTick();
  void onTimer();
  void tick(Clock::time_point due);
  void broadcast(Clock::time_point began);
  void countBroadcast(Clock::time_point began);
  void sendSnapshot(const Participant& participant, Seat& seat, Lane& lane);
  void sendSnapshots();
  void addLane();
  void openUdp(ParticipantId id, Seat& seat);
  void closeUdp(Seat& seat);
  void datagram(ParticipantId id, const std::shared_ptr<InputSlot>& slot, UdpSession& session,
                std::span<const std::uint8_t> payload);
  void takeInputs();
  void takeInput(ParticipantId id, Seat& seat, const InputSlot::Arrived& arrived);
  void sendInfoIfChanged(Clock::time_point now);
  void deliverNotices();
  void leaveNow(ParticipantId id, Disconnect reason, const std::string& sentence);
  void forget(ParticipantId id);
  void afterChange();
  SharedSnapshot snapshotNow() const;

  HostOptions options_;
  Stats& stats_;
  asio::thread_pool::executor_type pool_;
  asio::strand<asio::thread_pool::executor_type> strand_;
  // What follows belongs to the strand.
  asio::steady_timer timer_;
  Room room_;
  RoomCounters reported_;  ///< what of the room's counters the stats know already
  std::unordered_map<ParticipantId, Seat> seats_;
  RoomStates states_;
  std::shared_ptr<UdpEndpoint> udp_;
  std::deque<Lane> lanes_;           ///< the first is the strand's; more once there is a crowd
  std::vector<Due> dueForPayloads_;  ///< in this tick; kept for its memory
  std::uint32_t sentInfo_ = 0;
  Clock::time_point infoDue_;  ///< the next is not sent before
  struct UnsentInput {
    Clock::time_point arrived;
    std::uint32_t tick;  ///< the room's, then
  };
  std::vector<UnsentInput> unsentInputs_;  ///< that some have not been sent a snapshot with yet
  std::vector<WaitingInput> takenInputs_;  ///< while they are; kept for its memory
  Clock::duration period_;
  Clock::time_point due_;
  double tickServerTime_ = 0.0;
  double tickUnixTime_ = 0.0;
  bool stopped_ = false;
  std::mutex inputsMutex_;
  std::vector<WaitingInput> waitingInputs_;  ///< as they came; guarded by inputsMutex_
  // What follows may be read by anyone.
  Clock::time_point began_;
  std::atomic<std::size_t> participantCount_{0};
  std::atomic<std::size_t> avatarCount_{0};
  std::atomic<Clock::time_point> lastSeenUsed_;
};

}  // namespace lead::server
