#include "session/play_stream.h"

#include <asio/post.hpp>

#include "stream/reaction.h"

namespace lead {

PlayStream::PlayStream(std::shared_ptr<v1::Sessions::Stub> stub, Strand strand, Callbacks callbacks)
    : stub_(std::move(stub)), strand_(std::move(strand)), callbacks_(std::move(callbacks)) {}

void PlayStream::start(v1::ClientMessage hello) {
  const Reaction reaction(this);
  self_ = shared_from_this();
  stub_->async()->Play(&context_, this);
  AddHold();  // reads and writes are started on the strand, outside gRPC's own calls
  send(std::move(hello));
  StartRead(&read_);
  StartCall();
}

bool PlayStream::send(v1::ClientMessage message) {
  if (over_ || waiting_.size() >= kMostWaiting) return false;
  waiting_.push_back(std::move(message));
  write();
  return true;
}

void PlayStream::sendInput(v1::ClientMessage message) {
  if (over_) return;
  input_ = std::move(message);
  write();
}

void PlayStream::write() {
  if (writing_ || over_) return;
  if (!waiting_.empty()) {
    written_ = std::move(waiting_.front());
    waiting_.pop_front();
  } else if (input_) {
    written_ = std::move(*input_);
    input_.reset();
  } else {
    return;
  }
  writing_ = true;
  const Reaction reaction(this);
  StartWrite(&written_);
}

void PlayStream::OnReadDone(bool ok) {
  const Reaction reaction(this);
  asio::post(strand_, [self = shared_from_this(), ok] {
    if (ok) {
      self->callbacks_.message(self->read_);
      const Reaction reaction(self.get());
      self->StartRead(&self->read_);
      return;
    }
    self->over_ = true;
    self->RemoveHold();
  });
}

void PlayStream::OnWriteDone(bool ok) {
  const Reaction reaction(this);
  asio::post(strand_, [self = shared_from_this(), ok] {
    self->writing_ = false;
    if (ok) self->write();  // else the read fails too, and ends it
  });
}

void PlayStream::OnDone(const grpc::Status& status) {
  const Reaction reaction(this);
  asio::post(strand_, [self = std::move(self_), status] {
    self->over_ = true;
    const Callbacks callbacks = std::move(self->callbacks_);
    self->callbacks_ = {};
    callbacks.ended(status);
  });
}

}  // namespace lead
