// A mesh in the driver's memory. Private to client/scene.
#pragma once

#include <optional>

#include "scene/gpu.h"
#include "scene/mesh_data.h"

namespace lead {

struct GpuMesh {
  Owned<filament::VertexBuffer> vertices;
  Owned<filament::IndexBuffer> indices;
  Bounds bounds;
};

/// The data is kept alive until the driver has copied it.
GpuMesh upload(filament::Engine& engine, const MeshDataPtr& mesh);

/// A second vertex buffer of the same mesh, for vertices of one's own.
Owned<filament::VertexBuffer> uploadVertices(filament::Engine& engine, const MeshDataPtr& mesh);

Owned<filament::IndexBuffer> uploadIndices(filament::Engine& engine,
                                           std::shared_ptr<const std::vector<std::uint32_t>> indices);

/// Replaces a mesh' positions and tangent frames (as many as it has).
void updateVertices(filament::Engine& engine, filament::VertexBuffer& vertices,
                    std::vector<glm::vec3> positions, std::vector<glm::i16vec4> tangents);

struct DrawOptions {
  bool castShadows = true;
  bool receiveShadows = true;
  bool culling = true;
  std::uint8_t priority = 4;     ///< 0 first … 7 last
  std::uint16_t blendOrder = 0;  ///< among what is seen through and as far away
  std::size_t bones = 0;
  /// Drawn first, on the same triangles: for depth alone, so that of what is seen through only the front
  /// shows.
  const filament::MaterialInstance* depth = nullptr;
  std::optional<Bounds> bounds = std::nullopt;  ///< for culling; none: the mesh' own
};

/// Gives an entity a mesh to draw.
void makeDrawable(filament::Engine& engine, const DrawnEntity& entity, const GpuMesh& mesh,
                  const filament::MaterialInstance& material, const DrawOptions& options = {});

}  // namespace lead
