#include "gateway/admission.h"

#include <spdlog/spdlog.h>

#include <chrono>

#include "gateway/peer_address.h"
#include "lead/v1/refusal.pb.h"
#include "operations/limits.h"

namespace lead::server {
namespace {

constexpr double kRetryAfter = 2.0;  // seconds, where an address is over a rate

grpc::StatusCode codeOf(Refused reason) {
  switch (reason) {
    case Refused::noToken:
    case Refused::badToken:
    case Refused::tokenExpired:
    case Refused::unknownParticipant:
      return grpc::StatusCode::UNAUTHENTICATED;
    case Refused::notPermitted:
      return grpc::StatusCode::PERMISSION_DENIED;
    case Refused::badName:
      return grpc::StatusCode::INVALID_ARGUMENT;
    case Refused::nameInUse:
      return grpc::StatusCode::ALREADY_EXISTS;
    case Refused::noSuchRoom:
      return grpc::StatusCode::NOT_FOUND;
    default:
      return grpc::StatusCode::RESOURCE_EXHAUSTED;
  }
}

std::string_view authorizationOf(const grpc::CallbackServerContext& context) {
  const auto found = context.client_metadata().find("authorization");
  if (found == context.client_metadata().end()) return {};
  return {found->second.data(), found->second.size()};
}

std::int64_t unixSeconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Admission::Admission(Stats& stats, const Caps& caps, std::vector<PublicKey> keys)
    : stats_(stats),
      keys_(std::move(keys)),
      calls_(caps.callRate, limits::kCallsPerParticipant * static_cast<double>(caps.perAddress),
             limits::kAddressesKept),
      joins_(caps.joinRate, static_cast<double>(caps.perAddress), limits::kAddressesKept) {}

grpc::Status Admission::refuse(const CallRefused& refused, const std::string& address) {
  stats_.refusals.count(refused.reason);
  const auto level = refused.retryAfter > 0.0 ? spdlog::level::debug : spdlog::level::info;  // or it floods
  spdlog::log(level, "refused {} ({}): {}", address, name(refused.reason), refused.sentence);
  v1::CallRefused details;
  details.set_reason(static_cast<v1::CallRefusal>(refused.reason));
  details.set_retry_after(refused.retryAfter);
  return {codeOf(refused.reason), refused.sentence, details.SerializeAsString()};
}

grpc::Status Admission::refuse(Refused reason, std::string sentence,
                               const grpc::CallbackServerContext& context) {
  return refuse(CallRefused{reason, std::move(sentence), 0.0}, addressOf(context.peer()));
}

grpc::Status Admission::admitKnown(const grpc::CallbackServerContext& context) {
  const std::string address = addressOf(context.peer());
  if (calls_.take(address, AddressRates::Clock::now())) return grpc::Status::OK;
  return refuse(
      {Refused::callsTooFast, "Too many calls come from your address; try again in a moment.", kRetryAfter},
      address);
}

Admission::Answer Admission::admit(const grpc::CallbackServerContext& context) {
  if (auto status = admitKnown(context); !status.ok()) return status;
  auto claims = claimsOf(authorizationOf(context), keys_, unixSeconds());
  if (const auto* refused = std::get_if<CallRefused>(&claims))
    return refuse(*refused, addressOf(context.peer()));
  return std::get<TokenClaims>(std::move(claims));
}

Admission::Answer Admission::admitJoin(const grpc::CallbackServerContext& context, const std::string& room,
                                       bool leads, std::string& name) {
  Answer answer = admit(context);
  const auto* claims = std::get_if<TokenClaims>(&answer);
  if (claims == nullptr) return answer;
  const std::string address = addressOf(context.peer());
  if (const auto refused = faultOfJoining(*claims, room, leads, name)) return refuse(*refused, address);
  if (!joins_.take(address, AddressRates::Clock::now()))
    return refuse({Refused::joinsTooFast, "Too many people join from your address; try again in a moment.",
                   kRetryAfter},
                  address);
  if (name.empty()) name = claims->name;
  return answer;
}

Admission::Answer Admission::admitNewRoom(const grpc::CallbackServerContext& context) {
  Answer answer = admit(context);
  const auto* claims = std::get_if<TokenClaims>(&answer);
  if (claims == nullptr) return answer;
  if (const auto refused = faultOfMakingRooms(*claims)) return refuse(*refused, addressOf(context.peer()));
  return answer;
}

}  // namespace lead::server
