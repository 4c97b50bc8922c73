// Model files up and down, in chunks.
#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lead/v1/assets.grpc.pb.h"
#include "session/threads.h"

namespace lead {

using Bytes = std::vector<std::uint8_t>;
using BytesPtr = std::shared_ptr<const Bytes>;
using AssetsStub = std::shared_ptr<v1::Assets::Stub>;
/// Done and total bytes; called on any thread.
using TransferProgress = std::function<void(std::uint64_t, std::uint64_t)>;

inline constexpr std::size_t kChunkBytes = 64 * 1024;
inline constexpr std::uint64_t kMostModelBytes = 100'000'000;

/// Keeps itself alive until `done` has been called on the strand.
class ModelUpload final : public grpc::ClientWriteReactor<v1::UploadModelRequest> {
 public:
  using Done = std::function<void(const grpc::Status&, const v1::UploadModelResponse&)>;
  /// `hash` is the 32 bytes. The context is for cancelling.
  static std::shared_ptr<grpc::ClientContext> start(AssetsStub stub, Strand strand, std::string hash,
                                                    v1::FileKind kind, std::string fileName, BytesPtr bytes,
                                                    TransferProgress progress, Done done);

 private:
  void OnWriteDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;
  void writeNext();

  AssetsStub stub_;
  std::unique_ptr<Strand> strand_;
  BytesPtr bytes_;
  std::size_t sent_ = 0;
  TransferProgress progress_;
  Done done_;
  grpc::ClientContext context_;
  v1::UploadModelRequest request_;
  v1::UploadModelResponse response_;
  std::shared_ptr<ModelUpload> self_;
};

/// Keeps itself alive until `done` has been called on the strand.
class ModelDownload final : public grpc::ClientReadReactor<v1::DownloadModelResponse> {
 public:
  struct Result {
    Bytes bytes;  ///< whole (as long as announced) where the status is OK
    bool standIn = false;
    std::string hash;  ///< 32 bytes, as announced for a stand-in
  };
  using Done = std::function<void(const grpc::Status&, Result)>;
  static std::shared_ptr<grpc::ClientContext> start(AssetsStub stub, Strand strand,
                                                    v1::DownloadModelRequest request,
                                                    TransferProgress progress, Done done);

 private:
  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;
  bool take();

  AssetsStub stub_;
  std::unique_ptr<Strand> strand_;
  TransferProgress progress_;
  Done done_;
  grpc::ClientContext context_;
  v1::DownloadModelRequest request_;
  v1::DownloadModelResponse response_;
  bool begun_ = false;
  bool refused_ = false;
  std::uint64_t total_ = 0;
  Result result_;
  std::shared_ptr<ModelDownload> self_;
};

}  // namespace lead
