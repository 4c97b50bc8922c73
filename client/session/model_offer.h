// Gives the server the model of the avatar that a participant brings, or a motion to be played: reads and
// hashes the file on a work thread, asks whether the server has it, uploads it if not.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "session/calls.h"
#include "session/exchange.h"
#include "session/failures.h"
#include "session/transfers.h"

namespace lead {

/// What uploads were answered with, by hash: shows that we have the file, to this run of the server. Strand
/// only.
using Possessions = std::shared_ptr<std::map<ModelHash, std::string>>;

/// Strand only. Lives until `done` has been called, which comes exactly once, unless the offer was cancelled.
class ModelOffer : public std::enable_shared_from_this<ModelOffer> {
 public:
  /// An empty sentence: the server has the model.
  using Done = std::function<void(const ModelHash&, const Failure&)>;

  ModelOffer(Strand strand, std::shared_ptr<Exchange> exchange, AssetsStub stub, Place place,
             Possessions possessions, v1::FileKind kind = v1::FILE_KIND_MODEL);
  /// `uploading` is called where bytes have to travel.
  void start(const std::filesystem::path& file, std::function<void()> uploading, Done done);
  void cancel();

 private:
  void ask();
  void upload();
  void uploaded(const grpc::Status& status, const v1::UploadModelResponse& response);
  void finish(const Failure& failure);

  Strand strand_;
  std::shared_ptr<Exchange> exchange_;
  AssetsStub stub_;
  Place place_;
  Possessions possessions_;
  v1::FileKind kind_;
  std::string shownName_;
  ModelHash hash_;
  BytesPtr bytes_;
  CallSet calls_;
  std::function<void()> uploading_;
  Done done_;
};

}  // namespace lead
