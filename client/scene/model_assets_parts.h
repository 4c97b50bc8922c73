// What ModelAssets holds. Private to client/scene.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "scene/gpu_mesh.h"
#include "scene/model_assets.h"

namespace lead {

struct ModelAssets::Parts {
  PreparedModelPtr prepared;
  std::map<int, Owned<filament::Texture>> textures;                             ///< by the model's image
  std::map<std::pair<int, bool>, Owned<filament::MaterialInstance>> materials;  ///< by material and mirrored
  std::map<const MeshData*, GpuMesh> meshes;

  const filament::MaterialInstance& materialOf(const PreparedPart& part) const {
    return *materials.at({part.material, part.mirrored});
  }
  const GpuMesh& meshOf(const PreparedPart& part) const { return meshes.at(part.mesh.get()); }
};

}  // namespace lead
