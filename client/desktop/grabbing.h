// The mouse of a leader: looks around, takes hands, moves and lets go of them (spec/lead.md, "Grabbing",
// Mouse), and, with Ctrl, joins avatars' hands to a row and parts them. Pure: events in, camera and
// ParticipantInput out. One thread.
#pragma once

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
  AvatarId partner = 0;  ///< the avatar in whose hand it is, in a row; 0: none

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

  /// What is on the screen, once a frame; `self` tells whose holds are ours.
  void setHands(std::vector<GrabbableHand> hands, ParticipantId self);
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
    bool confirmed = false;  ///< seen in a snapshot
  };
  const std::optional<Hold>& hold() const { return hold_; }
  /// Index into the hands last set; none: nothing is under the pointer.
  std::optional<std::size_t> hovered() const;
  const std::vector<GrabbableHand>& hands() const { return hands_; }
  /// Set for one call after a spectator or a taken hand was clicked: what to tell the user.
  std::optional<std::string> takeNotice();
  /// Set for one call after clicks with Ctrl.
  std::optional<RowWish> takeRowWish();
  /// The first of two hands that are to be joined.
  const std::optional<HandOf>& chosen() const { return chosen_; }

  /// Head at the camera; the right hand while it holds.
  ParticipantInput input(std::uint32_t seenTick) const;

 private:
  void press(glm::vec2 viewport);
  void take(std::size_t hand, glm::vec2 viewport);
  void link(std::size_t hand);
  bool mayLead();
  const GrabbableHand* find(const HandOf& which) const;
  void moved(glm::vec2 position, glm::vec2 viewport);

  std::vector<GrabbableHand> hands_;
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
