// Whatever a message of gRPC holds: server and client decode it to something in range, or refuse it. The
// first byte says which message.
#include <cstddef>
#include <cstdint>

#include <google/protobuf/stubs/logging.h>

#include "fuzz/wire_checks.h"
#include "gateway/decode.h"
#include "lead/v1/session.pb.h"
#include "session/messages.h"

namespace {

using lead::fuzz::expect;
using lead::fuzz::expectPlace;
using lead::fuzz::expectUnit;
namespace v1 = lead::v1;

void checkInput(const v1::Input& from) {
  const auto decoded = lead::server::decodeInput(from);
  const auto* input = std::get_if<lead::server::Input>(&decoded);
  if (input == nullptr) return;
  if (input->head) {
    expectPlace(input->head->position);
    expectUnit(input->head->orientation);
  }
  for (const auto& hand : input->hands) {
    if (!hand) continue;
    expectPlace(hand->position);
    expectPlace(hand->grabbedPoint);
    if (hand->orientation) expectUnit(*hand->orientation);
    if (hand->handOrientation) expectUnit(*hand->handOrientation);
  }
}

void readClientMessage(const void* data, int size) {
  v1::ClientMessage message;
  if (!message.ParseFromArray(data, size)) return;
  if (message.has_input()) checkInput(message.input());
  if (message.has_set_role()) lead::server::decodeRole(message.set_role().role());
  if (!message.has_payload()) return;
  const std::string& payload = message.payload();
  lead::wire::SnapshotReceiver receiver;
  lead::fuzz::readPayload({reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size()}, receiver);
}

void readServerMessage(const void* data, int size) {
  v1::ServerMessage message;
  if (!message.ParseFromArray(data, size)) return;
  if (message.has_snapshot()) {
    if (const auto snapshot = lead::decodeSnapshot(message.snapshot()))
      for (const auto& avatar : snapshot->avatars) expectPlace(avatar.state.position);
  }
  if (message.has_info()) {
    if (const auto room = lead::decodeRoom(message.info()))
      for (const auto& avatar : room->avatars) expect(avatar.id != 0);
  }
  if (message.has_hold_refused()) lead::decodeRefusal(message.hold_refused(), nullptr);
  lead::wire::SnapshotReceiver receiver;
  for (const std::string& payload : message.payloads().payload())
    lead::fuzz::readPayload({reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size()},
                            receiver);
}

void readJoin(const void* data, int size) {
  v1::JoinRequest join;
  if (join.ParseFromArray(data, size)) lead::server::decodeRole(join.role());
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  google::protobuf::SetLogHandler(nullptr);  // it complains of every broken name
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 100000) return 0;
  const int rest = static_cast<int>(size) - 1;
  switch (data[0] % 3) {
    case 0:
      readClientMessage(data + 1, rest);
      break;
    case 1:
      readServerMessage(data + 1, rest);
      break;
    default:
      readJoin(data + 1, rest);
  }
  return 0;
}
