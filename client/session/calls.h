// Unary calls whose answers come on a session's strand, and a way to cancel whatever is under way.
#pragma once

#include <grpcpp/client_context.h>

#include <asio/post.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "session/threads.h"

namespace lead {

inline void setDeadline(grpc::ClientContext& context, double seconds) {
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000.0)));
}

/// Strand only.
class CallSet {
 public:
  void add(std::shared_ptr<grpc::ClientContext> context) {
    std::erase_if(contexts_, [](const auto& each) { return each.expired(); });
    contexts_.push_back(context);
  }
  void cancelAll() {
    for (const auto& each : contexts_)
      if (const auto context = each.lock()) context->TryCancel();
    contexts_.clear();
  }

 private:
  std::vector<std::weak_ptr<grpc::ClientContext>> contexts_;
};

/// `method(async, ...)` calls the method of the stub's async interface; `answer(status, response)` comes on
/// the strand.
template <typename Stub, typename Method, typename Request, typename Response, typename Answer>
void startCall(CallSet& calls, const Strand& strand, std::shared_ptr<Stub> stub, Method method,
               Request request, Response, double seconds, Answer answer) {
  struct Call {
    grpc::ClientContext context;
    Request request;
    Response response;
    std::shared_ptr<Stub> stub;
  };
  auto call = std::make_shared<Call>();
  call->request = std::move(request);
  call->stub = std::move(stub);
  setDeadline(call->context, seconds);
  calls.add({call, &call->context});
  std::function<void(grpc::Status)> done = [call, strand, answer = std::move(answer)](grpc::Status status) {
    asio::post(strand, [call, status = std::move(status), answer] { answer(status, call->response); });
  };
  method(call->stub->async(), &call->context, &call->request, &call->response, std::move(done));
}

}  // namespace lead
