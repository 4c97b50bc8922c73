#include "gateway/decode.h"

#include "convert/convert.h"

namespace lead::server {
namespace {

bool given(const v1::Quat& q) {
  return q.x() != 0.0F || q.y() != 0.0F || q.z() != 0.0F || q.w() != 0.0F;
}

/// Absent and all zero both mean "not given". False: given, and no rotation.
bool decodeOptional(bool has, const v1::Quat& from, std::optional<glm::quat>& to) {
  if (!has || !given(from)) return true;
  to = decodeRotation(from);
  return to.has_value();
}

/// False: bad numbers.
bool decodeHand(const v1::HandInput& from, HandInput& to) {
  const auto position = decodePosition(from.position());
  const auto grabbed = decodePosition(from.grabbed_point());
  const auto ray = decodePosition(from.ray_origin());
  if (!position || !grabbed || !ray) return false;
  if (!decodeOptional(from.has_orientation(), from.orientation(), to.orientation)) return false;
  if (!decodeOptional(from.send_orientation(), from.hand_orientation(), to.handOrientation)) return false;
  to.position = *position;
  to.grabbedPoint = *grabbed;
  to.heldAvatar = from.held_avatar();
  to.heldHand = from.held_hand() == v1::HAND_RIGHT ? Side::right : Side::left;
  if (from.by_ray()) to.rayOrigin = *ray;
  return true;
}

bool decodeHead(const v1::Transform& from, Head& to) {
  const auto position = decodePosition(from.position());
  std::optional<glm::quat> orientation;
  if (!position || !decodeOptional(from.has_orientation(), from.orientation(), orientation)) return false;
  to = {*position, orientation.value_or(kIdentity)};
  return true;
}

}  // namespace

std::variant<Input, DecodeFault> decodeInput(const v1::Input& from) {
  Input to;
  if (from.hands_size() > static_cast<int>(to.hands.size())) return DecodeFault::malformed;
  for (const v1::HandInput& hand : from.hands())
    if (!fromProto(hand.held_hand())) return DecodeFault::malformed;
  to.sequence = from.sequence();
  to.seenTick = from.seen_tick();
  if (from.has_head() && !decodeHead(from.head(), to.head.emplace())) return DecodeFault::badNumbers;
  for (int i = 0; i < from.hands_size(); ++i) {
    if (!from.hands(i).present()) continue;
    if (!decodeHand(from.hands(i), to.hands[static_cast<std::size_t>(i)].emplace()))
      return DecodeFault::badNumbers;
  }
  return to;
}

Input decodeInput(const wire::InputSample& from) {
  Input to;
  to.sequence = from.sequence;
  to.seenTick = from.seenTick;
  if (from.headPosition) to.head = {*from.headPosition, from.headOrientation};
  for (std::size_t own = 0; own < to.hands.size(); ++own) {
    if (!from.hands[own]) continue;
    const wire::InputHand& hand = *from.hands[own];
    to.hands[own] = {hand.position,     hand.orientation,     hand.heldAvatar, hand.heldHand,
                     hand.grabbedPoint, hand.handOrientation, hand.rayOrigin};
  }
  return to;
}

std::optional<Role> decodeRole(v1::Role role) {
  switch (role) {
    case v1::ROLE_UNSPECIFIED:
    case v1::ROLE_LEADER:
      return Role::leader;
    case v1::ROLE_SPECTATOR:
      return Role::spectator;
    default:
      return std::nullopt;
  }
}

}  // namespace lead::server
