#include "session/session.h"

#include <future>

#include "convert/convert.h"
#include "session/connection.h"
#include "session/threads.h"

namespace lead {
namespace {

constexpr auto kLongestFarewell = std::chrono::milliseconds(1800);

}  // namespace

class Session::Impl {
 public:
  explicit Impl(SessionOptions options)
      : exchange(std::make_shared<Exchange>()),
        connection(std::make_shared<Connection>(std::move(options), exchange)),
        gone(connection->gone()) {
    connection->start();
  }
  ~Impl() {
    connection->close();
    connection.reset();
    gone.wait_for(kLongestFarewell);
  }

  SessionThreads::Use threads;  // first, so that it goes last
  std::shared_ptr<Exchange> exchange;
  std::shared_ptr<Connection> connection;
  std::future<void> gone;
};

Session::Session(SessionOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Session::~Session() = default;

std::vector<SessionEvent> Session::poll() {
  return impl_->exchange->takeEvents();
}
ConnectionState Session::state() const {
  return impl_->exchange->state();
}
ParticipantId Session::participant() const {
  return impl_->exchange->participant();
}
AvatarId Session::ownAvatar() const {
  return impl_->exchange->ownAvatar();
}
std::shared_ptr<const RoomInfo> Session::room() const {
  return impl_->exchange->room();
}
SnapshotPtr Session::newestSnapshot() const {
  return impl_->exchange->snapshot();
}
SessionUpdates Session::takeUpdates() {
  return impl_->exchange->takeUpdates();
}
ModelPtr Session::model(const ModelHash& hash) const {
  return impl_->exchange->model(hash);
}
MotionsPtr Session::motions() const {
  return impl_->exchange->motions();
}
PlayableMotionPtr Session::motion(const MotionInfo& which) const {
  return impl_->exchange->motion(which);
}
bool Session::standsIn(const ModelHash& hash) const {
  return impl_->exchange->standsIn(hash);
}
SessionStats Session::stats() const {
  return impl_->exchange->stats();
}

void Session::setInput(const ParticipantInput& input) {
  if (impl_->exchange->setInput(input)) impl_->connection->inputChanged();
}

void Session::setParam(const std::string& name, std::optional<float> value) {
  v1::ClientMessage message;
  message.mutable_set_param()->set_name(name);
  if (value) message.mutable_set_param()->set_value(*value);
  impl_->connection->command(std::move(message));
}

void Session::setGaze(AvatarId avatar, GazeMode mode) {
  v1::ClientMessage message;
  message.mutable_set_gaze()->set_avatar(avatar);
  message.mutable_set_gaze()->set_mode(toProto(mode));
  impl_->connection->command(std::move(message));
}

void Session::resetAvatar(AvatarId avatar) {
  v1::ClientMessage message;
  message.mutable_reset_avatar()->set_avatar(avatar);
  impl_->connection->command(std::move(message));
}

void Session::joinHands(const HandOf& leader, const HandOf& follower) {
  v1::ClientMessage message;
  auto* join = message.mutable_join_hands();
  join->set_avatar(leader.avatar);
  join->set_hand(toProto(leader.hand));
  join->set_to_avatar(follower.avatar);
  join->set_to_hand(toProto(follower.hand));
  impl_->connection->command(std::move(message));
}

void Session::partHands(const HandOf& hand) {
  v1::ClientMessage message;
  message.mutable_part_hands()->set_avatar(hand.avatar);
  message.mutable_part_hands()->set_hand(toProto(hand.hand));
  impl_->connection->command(std::move(message));
}

void Session::partRow(AvatarId avatar) {
  v1::ClientMessage message;
  message.mutable_part_hands()->set_avatar(avatar);
  message.mutable_part_hands()->set_whole_row(true);
  impl_->connection->command(std::move(message));
}

void Session::setRole(Role role) {
  impl_->connection->setRole(role);
}
void Session::bringAvatar(const std::filesystem::path& file, bool share) {
  impl_->connection->bring(file, share);
}
void Session::shareAvatar(bool share) {
  impl_->connection->share(share);
}
void Session::play(AvatarId avatar, const std::filesystem::path& file, bool loops, std::uint32_t animation) {
  impl_->connection->playMotion(avatar, file, loops, animation);
}

void Session::stopMotion(AvatarId avatar) {
  v1::ClientMessage message;
  message.mutable_stop_motion()->set_avatar(avatar);
  impl_->connection->command(std::move(message));
}

void Session::skim() {
  impl_->connection->skim();
}

void Session::leave() {
  impl_->connection->close();
}

}  // namespace lead
