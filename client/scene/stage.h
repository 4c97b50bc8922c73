// What is drawn on: engine, swap chain, scene, one view and its camera.
//
// One thread: everything that takes a Stage is made, used and destroyed on the thread that made the Stage,
// and before the Stage itself. (prepareModel, which does the work on models that needs no engine, runs
// anywhere.)
//
// Pictures are made without post-processing: materials write sRGB themselves, so that colours come out as in
// the model's file and software rendering stays quick.
#pragma once

#include <cstdint>
#include <memory>

#include "scene/frame_cost.h"
#include "scene/graphics_error.h"
#include "scene/orbit_camera.h"
#include "scene/picture.h"

namespace filament {
class Engine;
class Scene;
class View;
}  // namespace filament

namespace lead {

class MaterialLibrary;

struct StageOptions {
  void* nativeWindow =
      nullptr;  ///< X11 Window of SDL's wmInfo.info.x11.window; null: headless, but X is needed
  std::uint32_t width = 1280;  ///< pixels
  std::uint32_t height = 720;
  bool shadows = true;
  int samples = 1;  ///< MSAA; 4 for real GPUs, 1 in software
};

class Stage {
 public:
  /// Throws GraphicsError without a display or without OpenGL.
  explicit Stage(const StageOptions& options);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// After the window changed its size; sizes of 0 (a minimised window) are ignored.
  void resize(std::uint32_t width, std::uint32_t height);
  std::uint32_t width() const;
  std::uint32_t height() const;
  glm::vec2 size() const { return {static_cast<float>(width()), static_cast<float>(height())}; }

  void setCamera(const CameraPose& pose);
  const CameraPose& camera() const;
  void setShadows(bool on);
  /// The scene's clock, which moves textures of models; seconds. Whoever draws frames advances it.
  void advance(double seconds) { time_ += seconds; }
  double time() const { return time_; }

  /// What the frame has cost so far: who draws adds to it, whoever reads it clears it.
  FrameCost& cost() { return cost_; }

  /// Begins a frame. False: the GPU is behind; what is done to the scene now only makes it later. May be left
  /// out.
  bool begin();
  /// Draws a frame. False if it was skipped because the GPU is behind.
  bool render();
  /// Draws a frame, however long it takes, and waits for its pixels.
  Picture capture();

  filament::Engine& engine();
  filament::Scene& scene();
  MaterialLibrary& materials();
  /// An entity was destroyed.
  void noteDestroyed();
  /// A view that is drawn over the scene (the overlay); null: none.
  void setOverlay(filament::View* view);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  double time_ = 0.0;
  FrameCost cost_;
};

}  // namespace lead
