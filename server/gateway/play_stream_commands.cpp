// What a stream's messages ask of the room.
#include <new>

#include "convert/convert.h"
#include "gateway/decode.h"
#include "gateway/encode.h"
#include "gateway/gateway.h"
#include "gateway/play_stream.h"
#include "gateway/room_host.h"
#include "room/text.h"

namespace lead::server {
namespace {

using Message = v1::ClientMessage;

}  // namespace

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
