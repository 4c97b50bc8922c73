// Where avatars stand: an endless floor that shows how far one walks, sky, sun with shadow.
#pragma once

#include <memory>

#include "scene/stage.h"

namespace lead {

class Environment {
 public:
  explicit Environment(Stage& stage);
  ~Environment();

  /// Keeps floor and sky about the camera; before each frame.
  void follow(const CameraPose& camera);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
