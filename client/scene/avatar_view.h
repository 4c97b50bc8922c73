// One avatar as it is seen. Nothing of it is drawn before its first pose.
#pragma once

#include <memory>

#include "rig/skeleton.h"
#include "scene/model_assets.h"

namespace lead {

class AvatarView {
 public:
  /// Shares `assets` with all avatars of that model and keeps them alive.
  AvatarView(Stage& stage, ModelAssetsPtr assets);
  ~AvatarView();

  /// Moves all of the avatar's meshes; shows it if it is visible. A pose with values that are not finite is
  /// ignored: the last one stays.
  void setPose(const Pose& pose);
  void setVisible(bool visible);
  const Model& model() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
