#include "gateway/download_call.h"

#include <asio/post.hpp>
#include <system_error>

#include "gateway/gateway.h"
#include "stream/reaction.h"

namespace lead::server {

DownloadCall* DownloadCall::begin(Gateway& gateway, grpc::CallbackServerContext* context,
                                  const std::string& sha256) {
  const std::shared_ptr<DownloadCall> call(new DownloadCall(gateway));
  call->self_ = call;
  auto slot = gateway.downloadSlots.take(addressOf(context->peer()));
  if (!slot) {
    call->finish(
        {grpc::StatusCode::RESOURCE_EXHAUSTED, "Too many downloads are under way; try again in a moment."});
    return call.get();
  }
  call->slot_ = std::move(*slot);
  asio::post(gateway.store.diskPool(), [call, sha256] { call->open(sha256); });
  return call.get();
}

void DownloadCall::open(const std::string& sha256) {
  try {
    reader_ = gateway_.store.open(sha256);
  } catch (const std::system_error& error) {
    finish(
        {grpc::StatusCode::UNAVAILABLE, "The server can't read the model: " + error.code().message() + "."});
    return;
  }
  if (!reader_) {
    finish({grpc::StatusCode::NOT_FOUND, "The server does not have that model."});
    return;
  }
  ++gateway_.stats.downloads;
  message_.mutable_begin()->set_size(reader_->size());
  write();
}

void DownloadCall::readChunk() {
  try {
    std::string* chunk = message_.mutable_chunk();
    chunk->resize(limits::kChunkBytes);
    chunk->resize(reader_->read({reinterpret_cast<std::uint8_t*>(chunk->data()), chunk->size()}));
    if (chunk->empty())
      finish(grpc::Status::OK);
    else
      write();
  } catch (const std::system_error& error) {
    finish(
        {grpc::StatusCode::UNAVAILABLE, "The server can't read the model: " + error.code().message() + "."});
  }
}

void DownloadCall::write() {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  { const Reaction before(this); }  // ended before the write can be answered
  StartWrite(&message_);
}

void DownloadCall::OnWriteDone(bool ok) {
  const Reaction reaction(this);
  if (!ok)
    finish(grpc::Status::CANCELLED);
  else
    asio::post(gateway_.store.diskPool(), [self = shared_from_this()] { self->readChunk(); });
}

void DownloadCall::finish(const grpc::Status& status) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(finished_, true)) return;
  Finish(status);
}

void DownloadCall::OnCancel() {
  finish(grpc::Status::CANCELLED);
}

void DownloadCall::OnDone() {
  slot_ = {};
  const auto last = std::move(self_);
}

}  // namespace lead::server
