#include "desktop/grabbing.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <utility>

#include "math/rotation.h"
#include "scene/hand_spheres.h"
#include "scene/picking.h"

namespace lead {
namespace {

// With slow frames, what is clicked has been on the screen for a while: the newest picture is still being
// drawn. A press counts on any of these.
constexpr std::size_t kFramesSeen = 3;
// How far a hand is pulled that is not ours for certain yet: less than the 0.25 m within which it may be
// taken, by what the picture of a walking avatar may be wrong.
constexpr float kLeash = 0.12F;

// As a headset gives it: looking along its own -Z.
glm::quat lookingAlong(const glm::vec3& forward) {
  const glm::vec3 right = normalizedOr(glm::cross(forward, kUp), glm::vec3(1, 0, 0));
  const glm::vec3 up = glm::cross(right, forward);
  return glm::normalize(glm::quat_cast(glm::mat3(right, up, -forward)));
}

}  // namespace

void Grabbing::setHands(std::vector<GrabbableHand> hands, ParticipantId self, std::uint32_t tick) {
  frames_.push_front({std::move(hands), tick});
  if (frames_.size() > kFramesSeen) frames_.pop_back();
  self_ = self;
  if (chosen_) {
    const GrabbableHand* first = find(*chosen_);
    if (first == nullptr || first->holder != 0 || first->partner != 0) chosen_.reset();
  }
  if (!hold_) return;
  const GrabbableHand* ours = find({hold_->avatar, hold_->side});
  const bool held = ours != nullptr && self_ != 0 && ours->holder == self_;
  if (hold_->confirmed && !held) {
    notice_ = "The hand slipped away.";
    letGo();
  } else {
    hold_->confirmed = held;
  }
}

const GrabbableHand* Grabbing::find(const HandOf& which) const {
  const auto found = std::find_if(hands().begin(), hands().end(),
                                  [&](const GrabbableHand& hand) { return hand.which() == which; });
  return found == hands().end() ? nullptr : &*found;
}

std::optional<std::size_t> Grabbing::hovered() const {
  return under(hands());
}

std::optional<std::size_t> Grabbing::under(const std::vector<GrabbableHand>& hands) const {
  if (busy_ || orbiting_ || panning_ || hold_) return std::nullopt;
  std::vector<glm::vec3> centers;
  centers.reserve(hands.size());
  for (const GrabbableHand& hand : hands) centers.push_back(hand.position);
  const auto hit = pickSphere(camera.pose().rayThrough(pointer_, viewport_), centers, kGrabRadius);
  return hit ? std::optional(hit->index) : std::nullopt;
}

std::optional<Grabbing::Pick> Grabbing::pick() const {
  for (const Frame& frame : frames_) {
    const auto hit = under(frame.hands);
    const GrabbableHand* now = hit ? find(frame.hands[*hit].which()) : nullptr;
    if (now == nullptr) continue;
    const GrabbableHand& seen = frame.hands[*hit];
    return Pick{now, seen.position, seen.tick != 0 ? seen.tick : frame.tick};
  }
  return std::nullopt;
}

std::optional<std::string> Grabbing::takeNotice() {
  return std::exchange(notice_, std::nullopt);
}

std::optional<RowWish> Grabbing::takeRowWish() {
  return std::exchange(rowWish_, std::nullopt);
}

bool Grabbing::mayLead() {
  if (spectator) notice_ = "You are watching. Untick \"Spectator\" to lead.";
  return !spectator;
}

void Grabbing::link(const GrabbableHand& hand) {
  if (!mayLead()) return;
  if (hand.partner != 0) {
    chosen_.reset();
    rowWish_ = PartWish{hand.which()};
  } else if (hand.holder != 0) {
    notice_ = "A hand that somebody holds can't be joined to another avatar's.";
  } else if (!chosen_) {
    chosen_ = hand.which();
  } else if (chosen_->avatar == hand.avatar) {
    // The same again: never mind. The other hand: that one instead.
    chosen_ = chosen_ == hand.which() ? std::nullopt : std::optional(hand.which());
  } else {
    rowWish_ = JoinWish{*chosen_, hand.which()};
    chosen_.reset();
  }
}

void Grabbing::take(const Pick& pick, glm::vec2 viewport) {
  const GrabbableHand& hand = *pick.now;
  if (!mayLead()) return;
  if (hand.partner != 0) {
    notice_ = "That hand is in another avatar's. Click it with Ctrl to part them.";
    return;
  }
  if (hand.holder != 0 && hand.holder != self_) {
    notice_ = "Somebody else holds that hand.";
    return;
  }
  const CameraPose pose = camera.pose();
  hold_ = Hold{hand.avatar, hand.side,   HandDrag(pose, pose.rayThrough(pointer_, viewport), pick.seenAt),
               pose.eye,    pick.seenAt, pick.seenTick,
               false};
}

void Grabbing::press(glm::vec2 viewport) {
  if (hold_ && toggle) {
    letGo();
    return;
  }
  const auto hand = pick();
  if (!hand)
    orbiting_ = true;
  else if (joining_)
    link(*hand->now);
  else
    take(*hand, viewport);
}

void Grabbing::moved(glm::vec2 position, glm::vec2 viewport) {
  const glm::vec2 by = position - pointer_;
  pointer_ = position;
  if (hold_)
    hold_->drag.move(camera.pose().rayThrough(position, viewport),
                     vertical_ ? DragPlane::facingCamera : DragPlane::horizontal);
  else if (orbiting_)
    camera.orbit(by, viewport);
  else if (panning_)
    camera.pan(by, viewport);
}

void Grabbing::handle(const InputEvent& event, glm::vec2 viewport, bool busy) {
  viewport_ = viewport;
  busy_ = busy;
  if (const auto* move = std::get_if<PointerMoved>(&event)) {
    moved(move->position, viewport);
  } else if (const auto* button = std::get_if<ButtonChanged>(&event)) {
    if (button->down && busy) return;
    if (button->button == Button::left) {
      if (button->down) return press(viewport);
      orbiting_ = false;
      if (!toggle) hold_.reset();
    } else {
      panning_ = button->down && !hold_;
    }
  } else if (const auto* wheel = std::get_if<WheelTurned>(&event)) {
    if (hold_)
      hold_->drag.wheel(wheel->steps);
    else if (!busy)
      camera.zoom(wheel->steps);
  } else if (const auto* key = std::get_if<KeyChanged>(&event)) {
    if (key->key == Key::shift) vertical_ = key->down;
    if (key->key == Key::control) joining_ = key->down;
    if (key->key == Key::control && !key->down) chosen_.reset();
    if (key->key == Key::escape && key->down) letGo();
  }
}

void Grabbing::refused(AvatarId avatar, Side side) {
  if (hold_ && hold_->avatar == avatar && hold_->side == side) letGo();
}

ParticipantInput Grabbing::input() const {
  ParticipantInput input = wish();
  if (!hold_ || hold_->confirmed) return input;
  glm::vec3& place = input.hands[index(Side::right)]->position;
  const glm::vec3 way = place - hold_->takenAt;
  const float length = glm::length(way);
  if (length > kLeash) place = hold_->takenAt + way * (kLeash / length);
  return input;
}

ParticipantInput Grabbing::wish() const {
  ParticipantInput input;
  const CameraPose pose = camera.pose();
  input.headPosition = pose.eye;
  input.headOrientation = lookingAlong(pose.forward());
  input.seenTick = frames_.front().tick;
  if (!hold_) return input;
  if (!hold_->confirmed) input.seenTick = hold_->seenTick;
  HandInput hand;
  hand.position = hold_->drag.target();
  hand.heldAvatar = hold_->avatar;
  hand.heldHand = hold_->side;
  hand.rayOrigin = hold_->rayOrigin;
  input.hands[index(Side::right)] = hand;
  return input;
}

}  // namespace lead
