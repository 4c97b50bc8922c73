#pragma once

#include "lead/v1/assets.grpc.pb.h"

namespace lead::server {

struct Gateway;

/// lead.v1.Assets
class AssetsService final : public v1::Assets::CallbackService {
 public:
  explicit AssetsService(Gateway& gateway) : gateway_(gateway) {}

  grpc::ServerUnaryReactor* HasModel(grpc::CallbackServerContext* context, const v1::HasModelRequest* request,
                                     v1::HasModelResponse* response) override;
  grpc::ServerReadReactor<v1::UploadModelRequest>* UploadModel(grpc::CallbackServerContext* context,
                                                               v1::UploadModelResponse* response) override;
  grpc::ServerWriteReactor<v1::DownloadModelResponse>* DownloadModel(
      grpc::CallbackServerContext* context, const v1::DownloadModelRequest* request) override;

 private:
  Gateway& gateway_;
};

}  // namespace lead::server
