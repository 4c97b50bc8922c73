#include "gateway/upload_call.h"

#include <spdlog/spdlog.h>

#include <asio/post.hpp>

#include "gateway/gateway.h"
#include "gateway/peer_address.h"
#include "stream/reaction.h"

namespace lead::server {
namespace {

grpc::StatusCode codeOf(StoreFault fault) {
  switch (fault) {
    case StoreFault::none:
      return grpc::StatusCode::OK;
    case StoreFault::notFound:
      return grpc::StatusCode::NOT_FOUND;
    case StoreFault::notUsable:
    case StoreFault::incomplete:
      return grpc::StatusCode::INVALID_ARGUMENT;
    case StoreFault::tooLarge:
    case StoreFault::full:
      return grpc::StatusCode::RESOURCE_EXHAUSTED;
    case StoreFault::wrongHash:
      return grpc::StatusCode::DATA_LOSS;
    case StoreFault::disk:
      return grpc::StatusCode::UNAVAILABLE;
  }
  return grpc::StatusCode::INTERNAL;
}

}  // namespace

UploadCall* UploadCall::begin(Gateway& gateway, grpc::CallbackServerContext* context,
                              v1::UploadModelResponse* response) {
  const std::shared_ptr<UploadCall> call(new UploadCall(gateway, context, response));
  call->self_ = call;
  const auto admitted = gateway.admission.admit(*context);
  if (const auto* refused = std::get_if<grpc::Status>(&admitted))
    call->finish(*refused);
  else
    call->readNext();
  return call.get();
}

UploadCall::UploadCall(Gateway& gateway, grpc::CallbackServerContext* context,
                       v1::UploadModelResponse* response)
    : gateway_(gateway),
      address_(addressOf(context->peer())),
      context_(context),
      response_(response),
      stalled_(gateway.store.diskPool()) {}

void UploadCall::readNext() {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  stalled_.expires_after(gateway_.chunkWithin);
  stalled_.async_wait([weak = weak_from_this()](const asio::error_code& error) {
    const auto call = weak.lock();
    if (!error && call)
      call->finish({grpc::StatusCode::DEADLINE_EXCEEDED, "The upload stood still for too long."});
  });
  { const Reaction before(this); }  // ended before the read can be answered
  StartRead(&message_);
}

void UploadCall::OnReadDone(bool ok) {
  const Reaction reaction(this);
  {
    const std::lock_guard lock(mutex_);
    stalled_.cancel();
    if (finished_) return;
  }
  if (ok) {
    asio::post(gateway_.store.diskPool(), [self = shared_from_this()] { self->handle(); });
    return;
  }
  const std::string sentence = upload_ ? "The upload ended after " + std::to_string(upload_->received()) +
                                             " of " + std::to_string(upload_->size()) + " bytes."
                                       : "The upload had no beginning.";
  upload_.reset();
  ++gateway_.stats.uploadsAborted;
  finish({grpc::StatusCode::INVALID_ARGUMENT, sentence});
}

void UploadCall::handle() {
  if (message_.has_begin() && !upload_)
    handleBegin(message_.begin());
  else if (!message_.chunk().empty() && upload_ && message_.chunk().size() <= limits::kChunkBytes)
    handleChunk(message_.chunk());
  else
    answer({StoreFault::notUsable,
            "An upload is one beginning and then chunks of at most " + std::to_string(limits::kChunkBytes) +
                " bytes.",
            nullptr});
}

void UploadCall::handleBegin(const v1::UploadModelRequest::Begin& begin) {
  auto slot = gateway_.uploadSlots.take(address_);
  if (!slot) {
    ++gateway_.stats.uploadsRefused;
    finish(gateway_.admission.refuse(
        {Refused::uploadsFull, "Too many uploads come from your address; try again in a moment.",
         limits::kTransferRetrySeconds},
        address_));
    return;
  }
  slot_ = std::move(*slot);
  const FileKind kind = begin.kind() == v1::FILE_KIND_MOTION ? FileKind::motion : FileKind::model;
  auto begun = gateway_.store.begin(begin.sha256(), begin.size(), kind);
  sha256_ = begin.sha256();
  if (const auto* fault = std::get_if<StoreResult>(&begun)) {
    answer(*fault);
    return;
  }
  upload_ = std::move(std::get<UploadPtr>(begun));
  readNext();
}

void UploadCall::handleChunk(const std::string& chunk) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(chunk.data());
  const StoreResult result = upload_->append({bytes, chunk.size()});
  if (result.fault != StoreFault::none)
    answer(result);
  else if (upload_->received() == upload_->size())
    complete();
  else
    readNext();
}

void UploadCall::complete() {
  gateway_.store.finish(std::move(upload_),
                        [self = shared_from_this()](const StoreResult& result) { self->answer(result); });
}

void UploadCall::answer(const StoreResult& result) {
  upload_.reset();
  if (result.fault != StoreFault::none) {
    ++gateway_.stats.uploadsRefused;
    spdlog::info("upload refused: {}", result.sentence);
    finish({codeOf(result.fault), result.sentence});
    return;
  }
  ++gateway_.stats.uploadsAccepted;
  spdlog::info("{} {} ({}) stored", result.model ? "model" : "motion", toHex(sha256_),
               result.model ? result.model->model.name : "");
  {
    const std::lock_guard lock(mutex_);
    if (!finished_) {
      response_->set_sha256(sha256_);
      response_->set_possession(gateway_.possession.of(sha256_));
    }
    if (!finished_ && result.model) {
      response_->set_name(result.model->model.name);
      for (const std::string& warning : result.model->warnings) response_->add_warnings(warning);
    }
  }
  finish(grpc::Status::OK);
}

void UploadCall::finish(const grpc::Status& status) {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  finished_ = true;
  stalled_.cancel();
  Finish(status);
}

void UploadCall::OnCancel() {
  finish(grpc::Status::CANCELLED);
}

void UploadCall::OnDone() {
  slot_ = {};
  const auto last = std::move(self_);
}

}  // namespace lead::server
