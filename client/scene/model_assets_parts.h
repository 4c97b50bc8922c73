// What ModelAssets holds. Private to client/scene.
#pragma once

#include <map>
#include <utility>

#include "scene/gpu_mesh.h"
#include "scene/material_library.h"
#include "scene/model_assets.h"

namespace lead {

/// Material of the model, and whether it is drawn mirrored.
using SurfaceKey = std::pair<int, bool>;

inline SurfaceKey surfaceKey(const PreparedPart& part) {
  return {part.material, part.mirrored};
}

struct ModelAssets::Parts {
  /// By the model's image; what is used both as colour and as data is there twice.
  struct Pictures {
    Owned<filament::Texture> color;
    Owned<filament::Texture> data;
  };

  PreparedModelPtr prepared;
  std::map<int, Pictures> pictures;
  std::map<SurfaceKey, Surface> surfaces;
  std::map<const MeshData*, GpuMesh> meshes;

  const Surface& surfaceOf(const PreparedPart& part) const { return surfaces.at(surfaceKey(part)); }
  const GpuMesh& meshOf(const PreparedPart& part) const { return meshes.at(part.mesh.get()); }
  /// Another of the same, for an avatar whose expressions change it.
  Surface makeSurface(Stage& stage, const SurfaceKey& key) const;
};

}  // namespace lead
