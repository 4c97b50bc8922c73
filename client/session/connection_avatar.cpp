// Connection, what we bring: the avatar, and motions to be played.
#include <fmt/format.h>

#include <algorithm>

#include "session/connection.h"
#include "session/model_hash.h"
#include "session/sentence.h"

namespace lead {
namespace {

constexpr int kMostFailures = 5;  // of an upload

}  // namespace

/// Only where the server may not have it: the place of who was cut off is kept for 10 s, less than a large
/// file takes, and the file may be gone by now.
void Connection::offer() {
  offeredNow_ = true;
  offer_ = std::make_shared<ModelOffer>(strand_, exchange_, assets_, place_, possessions_);
  const auto uploading = [](Connection& self) {
    self.exchange_->changeState(
        ConnectionState::uploading,
        fmt::format("Sending {} to the server.", self.options_.avatar.filename().string()));
  };
  const auto done = [](Connection& self, const ModelHash& hash, const Failure& failure) {
    self.offer_ = nullptr;
    if (!failure.sentence.empty()) return self.notOffered(failure);
    self.avatarHash_ = hash;
    self.offered_ = true;
    self.fetcher_->addLocalFile(hash, self.options_.avatar);
    self.join();
  };
  offer_->start(options_.avatar, ofThisAttempt(uploading), ofThisAttempt(done));
}

/// Whoever was in the room rather comes back without an avatar than not at all.
void Connection::notOffered(const Failure& failure) {
  if (failure.retry || !everJoined_) return failed(failure);
  avatarFault_ = asSentence(failure.sentence);
  join();
}

/// We are in the room without it.
void Connection::forgetAvatar() {
  if (!avatarFault_.empty())
    exchange_->event(CommandRefused{
        fmt::format("{} You are back without your avatar; bring it again, or another.", avatarFault_)});
  options_.avatar.clear();
  avatarHash_.clear();
  offered_ = false;
}

/// A resumed place comes with the avatar that it had, shared as it was. What was said while there was no
/// connection, or into one that was breaking off, has not got there.
void Connection::catchUp(const RoomInfo& room) {
  const ParticipantInfo* self = room.participant(participant_);
  const AvatarInfo* avatar = self != nullptr ? room.avatar(self->avatar) : nullptr;
  if ((avatar != nullptr ? avatar->model : ModelHash()) != avatarHash_)
    sendAvatar();
  else if (avatar != nullptr && avatar->sharing != Sharing::byLicence &&
           (avatar->sharing == Sharing::byOwner) != options_.shareAvatar)
    sendSharing();
}

void Connection::bring(std::filesystem::path file, bool share) {
  asio::post(strand_, [self = shared_from_this(), file = std::move(file), share] {
    self->wish_ = {file, share};
    if (self->connected_) self->offerWish();
  });
}

void Connection::offerWish() {
  wishTimer_.cancel();
  if (change_) change_->cancel();
  change_ = nullptr;
  if (wish_->file.empty()) return wishOffered({}, {});
  if (wish_->failures >= kMostFailures)  // it may itself be what is too much for the line
    return wishOffered({}, {false, fmt::format("The connection broke off each time that {} was sent.",
                                               wish_->file.filename().string())});
  change_ = std::make_shared<ModelOffer>(strand_, exchange_, assets_, place_, possessions_);
  change_->start(
      wish_->file, [] {},
      [self = shared_from_this()](const ModelHash& hash, const Failure& failure) {
        self->change_ = nullptr;
        self->wishOffered(hash, failure);
      });
}

void Connection::wishOffered(const ModelHash& hash, const Failure& failure) {
  if (failure.retry && ++wish_->failures < kMostFailures) {
    const double wait = std::max(failure.retryAfter, static_cast<double>(wish_->failures));
    wishTimer_.expires_after(std::chrono::milliseconds(static_cast<int>(1000.0 * wait)));
    wishTimer_.async_wait([self = shared_from_this()](const asio::error_code& error) {
      if (!error && self->connected_ && self->wish_ && !self->change_) self->offerWish();
    });
    return;
  }
  const Wish wish = *std::exchange(wish_, std::nullopt);
  if (!failure.sentence.empty()) return exchange_->event(CommandRefused{asSentence(failure.sentence)});
  options_.avatar = wish.file;
  options_.shareAvatar = wish.share;
  avatarHash_ = hash;
  offered_ = !wish.file.empty();
  if (offered_) fetcher_->addLocalFile(hash, wish.file);
  sendAvatar();
}

void Connection::sendAvatar() {
  v1::ClientMessage message;
  auto* avatar = message.mutable_set_avatar();
  if (!avatarHash_.empty()) {
    avatar->set_sha256(*hashToBytes(avatarHash_));
    avatar->set_share(options_.shareAvatar);
    if (const auto shown = possessions_->find(avatarHash_); shown != possessions_->end())
      avatar->set_possession(shown->second);
  }
  tell(std::move(message));
}

void Connection::share(bool share) {
  asio::post(strand_, [self = shared_from_this(), share] {
    if (self->wish_) self->wish_->share = share;  // it was brought last
    if (self->wish_ && share) return;             // nobody has confirmed that of the one before
    self->options_.shareAvatar = share;           // for the next join
    if (self->connected_) self->sendSharing();
  });
}

void Connection::sendSharing() {
  v1::ClientMessage message;
  message.mutable_share_avatar()->set_share(options_.shareAvatar);
  tell(std::move(message));
}

void Connection::playMotion(AvatarId avatar, std::filesystem::path file, bool loops,
                            std::uint32_t animation) {
  asio::post(strand_, [self = shared_from_this(), avatar, file = std::move(file), loops, animation] {
    if (!self->connected_)
      return self->exchange_->event(
          CommandRefused{"There is no connection to the server at the moment; try again."});
    const auto offer = std::make_shared<ModelOffer>(self->strand_, self->exchange_, self->assets_,
                                                    self->place_, self->possessions_, v1::FILE_KIND_MOTION);
    self->motionOffers_.insert(offer);
    offer->start(
        file, [] {},
        [=, weak = std::weak_ptr(offer)](const ModelHash& hash, const Failure& failure) {
          self->motionOffers_.erase(weak.lock());
          if (!failure.sentence.empty())
            return self->exchange_->event(CommandRefused{asSentence(failure.sentence)});
          self->fetcher_->addLocalFile(hash, file);
          v1::ClientMessage message;
          message.mutable_play_motion()->set_avatar(avatar);
          message.mutable_play_motion()->set_sha256(*hashToBytes(hash));
          message.mutable_play_motion()->set_animation(animation);
          message.mutable_play_motion()->set_loops(loops);
          message.mutable_play_motion()->set_name(file.stem().string());
          self->tell(std::move(message));
        });
  });
}

}  // namespace lead
