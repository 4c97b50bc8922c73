// One model on its way out: a chunk is read from the disk, on a thread for that, when the client has taken
// the last.
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <mutex>

#include "assets/model_store.h"
#include "gateway/address_book.h"
#include "lead/v1/assets.pb.h"

namespace lead::server {

struct Gateway;

class DownloadCall final : public grpc::ServerWriteReactor<v1::DownloadModelResponse>,
                           public std::enable_shared_from_this<DownloadCall> {
 public:
  static DownloadCall* begin(Gateway& gateway, grpc::CallbackServerContext* context,
                             const std::string& sha256);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  explicit DownloadCall(Gateway& gateway) : gateway_(gateway) {}
  void open(const std::string& sha256);  // these two on a disk thread
  void readChunk();
  void write();
  void finish(const grpc::Status& status);  // once; later ones are ignored

  Gateway& gateway_;
  std::shared_ptr<DownloadCall> self_;  ///< gRPC's share
  AddressBook::Slot slot_;
  std::unique_ptr<ModelReader> reader_;
  v1::DownloadModelResponse message_;
  std::mutex mutex_;
  bool finished_ = false;  // guarded by mutex_
};

}  // namespace lead::server
