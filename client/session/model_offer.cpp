#include "session/model_offer.h"

#include "mannequin/mannequin_file.h"
#include "session/builtin.h"
#include "session/model_hash.h"
#include "session/sentence.h"
#include "vrm/load.h"

namespace lead {
namespace {

constexpr double kAnswerSeconds = 5.0;

struct FileRead {
  ModelHash hash;
  BytesPtr bytes;
  std::string fault;
};

FileRead readAndHash(const std::filesystem::path& file) {
  if (file == kMannequinName) {
    const auto bytes = mannequinFile();
    return {mannequinHash(), std::make_shared<const Bytes>(bytes.begin(), bytes.end()), {}};
  }
  try {
    auto bytes = std::make_shared<const Bytes>(readModelFile(file, kMostModelBytes));
    return {hashOfModel(*bytes), bytes, {}};
  } catch (const std::exception& error) {
    return {{}, nullptr, asSentence(error.what())};
  }
}

}  // namespace

ModelOffer::ModelOffer(Strand strand, std::shared_ptr<Exchange> exchange, AssetsStub stub, Place place,
                       Possessions possessions, v1::FileKind kind)
    : strand_(std::move(strand)),
      exchange_(std::move(exchange)),
      stub_(std::move(stub)),
      place_(std::move(place)),
      possessions_(std::move(possessions)),
      kind_(kind) {}

void ModelOffer::start(const std::filesystem::path& file, std::function<void()> uploading, Done done) {
  uploading_ = std::move(uploading);
  done_ = std::move(done);
  shownName_ = file.filename().string();
  SessionThreads::instance().work([self = shared_from_this(), strand = strand_, file]() mutable {
    auto read = readAndHash(file);
    asio::post(strand, [self = std::move(self), read = std::move(read)] {
      self->hash_ = read.hash;
      self->bytes_ = read.bytes;
      if (!read.bytes)
        self->finish({false, read.fault});
      else
        self->ask();
    });
  });
}

void ModelOffer::cancel() {
  done_ = nullptr;
  uploading_ = nullptr;
  calls_.cancelAll();
}

void ModelOffer::ask() {
  if (!done_) return;
  v1::HasModelRequest request;
  request.set_sha256(*hashToBytes(hash_));
  if (const auto known = possessions_->find(hash_); known != possessions_->end())
    request.set_possession(known->second);
  startCall(
      calls_, strand_, stub_, [](auto* async, auto... rest) { async->HasModel(rest...); }, std::move(request),
      v1::HasModelResponse(), kAnswerSeconds,
      [self = shared_from_this()](const grpc::Status& status, const v1::HasModelResponse& response) {
        if (!status.ok())
          self->finish(callFailure(status, self->place_));
        else if (response.present())
          self->finish({});
        else
          self->upload();
      });
}

void ModelOffer::upload() {
  if (!done_) return;
  uploading_();
  calls_.add(ModelUpload::start(
      stub_, strand_, *hashToBytes(hash_), kind_, shownName_, bytes_,
      [exchange = exchange_, hash = hash_](std::uint64_t done, std::uint64_t total) {
        exchange->event(ModelProgress{hash, true, done, total});
      },
      [self = shared_from_this()](const grpc::Status& status, const v1::UploadModelResponse& response) {
        self->uploaded(status, response);
      }));
}

void ModelOffer::uploaded(const grpc::Status& status, const v1::UploadModelResponse& response) {
  if (!done_) return;
  if (!status.ok()) return finish(uploadFailure(status, place_, shownName_));
  (*possessions_)[hash_] = response.possession();
  if (response.warnings_size() > 0)
    exchange_->event(ModelOddities{hash_, {response.warnings().begin(), response.warnings().end()}});
  finish({});
}

void ModelOffer::finish(const Failure& failure) {
  bytes_ = nullptr;
  const Done done = std::move(done_);
  cancel();
  if (done) done(hash_, failure);
}

}  // namespace lead
