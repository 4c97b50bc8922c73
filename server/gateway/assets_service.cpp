#include "gateway/assets_service.h"

#include "gateway/download_call.h"
#include "gateway/gateway.h"
#include "gateway/upload_call.h"

namespace lead::server {

grpc::ServerUnaryReactor* AssetsService::HasModel(grpc::CallbackServerContext* context,
                                                  const v1::HasModelRequest* request,
                                                  v1::HasModelResponse* response) {
  response->set_present(gateway_.store.has(request->sha256()));
  auto* reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerReadReactor<v1::UploadModelRequest>* AssetsService::UploadModel(
    grpc::CallbackServerContext* context, v1::UploadModelResponse* response) {
  return UploadCall::begin(gateway_, context, response);
}

grpc::ServerWriteReactor<v1::DownloadModelResponse>* AssetsService::DownloadModel(
    grpc::CallbackServerContext* context, const v1::DownloadModelRequest* request) {
  return DownloadCall::begin(gateway_, context, request->sha256());
}

}  // namespace lead::server
