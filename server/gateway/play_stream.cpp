#include "gateway/play_stream.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <spdlog/spdlog.h>

#include "convert/convert.h"
#include "gateway/decode.h"
#include "gateway/encode.h"
#include "gateway/gateway.h"
#include "gateway/room_host.h"
#include "room/text.h"
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
    refuse(gateway_.admission.refuse(Refused::unknownParticipant, kUnknown, *context_));
    return;
  }
  host_ = host;
  participant_ = hello.participant();
  const RoomHost::Wish wish{hello.payloads(), hello.bits_per_second()};
  host->attach(
      participant_, hello.resume_secret(), wish, asListener(), [self = shared_from_this()](bool known) {
        if (!known) {
          self->refuse(
              self->gateway_.admission.refuse(Refused::unknownParticipant, kUnknown, *self->context_));
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
  host_->input(participant_, asListener(), inputSlot_, std::move(arrived));
}

/// False: malformed.
bool PlayStream::command(const Message& message) {
  const auto post = [this](RoomHost::Command command) {
    host_->command(participant_, asListener(), std::move(command));
  };
  const ParticipantId id = participant_;
  switch (message.kind_case()) {
    case Message::kPing:
      sendEvent(encodePong(message.ping().client_time(), host_->serverTime(Clock::now())));
      post([](Room&) { return Room::Fault{}; });
      return true;
    case Message::kSetParam: {
      const auto& set = message.set_param();
      if (set.name().size() > limits::kParamNameLength) return false;
      const auto value = set.has_value() ? std::optional(set.value()) : std::nullopt;
      post([id, name = set.name(), value](Room& room) { return room.setParam(id, name, value); });
      return true;
    }
    case Message::kSetGaze: {
      const auto mode = fromProto(message.set_gaze().mode());
      if (!mode) return false;
      post([id, avatar = message.set_gaze().avatar(), mode = *mode](Room& room) {
        return room.setGaze(id, avatar, mode);
      });
      return true;
    }
    case Message::kResetAvatar:
      post([id, avatar = message.reset_avatar().avatar()](Room& room) {
        return room.resetAvatar(id, avatar);
      });
      return true;
    case Message::kSetRole: {
      const auto role = decodeRole(message.set_role().role());
      if (!role) return false;
      post([id, role = *role](Room& room) { return room.setRole(id, role); });
      return true;
    }
    case Message::kJoinHands: {
      const auto& join = message.join_hands();
      const auto hand = fromProto(join.hand());
      const auto toHand = fromProto(join.to_hand());
      if (!hand || !toHand) return false;
      post([id, leader = HandOf{join.avatar(), *hand}, follower = HandOf{join.to_avatar(), *toHand}](
               Room& room) { return room.joinHands(id, leader, follower); });
      return true;
    }
    case Message::kPartHands: {
      const auto& part = message.part_hands();
      const auto hand = fromProto(part.hand());
      if (!hand) return false;
      post([id, hand = HandOf{part.avatar(), *hand}, row = part.whole_row()](Room& room) {
        return row ? room.partRow(id, hand.avatar) : room.partHands(id, hand);
      });
      return true;
    }
    case Message::kSetAvatar:
      setAvatar(message.set_avatar());
      return true;
    case Message::kShareAvatar:
      post([id, share = message.share_avatar().share()](Room& room) { return room.shareAvatar(id, share); });
      return true;
    case Message::kPlayMotion:
      playMotion(message.play_motion());
      return true;
    case Message::kStopMotion:
      post([id, avatar = message.stop_motion().avatar()](Room& room) { return room.stopMotion(id, avatar); });
      return true;
    default:
      return false;
  }
}

void PlayStream::setAvatar(const Message::SetAvatar& wanted) {
  const ParticipantId id = participant_;
  const auto post = [host = host_, id, listener = asListener()](RoomHost::Command command) {
    host->command(id, listener, std::move(command));
  };
  if (!avatarChanges_.take(Clock::now())) {
    post([](Room&) { return Room::Fault("You change avatars too quickly; try again in a moment."); });
    return;
  }
  if (wanted.sha256().empty()) {
    post([id](Room& room) { return room.setAvatar(id, std::nullopt); });
    return;
  }
  gateway_.store.find(wanted.sha256(), [post, id, &gateway = gateway_, possession = wanted.possession(),
                                        share = wanted.share()](const StoreResult& found) {
    Room::Fault fault;
    if (found.fault != StoreFault::none)
      fault = found.sentence;
    else
      fault = faultOfBringing(gateway, found.model->model, possession);
    if (fault)
      post([fault](Room&) { return fault; });
    else
      post([id, model = found.model->model, share](Room& room) { return room.setAvatar(id, model, share); });
  });
}

/// Whether it may is asked first, then the file is read, then it begins: each on its own thread.
void PlayStream::playMotion(const Message::PlayMotion& wanted) {
  const ParticipantId id = participant_;
  const AvatarId avatar = wanted.avatar();
  const auto post = [host = host_, id, listener = asListener()](RoomHost::Command command) {
    host->command(id, listener, std::move(command));
  };
  if (!plays_.take(Clock::now())) {
    post([](Room&) { return Room::Fault("You play motions too quickly; try again in a moment."); });
    return;
  }
  const MotionKey key{wanted.sha256(), wanted.animation(), wanted.loops()};
  const std::string name = printable(wanted.name(), limits::kMotionNameBytes);
  post([post, id, avatar, key, name, &store = gateway_.store](Room& room) {
    AvatarRigPtr rig;
    if (auto fault = room.mayPlay(id, avatar, rig)) return fault;
    store.findMotion(key, [post, id, avatar, key, name, rig](const MotionResult& found) {
      if (found.fault != StoreFault::none)
        return post([sentence = found.sentence](Room&) { return Room::Fault(sentence); });
      BoundMotionPtr bound;
      try {
        bound = bindMotion(found.motion, *rig);
      } catch (const std::bad_alloc&) {
        return post([](Room&) { return Room::Fault("The server has not enough memory for that motion."); });
      }
      const std::string own = printable(found.motion->clip.name, limits::kMotionNameBytes);
      const RoomMotion motion{0, key.sha256, key.animation, key.loops, name.empty() ? own : name, 0};
      post([=](Room& room) { return room.playMotion(id, avatar, rig, motion, bound); });
    });
    return Room::Fault{};
  });
}

}  // namespace lead::server
