// A model in the driver's memory, shared by all avatars that use it.
#pragma once

#include <memory>

#include "scene/prepared_model.h"
#include "scene/stage.h"

namespace lead {

class ModelAssets {
 public:
  struct Parts;

  /// At once: a frame may wait long for it. ModelUpload doesn't let it.
  ModelAssets(Stage& stage, PreparedModelPtr prepared);
  explicit ModelAssets(std::unique_ptr<Parts> parts);
  ~ModelAssets();

  const Model& model() const;
  const PreparedModel& prepared() const;

  /// For AvatarView.
  const Parts& parts() const { return *parts_; }

 private:
  std::unique_ptr<Parts> parts_;
};

using ModelAssetsPtr = std::shared_ptr<const ModelAssets>;

/// A model on its way to the driver, a piece a frame.
class ModelUpload {
 public:
  ModelUpload(Stage& stage, PreparedModelPtr prepared);
  ~ModelUpload();

  /// Hands about `bytes` more to the driver, at least something. True when all is there.
  bool step(std::size_t bytes);
  /// Once, when all is there.
  ModelAssetsPtr take();

 private:
  friend class ModelAssets;
  bool stepPictures(std::size_t& bytes);
  void stepParts(std::size_t bytes);

  Stage& stage_;
  std::unique_ptr<ModelAssets::Parts> parts_;
  struct Pictures;
  std::unique_ptr<Pictures> pictures_;  ///< that are still to be handed over
  std::size_t nextPart_ = 0;
};

}  // namespace lead
