// One model, or its stand-in for who may not have it, on its way out: a chunk is read from the disk, on a
// thread for that, when the client has taken the last.
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/server_callback.h>

#include <asio/steady_timer.hpp>
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
                             const v1::DownloadModelRequest& request);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  DownloadCall(Gateway& gateway, grpc::CallbackServerContext* context,
               const v1::DownloadModelRequest& request);
  void decide(const StoreResult& found);  // on any thread
  void open();                            // these three on a disk thread
  void openStandIn(const StoredModelPtr& model);
  void readChunk();
  void begin(std::unique_ptr<ModelReader> reader, const std::string& sha256);
  void write();
  void stalled(std::uint64_t write);
  void finish(const grpc::Status& status);  // once; later ones are ignored

  Gateway& gateway_;
  const v1::DownloadModelRequest request_;
  std::shared_ptr<DownloadCall> self_;  ///< gRPC's share
  AddressBook::Slot slot_;
  std::unique_ptr<ModelReader> reader_;
  v1::DownloadModelResponse message_;

  std::mutex mutex_;                      // guards what follows
  grpc::CallbackServerContext* context_;  ///< null: the call is over
  asio::steady_timer stalled_;
  std::uint64_t writes_ = 0;
  bool writing_ = false;
  bool finished_ = false;
};

}  // namespace lead::server
