#include "client.h"

#include <chrono>
#include <thread>

#include "server_process.h"

namespace lead::e2e {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void pause(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

bool waitUntil(const std::function<bool()>& condition, double seconds) {
  const double start = now();
  while (!condition()) {
    if (now() - start > seconds) return false;
    pause(0.002);
  }
  return true;
}

SessionOptions optionsFor(const std::string& server, const std::string& name) {
  SessionOptions options;
  options.server = server;
  options.name = name;
  // Of this process alone: what another test or an earlier run has downloaded must not count.
  static const TempFolder cache;
  options.cache = cache.path();
  return options;
}

Client::Client(SessionOptions options) : session_(std::make_unique<Session>(std::move(options))) {}

bool Client::waitConnected() {
  return waitUntil(
      [&] { return session_->state() == ConnectionState::connected && session_->newestSnapshot(); });
}

bool Client::waitForAvatar(AvatarId id) {
  return waitUntil([&] {
    const auto room = session_->room();
    const AvatarInfo* info = room ? room->avatar(id) : nullptr;
    return info != nullptr && state(id) != nullptr && rigs_.of(*session_, *info);
  });
}

std::string Client::waitFailed() {
  waitUntil([&] { return session_->state() == ConnectionState::failed; });
  for (const auto& change : all<ConnectionChanged>())
    if (change.state == ConnectionState::failed) return change.sentence;
  return {};
}

const std::vector<SessionEvent>& Client::events() {
  for (SessionEvent& event : session_->poll()) events_.push_back(std::move(event));
  return events_;
}

AvatarId Client::firstAvatar() const {
  const auto room = session_->room();
  return room && !room->avatars.empty() ? room->avatars.front().id : 0;
}

const AvatarState* Client::state(AvatarId id) {
  snapshot_ = session_->newestSnapshot();
  const AvatarSnapshot* avatar = snapshot_ ? snapshot_->avatar(id) : nullptr;
  return avatar != nullptr ? &avatar->state : nullptr;
}

glm::vec3 Client::wrist(AvatarId id, Side side) {
  const AvatarState* avatar = state(id);
  const auto room = session_->room();
  const AvatarRigPtr rig = rigs_.of(*session_, *room->avatar(id));
  return wrists(*rig, *avatar)[index(side)];
}

AvatarRigPtr Client::rig(AvatarId id) {
  const auto room = session_->room();
  const AvatarInfo* info = room ? room->avatar(id) : nullptr;
  return info != nullptr ? rigs_.of(*session_, *info) : nullptr;
}

ParticipantId Client::holder(AvatarId id, Side side) {
  const AvatarState* avatar = state(id);
  return avatar != nullptr ? avatar->arm(side).holder : 0;
}

void Client::take(AvatarId id, Side side) {
  HandInput hand;
  hand.position = wrist(id, side);
  hand.heldAvatar = id;
  hand.heldHand = side;
  input_.headPosition = hand.position + glm::vec3(0.0F, 0.8F, 0.5F);
  input_.hands[index(side)] = hand;
  session_->setInput(input_);
}

void Client::moveTo(Side side, glm::vec3 target) {
  input_.hands[index(side)]->position = target;
  session_->setInput(input_);
}

void Client::release(Side side) {
  if (input_.hands[index(side)]) input_.hands[index(side)]->heldAvatar = 0;
  session_->setInput(input_);
}

}  // namespace lead::e2e
