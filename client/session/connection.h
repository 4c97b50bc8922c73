// The state machine behind a Session: connect, offer the model, join, play; again after a failure that may
// pass.
#pragma once

#include <array>
#include <asio/steady_timer.hpp>
#include <future>
#include <memory>
#include <set>
#include <string>

#include "lead/v1/assets.grpc.pb.h"
#include "lead/v1/session.grpc.pb.h"
#include "session/backoff.h"
#include "session/calls.h"
#include "session/channel.h"
#include "session/clock_sync.h"
#include "session/exchange.h"
#include "session/failures.h"
#include "session/line_watch.h"
#include "session/model_fetcher.h"
#include "session/model_offer.h"
#include "session/play_stream.h"
#include "session/real_time.h"

namespace lead {

/// Public methods from any thread; everything else on the strand. Lives until its last call has ended.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(SessionOptions options, std::shared_ptr<Exchange> exchange);

  void start();
  /// The input in the exchange has changed.
  void inputChanged();
  void command(v1::ClientMessage message);
  void setRole(Role role);
  void skim();
  void bring(std::filesystem::path file, bool share);
  void share(bool share);
  /// Uploads the file first.
  void playMotion(AvatarId avatar, std::filesystem::path file, bool loops, std::uint32_t animation);
  /// Leaves the room and ends. Takes at most about a second, however the server behaves.
  void close();
  /// Becomes ready when the connection is destroyed: nothing of it runs any more.
  std::future<void> gone() { return farewell_.promise.get_future(); }

 private:
  // connection.cpp: getting into the room and out of it
  void attempt();
  void join();
  void joined(const v1::JoinResponse& response, bool bringing);
  void joinFailed(const grpc::Status& status, bool resuming, bool bringing);
  void play();
  void failed(const Failure& failure);
  void askWhy(const Failure& failure);
  void waitOrGiveUp(const Failure& failure);
  void closeNow();
  void finishClosing();
  void dropCalls();
  /// Wraps a callback that is void once the attempt it belongs to is over.
  template <typename F>
  auto ofThisAttempt(F callback) {
    return [self = shared_from_this(), attempt = attempt_, callback](const auto&... values) {
      if (self->attempt_ == attempt && !self->over()) callback(*self, values...);
    };
  }
  bool over() const { return leaving_ || givenUp_; }
  bool mayResume() const { return !resumeSecret_.empty() && line_.mayResume(steadySeconds()); }

  // connection_play.cpp: being in the room
  void received(v1::ServerMessage& message);
  void clockMeasured();
  void receivedSnapshot(const v1::Snapshot& message);
  void receivedPayload(wire::ReceivedSnapshot& received, Path path, std::size_t bytes);
  void publish(Snapshot snapshot, std::size_t bytes);
  void startRealTime();
  void receivedRoom(const v1::RoomInfo& message);
  void nowConnected(const RoomInfo& room);
  void playEnded(const grpc::Status& status);
  void sendInputNow();
  void scheduleInput(double due);
  void scheduleHeartbeat();
  /// False: it doesn't go out.
  bool tell(v1::ClientMessage message);

  // connection_avatar.cpp: what we bring
  void offer();
  void notOffered(const Failure& failure);
  void forgetAvatar();
  void catchUp(const RoomInfo& room);
  void offerWish();
  void wishOffered(const ModelHash& hash, const Failure& failure);
  void sendAvatar();
  void sendSharing();

  struct Farewell {
    std::promise<void> promise;
    ~Farewell() { promise.set_value(); }
  } farewell_;  // the first member: destroyed last

  SessionOptions options_;
  std::shared_ptr<Exchange> exchange_;
  Strand strand_;
  Place place_;
  std::string address_;
  Credentials credentials_;
  Backoff backoff_;
  asio::steady_timer retryTimer_;
  asio::steady_timer inputTimer_;
  asio::steady_timer heartbeat_;
  asio::steady_timer wishTimer_;
  std::shared_ptr<ModelFetcher> fetcher_;

  std::shared_ptr<v1::Sessions::Stub> sessions_;
  AssetsStub assets_;
  CallSet calls_;
  std::shared_ptr<ModelOffer> offer_;   ///< of the avatar to join with
  std::shared_ptr<ModelOffer> change_;  ///< of the one that is wished for
  std::set<std::shared_ptr<ModelOffer>> motionOffers_;
  std::shared_ptr<PlayStream> stream_;
  std::shared_ptr<RealTime> realTime_;  ///< null: the server knows no payloads
  ModelHash avatarHash_;                ///< of options_.avatar as the server has it
  bool offered_ = false;                ///< it had that, when we asked
  bool offeredNow_ = false;             ///< in this attempt
  std::string avatarFault_;             ///< why we join without it
  /// The avatar to have instead, until the server has its file; an empty file: none.
  struct Wish {
    std::filesystem::path file;
    bool share = false;
    int failures = 0;
  };
  std::optional<Wish> wish_;
  Possessions possessions_ = std::make_shared<Possessions::element_type>();

  ParticipantId participant_ = 0;
  std::string resumeSecret_;
  std::string
      joinKey_;  ///< of the join that is tried: if its answer is lost, the next try finds the same place
  std::string givenName_;
  int namesakes_ = 0;  ///< joins in a row that were refused for our own name
  bool everJoined_ = false;
  bool connected_ = false;
  bool resumed_ = false;
  bool skims_ = false;
  bool leaving_ = false;  ///< by our own wish
  bool givenUp_ = false;
  std::optional<v1::ServerMessage::Goodbye> goodbye_;
  std::uint64_t attempt_ = 0;

  // As Join answered
  bool payloads_ = false;  ///< the server knows them
  std::optional<v1::Udp> udp_;
  double unixEpoch_ = 0.0;

  ClockSync clock_;
  LineWatch line_;
  double roundTrip_ = 0.0;  ///< when it was measured last
  double connectedAt_ = 0.0;
  std::uint32_t sequence_ = 0;
  double sentInputAt_ = 0.0;
  double changedInputAt_ = 0.0;
  std::array<double, 256> sentTimes_{};  ///< of the newest inputs, by sequence
  std::uint64_t inputTimerUse_ = 0;
  std::optional<std::uint32_t> newestTick_;
};

}  // namespace lead
