// One avatar as it is seen. Nothing of it is drawn before its first pose.
#pragma once

#include <memory>

#include "character/character.h"
#include "scene/model_assets.h"

namespace lead {

/// Whose eyes see an avatar: VRMC_vrm.firstPerson.
enum class Perspective : std::uint8_t {
  thirdPerson,  ///< somebody else's
  firstPerson,  ///< its own: without its head
};

class AvatarView {
 public:
  /// Shares `assets` with all avatars of that model and keeps them alive.
  AvatarView(Stage& stage, ModelAssetsPtr assets);
  ~AvatarView();

  /// A frame, `seconds` after the last: bones, eyes, expressions, constraints, springs. Shows the avatar if
  /// it is visible. A pose with values that are not finite is ignored: the last one stays.
  void update(const Pose& pose, const LookTarget& look, float seconds);
  /// A still: the same with springs as the file has them at rest.
  void setPose(const Pose& pose);
  void setVisible(bool visible);
  void setPerspective(Perspective perspective);

  const Model& model() const;
  const Character& character() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
