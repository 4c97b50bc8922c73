// The door of every call: how often its address calls, and what its token lets it do.
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/server_callback.h>

#include <string>
#include <variant>
#include <vector>

#include "operations/address_rates.h"
#include "operations/caps.h"
#include "operations/stats.h"
#include "operations/tokens.h"

namespace lead::server {

/// Any thread.
class Admission {
 public:
  /// No keys: whoever calls may do everything.
  Admission(Stats& stats, const Caps& caps, std::vector<PublicKey> keys);

  using Answer = std::variant<TokenClaims, grpc::Status>;
  /// A call that needs a good token.
  Answer admit(const grpc::CallbackServerContext& context);
  /// One that shows who sends it by the secret of a join instead.
  grpc::Status admitKnown(const grpc::CallbackServerContext& context);
  /// A join, to that room; `name` becomes the token's where it has one and none was asked for.
  Answer admitJoin(const grpc::CallbackServerContext& context, const std::string& room, bool leads,
                   std::string& name);
  Answer admitNewRoom(const grpc::CallbackServerContext& context);

  /// Counts, logs, and puts it into words for the caller.
  grpc::Status refuse(const CallRefused& refused, const std::string& address);
  grpc::Status refuse(Refused reason, std::string sentence, const grpc::CallbackServerContext& context);

 private:
  Stats& stats_;
  std::vector<PublicKey> keys_;
  AddressRates calls_;
  AddressRates joins_;
};

}  // namespace lead::server
