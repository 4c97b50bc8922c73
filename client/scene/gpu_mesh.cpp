#include "scene/gpu_mesh.h"

#include <filament/Box.h>
#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/RenderableManager.h>
#include <filament/VertexBuffer.h>

namespace lead {
namespace {

using filament::VertexAttribute;
using filament::VertexBuffer;

enum Slot : std::uint8_t { kPositions, kTangents, kUv };

/// Slots of what a mesh may lack: Filament wants none that is empty.
struct Layout {
  explicit Layout(const MeshData& mesh) {
    if (!mesh.uv1.empty()) uv1 = slots++;
    if (!mesh.skinned()) return;
    boneIndices = slots++;
    boneWeights = slots++;
  }
  std::uint8_t uv1 = kUv;  ///< without a second set the first is both
  std::uint8_t boneIndices = 0;
  std::uint8_t boneWeights = 0;
  std::uint8_t slots = 3;
};

/// Hands `data` to the driver and holds on to `owner` until it has been copied.
template <typename T>
filament::backend::BufferDescriptor shareWith(std::shared_ptr<const void> owner, const std::vector<T>& data) {
  auto* keep = new std::shared_ptr<const void>(std::move(owner));
  return {data.data(), data.size() * sizeof(T),
          [](void*, std::size_t, void* user) { delete static_cast<std::shared_ptr<const void>*>(user); },
          keep};
}

template <typename T>
filament::backend::BufferDescriptor give(std::vector<T> data) {
  auto owner = std::make_shared<const std::vector<T>>(std::move(data));
  const std::vector<T>& held = *owner;
  return shareWith(std::move(owner), held);
}

VertexBuffer* createVertexBuffer(filament::Engine& engine, const MeshData& mesh) {
  using Type = VertexBuffer::AttributeType;
  const Layout layout(mesh);
  VertexBuffer::Builder builder;
  builder.vertexCount(static_cast<std::uint32_t>(mesh.positions.size()))
      .bufferCount(layout.slots)
      .attribute(VertexAttribute::POSITION, kPositions, Type::FLOAT3)
      .attribute(VertexAttribute::TANGENTS, kTangents, Type::SHORT4)
      .normalized(VertexAttribute::TANGENTS)
      .attribute(VertexAttribute::UV0, kUv, Type::FLOAT2)
      .attribute(VertexAttribute::UV1, layout.uv1, Type::FLOAT2);
  if (mesh.skinned())
    builder.attribute(VertexAttribute::BONE_INDICES, layout.boneIndices, Type::UBYTE4)
        .attribute(VertexAttribute::BONE_WEIGHTS, layout.boneWeights, Type::FLOAT4);
  return builder.build(engine);
}

}  // namespace

Owned<VertexBuffer> uploadVertices(filament::Engine& engine, const MeshDataPtr& mesh) {
  const Layout layout(*mesh);
  auto vertices = own(engine, createVertexBuffer(engine, *mesh));
  vertices->setBufferAt(engine, kPositions, shareWith(mesh, mesh->positions));
  vertices->setBufferAt(engine, kTangents, shareWith(mesh, mesh->tangents));
  vertices->setBufferAt(engine, kUv, shareWith(mesh, mesh->uv));
  if (!mesh->uv1.empty()) vertices->setBufferAt(engine, layout.uv1, shareWith(mesh, mesh->uv1));
  if (mesh->skinned()) {
    vertices->setBufferAt(engine, layout.boneIndices, shareWith(mesh, mesh->slots));
    vertices->setBufferAt(engine, layout.boneWeights, shareWith(mesh, mesh->weights));
  }
  return vertices;
}

Owned<filament::IndexBuffer> uploadIndices(filament::Engine& engine,
                                           std::shared_ptr<const std::vector<std::uint32_t>> indices) {
  auto buffer = own(engine, filament::IndexBuffer::Builder()
                                .indexCount(static_cast<std::uint32_t>(indices->size()))
                                .bufferType(filament::IndexBuffer::IndexType::UINT)
                                .build(engine));
  const std::vector<std::uint32_t>& held = *indices;
  buffer->setBuffer(engine, shareWith(std::move(indices), held));
  return buffer;
}

GpuMesh upload(filament::Engine& engine, const MeshDataPtr& mesh) {
  GpuMesh gpu;
  gpu.bounds = mesh->bounds;
  gpu.vertices = uploadVertices(engine, mesh);
  gpu.indices = uploadIndices(engine, {mesh, &mesh->indices});
  return gpu;
}

void updateVertices(filament::Engine& engine, VertexBuffer& vertices, std::vector<glm::vec3> positions,
                    std::vector<glm::i16vec4> tangents) {
  vertices.setBufferAt(engine, kPositions, give(std::move(positions)));
  vertices.setBufferAt(engine, kTangents, give(std::move(tangents)));
}

void makeDrawable(filament::Engine& engine, const DrawnEntity& entity, const GpuMesh& mesh,
                  const filament::MaterialInstance& material, const DrawOptions& options) {
  const Bounds bounds = options.bounds.value_or(mesh.bounds);
  const glm::vec3 center = bounds.center();
  const glm::vec3 half = bounds.half() + glm::vec3(1e-3F);
  filament::RenderableManager::Builder builder(options.depth != nullptr ? 2 : 1);
  builder.boundingBox({{center.x, center.y, center.z}, {half.x, half.y, half.z}})
      .material(0, &material)
      .geometry(0, filament::RenderableManager::PrimitiveType::TRIANGLES, mesh.vertices.get(),
                mesh.indices.get())
      .castShadows(options.castShadows)
      .receiveShadows(options.receiveShadows)
      .culling(options.culling)
      .blendOrder(0, options.blendOrder)
      .priority(options.priority);
  if (options.bones > 0) builder.skinning(options.bones);
  if (options.depth != nullptr)
    builder.material(1, options.depth)
        .geometry(1, filament::RenderableManager::PrimitiveType::TRIANGLES, mesh.vertices.get(),
                  mesh.indices.get())
        .blendOrder(0, 1)
        .blendOrder(1, 0);
  builder.build(engine, entity.id());
}

}  // namespace lead
