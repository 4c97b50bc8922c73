// Dear ImGui over the scene. Input is the window's job: feed ImGui::GetIO(), or use imgui_impl_sdl, between
// frames.
#pragma once

#include <functional>
#include <memory>

#include "scene/stage.h"

namespace lead {

class Overlay {
 public:
  /// Makes the ImGui context. Letters come from a font of the system, or ImGui's own where there is none.
  explicit Overlay(Stage& stage, float fontPixels = 16.0F);
  ~Overlay();

  /// Before each frame that Stage draws: `draw` calls ImGui functions (windows, draw lists).
  void update(float seconds, const std::function<void()>& draw);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
