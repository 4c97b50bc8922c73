#include "gateway/play_stream.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <spdlog/spdlog.h>

#include "gateway/decode.h"
#include "gateway/encode.h"
#include "gateway/gateway.h"
#include "gateway/peer_address.h"
#include "gateway/room_host.h"
#include "stream/reaction.h"

namespace lead::server {
namespace {

using Message = v1::ClientMessage;

constexpr const char* kUnknown = "Unknown participant or secret; join the room first.";

grpc::Status statusOf(Disconnect reason, const std::string& sentence) {
  switch (reason) {
    case Disconnect::left:
      return grpc::Status::OK;
    case Disconnect::shutdown:
      return {grpc::StatusCode::UNAVAILABLE, sentence};
    case Disconnect::malformed:
      return {grpc::StatusCode::INVALID_ARGUMENT, sentence};
    case Disconnect::replaced:
    case Disconnect::silent:
      return {grpc::StatusCode::ABORTED, sentence};
    case Disconnect::tooSlow:
    case Disconnect::flood:
      return {grpc::StatusCode::RESOURCE_EXHAUSTED, sentence};
  }
  return {grpc::StatusCode::UNKNOWN, sentence};
}

}  // namespace

PlayStream* PlayStream::begin(Gateway& gateway, grpc::CallbackServerContext* context,
                              AddressBook::Slot slot) {
  const std::shared_ptr<PlayStream> stream(new PlayStream(gateway, context, std::move(slot)));
  {
    const Reaction reaction(stream.get());
    stream->self_ = stream;
    gateway.streams.add(stream);
    ++gateway.stats.streams;
  }
  stream->StartRead(&stream->incoming_);
  return stream.get();
}

PlayStream::PlayStream(Gateway& gateway, grpc::CallbackServerContext* context, AddressBook::Slot slot)
    : gateway_(gateway),
      address_(addressOf(context->peer())),
      context_(context),
      slot_(std::move(slot)),
      messages_(limits::kMessagesPerSecond, limits::kMessageBurst, began_),
      avatarChanges_(limits::kAvatarChangesPerSecond, limits::kAvatarChangeBurst, began_),
      plays_(limits::kPlaysPerSecond, limits::kPlayBurst, began_) {}

// ---- Writing

void PlayStream::pump() {
  if (writing_ || finished_) return;
  if (auto next = outbox_.pop()) {
    outgoing_ = std::move(*next);
    writing_ = true;
    writeBegan_ = Clock::now();
    StartWrite(&outgoing_);
  } else if (closing_) {
    finish(status_);
  }
}

void PlayStream::finish(const grpc::Status& status) {
  if (finished_) return;
  finished_ = true;
  if (!std::exchange(closing_, true)) closeBegan_ = Clock::now();
  status_ = status;
  if (writing_)
    finishAfterWrite_ = true;
  else
    Finish(status_);
}

void PlayStream::OnWriteDone(bool ok) {
  const std::lock_guard lock(mutex_);
  writing_ = false;
  if (std::exchange(finishAfterWrite_, false)) {
    Finish(status_);
    return;
  }
  if (ok)
    pump();
  else
    finish({grpc::StatusCode::UNAVAILABLE, "The connection is gone."});
}

void PlayStream::sendEvent(grpc::ByteBuffer event) {
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    if (closing_) return;
    full = !outbox_.addEvent(std::move(event));
    if (!full) pump();
  }
  if (full) close(Disconnect::tooSlow, "You read too slowly.");
}

void PlayStream::sendInfo(grpc::ByteBuffer info) {
  const std::lock_guard lock(mutex_);
  if (closing_) return;
  outbox_.setInfo(std::move(info));
  pump();
}

void PlayStream::sendSnapshot(grpc::ByteBuffer snapshot) {
  const std::lock_guard lock(mutex_);
  if (closing_) return;
  if (outbox_.setSnapshot(std::move(snapshot))) ++gateway_.stats.snapshotsDropped;
  pump();
}

bool PlayStream::isBehind() const {
  const std::lock_guard lock(mutex_);
  return outbox_.hasSnapshot();
}

void PlayStream::close(Disconnect reason, std::string sentence) {
  const std::lock_guard lock(mutex_);
  if (closing_) return;
  closing_ = true;
  closeBegan_ = Clock::now();
  gateway_.stats.countDisconnect(reason);
  spdlog::info("disconnected ({}): {}", name(reason), sentence);
  status_ = statusOf(reason, sentence);
  outbox_.closeWith(encodeGoodbye(reason, sentence));
  pump();
}

void PlayStream::watch(Clock::time_point now) {
  bool noHello = false;
  {
    const std::lock_guard lock(mutex_);
    if (done_) return;
    noHello = !welcome_ && !closing_ && now - began_ > limits::kHelloWithin;
    if (!closing_ && writing_ && now - writeBegan_ > gateway_.readWithin) {
      gateway_.stats.countDisconnect(Disconnect::tooSlow);
      spdlog::info("disconnected ({}): did not read", name(Disconnect::tooSlow));
      finish({grpc::StatusCode::RESOURCE_EXHAUSTED, "You did not read for too long."});
      context_->TryCancel();  // what it does not read blocks the stream, so no goodbye gets through
    } else if (closing_ && now - closeBegan_ > limits::kGoodbyeWithin) {
      context_->TryCancel();
    }
  }
  if (noHello) close(Disconnect::malformed, "The first message has to be a hello, and none came.");
}

// ---- Ends

void PlayStream::refuseUnknown() {
  refuse(gateway_.admission.refuse({Refused::unknownParticipant, kUnknown, 0.0}, address_));
}

void PlayStream::refuse(const grpc::Status& status) {
  const std::lock_guard lock(mutex_);
  finish(status);
}

void PlayStream::OnCancel() {
  const std::lock_guard lock(mutex_);
  finish(grpc::Status::CANCELLED);
}

void PlayStream::OnDone() {
  std::shared_ptr<PlayStream> last;  // may be the last that holds this
  const Reaction reaction(this);
  last = std::move(self_);
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
    closing_ = true;
  }
  gateway_.streams.remove(this);
  --gateway_.stats.streams;
  slot_ = {};
  if (host_) host_->detach(participant_, asListener());
}

// ---- Reading

bool PlayStream::tooMany() {
  return !messages_.take(Clock::now());
}

void PlayStream::OnReadDone(bool ok) {
  if (!ok) {  // the client has said all it will, or is gone
    refuse(grpc::Status::OK);
    return;
  }
  readMessage();
  bool goOn = false;
  {
    const std::lock_guard lock(mutex_);
    goOn = !closing_;
  }
  if (goOn) StartRead(&incoming_);
}

void PlayStream::readMessage() {
  const Reaction reaction(this);
  if (tooMany()) {
    close(Disconnect::flood, "You send far more messages than a client needs to.");
    return;
  }
  v1::ClientMessage message;
  if (incoming_.Length() > limits::kClientMessageBytes ||
      !grpc::SerializationTraits<v1::ClientMessage>::Deserialize(&incoming_, &message).ok()) {
    close(Disconnect::malformed, "A message could not be read.");
    return;
  }
  handle(message);
}

void PlayStream::handle(const Message& message) {
  if (!saidHello_) {
    if (message.has_hello())
      hello(message.hello());
    else
      close(Disconnect::malformed, "The first message has to be a hello.");
    return;
  }
  if (message.has_input()) {
    input(message.input());
  } else if (message.kind_case() == Message::kPayload) {
    payload(message.payload());
  } else if (!command(message)) {
    close(Disconnect::malformed, "A message made no sense: no client of ours sends it.");
  }
}

void PlayStream::hello(const Message::Hello& hello) {
  saidHello_ = true;
  auto host = gateway_.rooms.find(hello.room());
  if (!host) {
    refuseUnknown();
    return;
  }
  host_ = host;
  participant_ = hello.participant();
  const RoomHost::Wish wish{hello.payloads(), hello.bits_per_second()};
  host->attach(participant_, hello.resume_secret(), wish, asListener(),
               [self = shared_from_this()](bool known) {
                 if (!known) {
                   self->refuseUnknown();
                   return;
                 }
                 const std::lock_guard lock(self->mutex_);
                 self->welcome_ = true;
               });
}

void PlayStream::input(const v1::Input& from) {
  const auto decoded = decodeInput(from);
  if (const auto* fault = std::get_if<DecodeFault>(&decoded)) {
    if (*fault == DecodeFault::badNumbers)
      ++gateway_.stats.badNumbers;
    else
      close(Disconnect::malformed,
            "An input made no sense: more than two hands, or a hand that is neither left nor right.");
    return;
  }
  offer({std::get<Input>(decoded), Clock::now()});
}

void PlayStream::payload(const std::string& bytes) {
  wire::InputPayload payload;
  if (!wire::readInput({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, payload)) {
    ++gateway_.stats.malformedPayloads;
    close(Disconnect::malformed, "A payload made no sense: no client of ours sends it.");
    return;
  }
  offer({decodeInput(payload.samples.front()), Clock::now(), payload.acks});
}

void PlayStream::offer(InputSlot::Arrived arrived) {
  bool known = false;
  {
    const std::lock_guard lock(mutex_);
    known = welcome_;
  }
  if (known) return host_->input(participant_, asListener(), inputSlot_, std::move(arrived));
  // The hello is still on its way to the room: after it, then.
  host_->command(participant_, asListener(), [self = shared_from_this(), arrived](Room&) {
    self->host_->input(self->participant_, self->asListener(), self->inputSlot_, arrived);
    return Room::Fault{};
  });
}

}  // namespace lead::server
