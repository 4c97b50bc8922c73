// The mouse of a leader: looks around, takes hands, moves and lets go of them (spec/lead.md, "Grabbing",
// Mouse), and, with Ctrl, joins avatars' hands to a row and parts them. Pure: events in, camera and
// ParticipantInput out. One thread.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "desktop/input_event.h"
#include "scene/hand_drag.h"
#include "scene/orbit_camera.h"
#include "session/session.h"

namespace lead {

/// A hand that can be taken, as it is on the screen.
struct GrabbableHand {
  AvatarId avatar = 0;
  Side side = Side::left;
  glm::vec3 position{0.0F};
  ParticipantId holder = 0;
  AvatarId partner = 0;    ///< the avatar in whose hand it is, in a row; 0: none
  std::uint32_t tick = 0;  ///< that it is shown as of; 0: the picture's

  HandOf which() const { return {avatar, side}; }
};

/// Of two free hands that were clicked one after the other: the first one's avatar leads.
struct JoinWish {
  HandOf leader;
  HandOf follower;
};
/// Of a joined hand that was clicked.
struct PartWish {
  HandOf hand;
};
using RowWish = std::variant<JoinWish, PartWish>;

class Grabbing {
 public:
  OrbitCamera camera;
  bool toggle = false;     ///< a click takes, the next lets go
  bool spectator = false;  ///< may look around only

  /// What comes on the screen, once a frame, and the tick that it shows; `self` tells whose holds are ours.
  void setHands(std::vector<GrabbableHand> hands, ParticipantId self, std::uint32_t tick);
  /// `busy`: the panel has the pointer.
  void handle(const InputEvent& event, glm::vec2 viewport, bool busy);
  /// The server said no.
  void refused(AvatarId avatar, Side side);
  /// Lets go, as at the loss of the connection.
  void letGo() {
    hold_.reset();
    chosen_.reset();
  }

  struct Hold {
    AvatarId avatar = 0;
    Side side = Side::left;
    HandDrag drag;
    glm::vec3 rayOrigin{0.0F};
    glm::vec3 takenAt{0.0F};     ///< where the hand was in the picture that was clicked
    std::uint32_t seenTick = 0;  ///< of that picture
    bool confirmed = false;      ///< seen in a snapshot
  };
  const std::optional<Hold>& hold() const { return hold_; }
  /// Index into the hands last set; none: nothing is under the pointer.
  std::optional<std::size_t> hovered() const;
  const std::vector<GrabbableHand>& hands() const { return frames_.front().hands; }
  /// Set for one call after a spectator or a taken hand was clicked: what to tell the user.
  std::optional<std::string> takeNotice();
  /// What the pointer is on.
  Ray pointerRay() const { return camera.pose().rayThrough(pointer_, viewport_); }
  /// Set for one call after clicks with Ctrl.
  std::optional<RowWish> takeRowWish();
  /// The first of two hands that are to be joined.
  const std::optional<HandOf>& chosen() const { return chosen_; }

  /// To be sent: head at the camera; the right hand while it holds. Until the server has said yes the hand
  /// stays near where it was taken: that is what a grab is judged by, and the drag of a slow frame would be
  /// out of reach.
  ParticipantInput input() const;
  /// To be drawn: the hand is where the pointer is, whatever the server says.
  ParticipantInput wish() const;

 private:
  /// A picture that the user may be looking at.
  struct Frame {
    std::vector<GrabbableHand> hands;
    std::uint32_t tick = 0;
  };
  /// A hand under the pointer, as it is now, and as it was in the picture that it was seen in.
  struct Pick {
    const GrabbableHand* now;
    glm::vec3 seenAt;
    std::uint32_t seenTick;
  };

  void press(glm::vec2 viewport);
  void take(const Pick& pick, glm::vec2 viewport);
  void link(const GrabbableHand& hand);
  std::optional<std::size_t> under(const std::vector<GrabbableHand>& hands) const;
  std::optional<Pick> pick() const;
  bool mayLead();
  const GrabbableHand* find(const HandOf& which) const;
  void moved(glm::vec2 position, glm::vec2 viewport);

  std::deque<Frame> frames_{Frame{}};  ///< newest first, never empty
  ParticipantId self_ = 0;
  std::optional<Hold> hold_;
  std::optional<HandOf> chosen_;
  std::optional<RowWish> rowWish_;
  std::optional<std::string> notice_;
  glm::vec2 pointer_{-1.0F};
  glm::vec2 viewport_{1.0F};
  bool orbiting_ = false;
  bool panning_ = false;
  bool vertical_ = false;
  bool joining_ = false;
  bool busy_ = false;
};

}  // namespace lead
