// A model in the driver's memory, shared by all avatars that use it.
#pragma once

#include <memory>

#include "scene/prepared_model.h"
#include "scene/stage.h"

namespace lead {

class ModelAssets {
 public:
  ModelAssets(Stage& stage, PreparedModelPtr prepared);
  ~ModelAssets();

  const Model& model() const;
  const PreparedModel& prepared() const;

  /// For AvatarView.
  struct Parts;
  const Parts& parts() const { return *parts_; }

 private:
  std::unique_ptr<Parts> parts_;
};

using ModelAssetsPtr = std::shared_ptr<const ModelAssets>;

}  // namespace lead
