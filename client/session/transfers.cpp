#include "session/transfers.h"

#include <algorithm>
#include <asio/post.hpp>

#include "session/calls.h"
#include "stream/reaction.h"

namespace lead {
namespace {

// A transfer may take as long as a slow line needs, but not for ever.
constexpr double kGraceSeconds = 60.0;
constexpr double kSlowestBytesPerSecond = 50'000.0;

double longest(std::uint64_t bytes) {
  return kGraceSeconds + static_cast<double>(bytes) / kSlowestBytesPerSecond;
}

}  // namespace

std::shared_ptr<grpc::ClientContext> ModelUpload::start(AssetsStub stub, Strand strand, std::string hash,
                                                        v1::FileKind kind, std::string fileName,
                                                        BytesPtr bytes, TransferProgress progress,
                                                        Done done) {
  auto upload = std::make_shared<ModelUpload>();
  const Reaction reaction(upload.get());
  upload->self_ = upload;
  upload->stub_ = std::move(stub);
  upload->strand_ = std::make_unique<Strand>(std::move(strand));
  upload->bytes_ = std::move(bytes);
  upload->progress_ = std::move(progress);
  upload->done_ = std::move(done);
  setDeadline(upload->context_, longest(upload->bytes_->size()));
  auto* begin = upload->request_.mutable_begin();
  begin->set_sha256(std::move(hash));
  begin->set_size(upload->bytes_->size());
  begin->set_file_name(std::move(fileName));
  begin->set_kind(kind);
  upload->stub_->async()->UploadModel(&upload->context_, &upload->response_, upload.get());
  upload->StartWrite(&upload->request_);
  upload->StartCall();
  return {upload, &upload->context_};
}

void ModelUpload::writeNext() {
  const std::size_t size = std::min(kChunkBytes, bytes_->size() - sent_);
  request_.set_chunk(bytes_->data() + sent_, size);
  sent_ += size;
  if (sent_ == bytes_->size())
    StartWriteLast(&request_, {});
  else
    StartWrite(&request_);
}

void ModelUpload::OnWriteDone(bool ok) {
  const Reaction reaction(this);
  if (!ok) return;  // the server has refused it; OnDone says why
  progress_(sent_, bytes_->size());
  if (sent_ < bytes_->size()) writeNext();
}

void ModelUpload::OnDone(const grpc::Status& status) {
  const Reaction reaction(this);
  asio::post(*strand_, [self = std::move(self_), status] { self->done_(status, self->response_); });
}

std::shared_ptr<grpc::ClientContext> ModelDownload::start(AssetsStub stub, Strand strand,
                                                          v1::DownloadModelRequest request,
                                                          TransferProgress progress, Done done) {
  auto download = std::make_shared<ModelDownload>();
  const Reaction reaction(download.get());
  download->self_ = download;
  download->stub_ = std::move(stub);
  download->strand_ = std::make_unique<Strand>(std::move(strand));
  download->progress_ = std::move(progress);
  download->done_ = std::move(done);
  setDeadline(download->context_, longest(kMostModelBytes));
  download->request_ = std::move(request);
  download->stub_->async()->DownloadModel(&download->context_, &download->request_, download.get());
  download->StartRead(&download->response_);
  download->StartCall();
  return {download, &download->context_};
}

bool ModelDownload::take() {
  if (response_.has_begin()) {
    if (begun_ || response_.begin().size() > kMostModelBytes) return false;
    begun_ = true;
    total_ = response_.begin().size();
    result_.standIn = response_.begin().stand_in();
    result_.hash = response_.begin().sha256();
    return true;
  }
  const std::string& chunk = response_.chunk();
  if (!begun_ || chunk.size() > total_ - result_.bytes.size()) return false;
  result_.bytes.insert(result_.bytes.end(), chunk.begin(), chunk.end());
  progress_(result_.bytes.size(), total_);
  return true;
}

void ModelDownload::OnReadDone(bool ok) {
  const Reaction reaction(this);
  if (!ok) return;
  if (!take()) {
    refused_ = true;
    context_.TryCancel();
    return;
  }
  StartRead(&response_);
}

void ModelDownload::OnDone(const grpc::Status& status) {
  const Reaction reaction(this);
  const bool whole = begun_ && result_.bytes.size() == total_;
  grpc::Status result = status;
  if (refused_ || (status.ok() && !whole))
    result = grpc::Status(grpc::StatusCode::DATA_LOSS, "what came is not the file that was announced");
  asio::post(*strand_, [self = std::move(self_), result] { self->done_(result, std::move(self->result_)); });
}

}  // namespace lead
