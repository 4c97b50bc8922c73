#include "session/channel.h"

#include <grpc/support/log.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/client_interceptor.h>

#include <cstdlib>
#include <stdexcept>

#include "lead/v1/session.grpc.pb.h"
#include "tls/tls.h"
#include "token/token.h"

namespace lead {
namespace {

// gRPC 1.51 takes its callback threads down with the last channel that used them and then at times aborts
// (grpc_cq_internal_unref, "prior > 0"). One channel that goes nowhere and stays keeps them.
void keepCallbackThreads() {
  struct Kept {
    std::shared_ptr<grpc::Channel> channel = grpc::CreateChannel("", nullptr);
    std::unique_ptr<v1::Sessions::Stub> stub = v1::Sessions::NewStub(channel);
    grpc::ClientContext context;
    v1::LeaveRequest request;
    v1::LeaveResponse response;
  };
  [[gnu::used]] static Kept* const kept = [] {  // used: or the pointer goes, and it counts as a leak
    auto* made = new Kept;
    made->stub->async()->Leave(&made->context, &made->request, &made->response, [](const grpc::Status&) {});
    return made;
  }();
}

/// What gRPC prints of failed connections is told to the user in sentences; who looks for more sets the
/// variable.
void quieten() {
  static const bool once = [] {
    if (std::getenv("GRPC_VERBOSITY") == nullptr) gpr_set_log_function([](gpr_log_func_args*) {});
    return true;
  }();
  static_cast<void>(once);
}

/// Shows the token with every call, without TLS, too, for which gRPC's own call credentials aren't made.
class ShowToken final : public grpc::experimental::Interceptor {
 public:
  explicit ShowToken(const std::string& header) : header_(header) {}
  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(
            grpc::experimental::InterceptionHookPoints::PRE_SEND_INITIAL_METADATA))
      methods->GetSendInitialMetadata()->emplace("authorization", header_);
    methods->Proceed();
  }

 private:
  std::string header_;
};

class ShowTokens final : public grpc::experimental::ClientInterceptorFactoryInterface {
 public:
  explicit ShowTokens(const std::string& token) : header_("Bearer " + token) {}
  grpc::experimental::Interceptor* CreateClientInterceptor(grpc::experimental::ClientRpcInfo*) override {
    return new ShowToken(header_);
  }

 private:
  std::string header_;
};

}  // namespace

Credentials credentialsFor(const Access& access) {
  if (!access.token.empty() && !readToken(access.token))
    throw std::runtime_error(
        "The token is none: it begins with \"lead1.\" and was perhaps not copied whole.");
  Credentials credentials{grpc::InsecureChannelCredentials(), std::nullopt, access.token};
  if (!access.usesTls()) return credentials;
  credentials.authorities = readAuthorities(access.ca);
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = *credentials.authorities;
  credentials.channel = grpc::SslCredentials(options);
  return credentials;
}

std::shared_ptr<grpc::Channel> openChannel(const std::string& address, Traffic traffic,
                                           const Credentials& credentials) {
  quieten();
  keepCallbackThreads();
  grpc::ChannelArguments arguments;
  // A connection of its own a session, without gRPC's own back-off between attempts: ours is the one users
  // see.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (traffic == Traffic::realTime) arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  if (credentials.token.empty()) return grpc::CreateCustomChannel(address, credentials.channel, arguments);
  std::vector<std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>> interceptors;
  interceptors.push_back(std::make_unique<ShowTokens>(credentials.token));
  return grpc::experimental::CreateCustomChannelWithInterceptors(address, credentials.channel, arguments,
                                                                 std::move(interceptors));
}

}  // namespace lead
