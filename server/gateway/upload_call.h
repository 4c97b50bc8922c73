// One model on its way in. Each chunk goes to the disk, on a thread for that, before the next is read.
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

class UploadCall final : public grpc::ServerReadReactor<v1::UploadModelRequest>,
                         public std::enable_shared_from_this<UploadCall> {
 public:
  static UploadCall* begin(Gateway& gateway, grpc::CallbackServerContext* context,
                           v1::UploadModelResponse* response);

  void OnReadDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  UploadCall(Gateway& gateway, grpc::CallbackServerContext* context, v1::UploadModelResponse* response);

  void handle();  // on a disk thread
  void handleBegin(const v1::UploadModelRequest::Begin& begin);
  void handleChunk(const std::string& chunk);
  void complete();
  void answer(const StoreResult& result);
  void readNext();
  void finish(const grpc::Status& status);  // once; later ones are ignored

  Gateway& gateway_;
  std::string address_;
  std::shared_ptr<UploadCall> self_;  ///< gRPC's share
  AddressBook::Slot slot_;
  v1::UploadModelRequest message_;
  std::string sha256_;  ///< as announced
  UploadPtr upload_;    ///< between begin and the last byte; only touched by the one reader

  std::mutex mutex_;                      // guards what follows
  grpc::CallbackServerContext* context_;  ///< null: the call is over
  v1::UploadModelResponse* response_;
  asio::steady_timer stalled_;
  bool finished_ = false;
};

}  // namespace lead::server
