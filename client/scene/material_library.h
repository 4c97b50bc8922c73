// Every material that the scene uses, compiled into the program, and what their instances are made of.
// Private to client/scene.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "scene/gpu.h"
#include "scene/surface_textures.h"
#include "vrm/model.h"

namespace lead {

/// Linear colour of an sRGB one, 0 … 1.
glm::vec3 linearFromSrgb(glm::vec3 srgb);

/// What a part of a model is drawn with.
struct Surface {
  Owned<filament::MaterialInstance> surface;
  Owned<filament::MaterialInstance> outline;  ///< null: it has none

  template <typename Function>
  void forEach(Function function) const {
    function(*surface);
    if (outline) function(*outline);
  }
};

class MaterialLibrary {
 public:
  explicit MaterialLibrary(filament::Engine& engine);
  ~MaterialLibrary();

  /// A texture as a material uses it; without a picture it is white.
  struct Sampled {
    Texture sampling;
    const filament::Texture* picture = nullptr;
  };
  using Pictures = std::array<Sampled, kTextureSlots>;  ///< by TextureSlot

  /// Instances for a model's material. `mirrored`: drawn under a transform that turns triangles inside out.
  Surface surface(const Material& material, const Pictures& pictures, bool mirrored);
  /// A plain coloured surface with the standard shading; linear colour.
  Owned<filament::MaterialInstance> plain(glm::vec3 color, float roughness);
  /// The same, seen through; sRGB colour with opacity.
  Owned<filament::MaterialInstance> translucent(glm::vec4 color, float roughness);
  Owned<filament::MaterialInstance> ground(float haze);
  Owned<filament::MaterialInstance> sky();
  /// Drawn over everything; sRGB colour, as it appears.
  Owned<filament::MaterialInstance> overlay(glm::vec4 color);

 private:
  /// One shader for each AlphaMode; Filament compiles them when they are first drawn.
  using ByAlpha = std::array<Owned<filament::Material>, 3>;

  Owned<filament::MaterialInstance> instance(const ByAlpha& shaders, const Material& material,
                                             const Pictures& pictures);

  filament::Engine& engine_;
  ByAlpha standard_;
  ByAlpha mtoon_;
  ByAlpha outline_;
  Owned<filament::Material> ground_;
  Owned<filament::Material> sky_;
  Owned<filament::Material> overlay_;
  Owned<filament::Texture> white_;
};

}  // namespace lead
