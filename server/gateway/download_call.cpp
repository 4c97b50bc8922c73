#include "gateway/download_call.h"

#include <asio/post.hpp>
#include <system_error>

#include "assets/sha256.h"
#include "gateway/gateway.h"
#include "gateway/peer_address.h"
#include "stream/reaction.h"
#include "vrm/stand_in.h"

namespace lead::server {

DownloadCall::DownloadCall(Gateway& gateway, grpc::CallbackServerContext* context,
                           const v1::DownloadModelRequest& request)
    : gateway_(gateway), request_(request), context_(context), stalled_(gateway.store.diskPool()) {}

DownloadCall* DownloadCall::begin(Gateway& gateway, grpc::CallbackServerContext* context,
                                  const v1::DownloadModelRequest& request) {
  const std::shared_ptr<DownloadCall> call(new DownloadCall(gateway, context, request));
  call->self_ = call;
  const auto admitted = gateway.admission.admit(*context);
  if (const auto* refused = std::get_if<grpc::Status>(&admitted)) {
    call->finish(*refused);
    return call.get();
  }
  auto slot = gateway.downloadSlots.take(addressOf(context->peer()));
  if (!slot) {
    call->finish(gateway.admission.refuse(
        {Refused::downloadsFull, "Too many downloads are under way; try again in a moment.",
         limits::kTransferRetrySeconds},
        addressOf(context->peer())));
    return call.get();
  }
  call->slot_ = std::move(*slot);
  if (gateway.store.hasModel(request.sha256()))
    gateway.store.find(request.sha256(), [call](const StoreResult& found) { call->decide(found); });
  else
    asio::post(gateway.store.diskPool(), [call] { call->open(); });
  return call.get();
}

/// The model itself goes to those for whom its licence or, in their room, an owner says so.
void DownloadCall::decide(const StoreResult& found) {
  if (!found.model) {
    finish({grpc::StatusCode::NOT_FOUND, found.sentence});
    return;
  }
  const auto give = [self = shared_from_this(), model = found.model](bool whole) {
    asio::post(self->gateway_.store.diskPool(), [self, model, whole] {
      if (whole)
        self->open();
      else
        self->openStandIn(model);
    });
  };
  const auto host = found.model->model.mayBeHandedOn ? nullptr : gateway_.rooms.find(request_.room());
  if (host)
    host->mayDownload(request_.participant(), request_.resume_secret(), request_.sha256(), give);
  else
    give(found.model->model.mayBeHandedOn);
}

void DownloadCall::openStandIn(const StoredModelPtr& model) {
  const auto bytes = standIn(model->model.rig->skeleton);
  message_.mutable_begin()->set_stand_in(true);
  begin(bytesReader(bytes), sha256(bytes));
}

void DownloadCall::open() {
  std::unique_ptr<ModelReader> reader;
  try {
    reader = gateway_.store.open(request_.sha256());
  } catch (const std::system_error& error) {
    finish(
        {grpc::StatusCode::UNAVAILABLE, "The server can't read the model: " + error.code().message() + "."});
    return;
  }
  if (!reader)
    finish({grpc::StatusCode::NOT_FOUND, "The server does not have that model."});
  else
    begin(std::move(reader), request_.sha256());
}

void DownloadCall::begin(std::unique_ptr<ModelReader> reader, const std::string& sha256) {
  reader_ = std::move(reader);
  ++gateway_.stats.downloads;
  message_.mutable_begin()->set_size(reader_->size());
  message_.mutable_begin()->set_sha256(sha256);
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
  stalled_.expires_after(gateway_.chunkWithin);
  stalled_.async_wait([weak = weak_from_this(), write = ++writes_](const asio::error_code& error) {
    const auto call = weak.lock();
    if (!error && call) call->stalled(write);
  });
  writing_ = true;
  { const Reaction before(this); }  // ended before the write can be answered
  StartWrite(&message_);
}

/// Who takes nothing would not take a status either, that comes after what is written: the call is torn off.
void DownloadCall::stalled(std::uint64_t write) {
  const std::lock_guard lock(mutex_);
  if (context_ == nullptr || write != writes_ || !std::exchange(writing_, false)) return;
  ++gateway_.stats.downloadsStalled;
  context_->TryCancel();
}

void DownloadCall::OnWriteDone(bool ok) {
  const Reaction reaction(this);
  {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    stalled_.cancel();
  }
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
  {
    const std::lock_guard lock(mutex_);
    context_ = nullptr;
    stalled_.cancel();
  }
  slot_ = {};
  const auto last = std::move(self_);
}

}  // namespace lead::server
