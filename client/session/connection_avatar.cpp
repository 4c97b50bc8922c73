// Connection: the avatar that we bring, before the join, in the room, and when we are back.
#include <fmt/format.h>

#include "session/connection.h"
#include "session/model_hash.h"
#include "session/sentence.h"

namespace lead {

void Connection::offer() {
  offer_ = std::make_shared<ModelOffer>(strand_, exchange_, assets_, place_, possessions_);
  const auto uploading = [](Connection& self) {
    self.exchange_->changeState(
        ConnectionState::uploading,
        fmt::format("Sending {} to the server.", self.wanted_.file.filename().string()));
  };
  const auto done = [file = wanted_.file](Connection& self, const ModelHash& hash, const Failure& failure) {
    self.offer_ = nullptr;
    if (self.wanted_.file != file) return self.join();  // another is wanted meanwhile
    if (!failure.sentence.empty()) return self.offerFailed(failure);
    self.offeredNow_ = true;
    self.has(hash);
    self.join();
  };
  offer_->start(wanted_.file, ofThisAttempt(uploading), ofThisAttempt(done));
}

/// The server has the file that is wanted.
void Connection::has(const ModelHash& hash) {
  wanted_.hash = hash;
  lastGood_ = wanted_;
  fetcher_->addLocalFile(hash, wanted_.file);
}

/// Who has been here is not kept out because his file has been moved since.
void Connection::offerFailed(const Failure& failure) {
  if (failure.retry || !everJoined_) return failed(failure);
  const bool hasAnother = lastGood_.file != wanted_.file;
  wanted_ = hasAnother ? lastGood_ : BroughtAvatar();
  exchange_->event(
      CommandRefused{asSentence(failure.sentence) +
                     (hasAnother ? " You keep the avatar that you had."
                                 : " You are back without it; bring it again when its file is there.")});
  join();
}

/// What did not get through before, or was wished while there was no connection.
void Connection::catchUp() {
  const auto room = exchange_->room();
  switch (changeTo(wanted_, room->avatar(exchange_->ownAvatar()))) {
    case AvatarChange::none:
      return;
    case AvatarChange::offer:
      return exchangeAvatar();
    case AvatarChange::send:
      return sendAvatar();
    case AvatarChange::sharing:
      return sendSharing();
  }
}

void Connection::bring(std::filesystem::path file, bool share) {
  asio::post(strand_, [self = shared_from_this(), file = std::move(file), share] {
    self->wanted_ = {file, share, {}};
    self->dropChange();
    if (file.empty()) self->lastGood_ = {};
    if (!self->connected_) return;
    if (file.empty())
      self->sendAvatar();
    else
      self->exchangeAvatar();
  });
}

void Connection::share(bool share) {
  asio::post(strand_, [self = shared_from_this(), share] {
    self->wanted_.share = self->lastGood_.share = share;
    if (self->connected_) self->sendSharing();
  });
}

void Connection::dropChange() {
  if (change_) change_->cancel();
  change_ = nullptr;
}

void Connection::exchangeAvatar() {
  dropChange();
  change_ = std::make_shared<ModelOffer>(strand_, exchange_, assets_, place_, possessions_);
  change_->start(
      wanted_.file, [] {},
      [self = shared_from_this()](const ModelHash& hash, const Failure& failure) {
        self->exchanged(hash, failure);
      });
}

void Connection::exchanged(const ModelHash& hash, const Failure& failure) {
  change_ = nullptr;
  if (!failure.sentence.empty()) {
    wanted_ = lastGood_;
    return exchange_->event(CommandRefused{failure.sentence});
  }
  has(hash);
  if (connected_) sendAvatar();
}

void Connection::sendAvatar() {
  v1::ClientMessage message;
  auto* avatar = message.mutable_set_avatar();
  if (!wanted_.file.empty()) {
    avatar->set_sha256(*hashToBytes(wanted_.hash));
    avatar->set_share(wanted_.share);
    avatar->set_possession(possessionOf(wanted_.hash));
  }
  stream_->send(std::move(message));
}

std::string Connection::possessionOf(const ModelHash& hash) const {
  const auto shown = possessions_->find(hash);
  return shown == possessions_->end() ? std::string() : shown->second;
}

void Connection::sendSharing() {
  v1::ClientMessage message;
  message.mutable_share_avatar()->set_share(wanted_.share);
  stream_->send(std::move(message));
}

}  // namespace lead
