// Every material that the scene uses, compiled into the program, and what their instances are made of.
// Private to client/scene.
#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "scene/gpu.h"
#include "vrm/model.h"

namespace lead {

/// Linear colour of an sRGB one, 0 … 1.
glm::vec3 linearFromSrgb(glm::vec3 srgb);

class MaterialLibrary {
 public:
  explicit MaterialLibrary(filament::Engine& engine);
  ~MaterialLibrary();

  /// A texture as a material uses it; `picture` may be null.
  struct Sampled {
    Texture sampling;
    const filament::Texture* picture = nullptr;
  };
  /// An instance for a model's material; the emissive picture moves with the base colour's. `mirrored`: drawn
  /// under a transform that turns triangles inside out.
  Owned<filament::MaterialInstance> surface(const Material& material, const Sampled& baseColor,
                                            const Sampled& emissive, bool mirrored);
  /// A plain coloured surface with the standard shading; linear colour.
  Owned<filament::MaterialInstance> plain(glm::vec3 color, float roughness);
  /// The same, seen through; sRGB colour with opacity.
  Owned<filament::MaterialInstance> translucent(glm::vec4 color, float roughness);
  Owned<filament::MaterialInstance> ground(float haze);
  Owned<filament::MaterialInstance> sky();
  /// Drawn over everything; sRGB colour, as it appears.
  Owned<filament::MaterialInstance> overlay(glm::vec4 color);

 private:
  const filament::Material& forAlpha(AlphaMode mode) const;

  filament::Engine& engine_;
  Owned<filament::Material> opaque_;
  Owned<filament::Material> masked_;
  Owned<filament::Material> blend_;
  Owned<filament::Material> ground_;
  Owned<filament::Material> sky_;
  Owned<filament::Material> overlay_;
  Owned<filament::Texture> white_;
};

}  // namespace lead
