#include "gateway/assets_service.h"

#include "gateway/download_call.h"
#include "gateway/gateway.h"
#include "gateway/upload_call.h"

namespace lead::server {

grpc::ServerUnaryReactor* AssetsService::HasModel(grpc::CallbackServerContext* context,
                                                  const v1::HasModelRequest* request,
                                                  v1::HasModelResponse* response) {
  auto* reactor = context->DefaultReactor();
  const auto admitted = gateway_.admission.admit(*context);
  if (const auto* refused = std::get_if<grpc::Status>(&admitted)) {
    reactor->Finish(*refused);
    return reactor;
  }
  const auto answer = [reactor, response](bool present) {
    response->set_present(present);
    reactor->Finish(grpc::Status::OK);
  };
  if (!gateway_.store.hasModel(request->sha256())) {
    answer(gateway_.store.has(request->sha256()));
    return reactor;
  }
  gateway_.store.find(request->sha256(), [this, request, answer](const StoreResult& found) {
    answer(found.model && !faultOfBringing(gateway_, found.model->model, request->possession()));
  });
  return reactor;
}

grpc::ServerReadReactor<v1::UploadModelRequest>* AssetsService::UploadModel(
    grpc::CallbackServerContext* context, v1::UploadModelResponse* response) {
  return UploadCall::begin(gateway_, context, response);
}

grpc::ServerWriteReactor<v1::DownloadModelResponse>* AssetsService::DownloadModel(
    grpc::CallbackServerContext* context, const v1::DownloadModelRequest* request) {
  return DownloadCall::begin(gateway_, context, *request);
}

}  // namespace lead::server
