#include "scene/space_view.h"

#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/VertexBuffer.h>

#include <algorithm>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <optional>

#include "scene/gpu_mesh.h"
#include "scene/material_library.h"
#include "scene/shapes.h"

namespace lead {
namespace {

constexpr glm::vec3 kMatte{0.58F, 0.55F, 0.50F};  // sRGB
constexpr float kRoughness = 0.95F;
constexpr glm::vec4 kLine{0.95F, 0.93F, 0.80F, 0.40F};  // sRGB with opacity
constexpr float kLineWidth = 0.03F;
constexpr float kLineHeight = 0.004F;  // over the floor
constexpr float kEdge = 0.015F;        // rounded off, so that edges catch the light

MeshData solidOf(const BoxObstacle& box) {
  const glm::vec3 half = 0.5F * box.size;
  const float edge = std::min(kEdge, 0.25F * std::min({half.x, half.y, half.z}));
  MeshData mesh = makeRoundedBox(half, edge);
  const glm::quat turn = glm::angleAxis(box.heading, glm::vec3(0.0F, 1.0F, 0.0F));
  for (glm::vec3& p : mesh.positions) p = turn * p;
  for (glm::vec3& n : mesh.normals) n = turn * n;
  return mesh;
}

MeshData solidOf(const CylinderObstacle& cylinder) {
  return makeCylinder(cylinder.radius, cylinder.height);
}

glm::vec3 middleOf(const BoxObstacle& box) {
  return box.position + glm::vec3(0.0F, 0.5F * box.size.y, 0.0F);
}
glm::vec3 middleOf(const CylinderObstacle& cylinder) {
  return cylinder.position + glm::vec3(0.0F, 0.5F * cylinder.height, 0.0F);
}

void addFlat(MeshData& mesh, glm::vec2 least, glm::vec2 most) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  for (const glm::vec2 corner : {least, glm::vec2(least.x, most.y), most, glm::vec2(most.x, least.y)}) {
    mesh.positions.emplace_back(corner.x, kLineHeight, corner.y);
    mesh.normals.emplace_back(0.0F, 1.0F, 0.0F);
  }
  mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
}

}  // namespace

MeshData makeObstacleMesh(const Space& space) {
  MeshData mesh;
  for (const Obstacle& obstacle : space.obstacles)
    std::visit([&](const auto& shape) { mesh.append(solidOf(shape), middleOf(shape)); }, obstacle);
  return mesh;
}

MeshData makeBoundsMesh(const Space& space) {
  MeshData mesh;
  if (!space.bounds) return mesh;
  const glm::vec2 least = space.bounds->least;
  const glm::vec2 most = space.bounds->most;
  const float width = std::min({kLineWidth, 0.5F * (most.x - least.x), 0.5F * (most.y - least.y)});
  addFlat(mesh, least, {most.x, least.y + width});
  addFlat(mesh, {least.x, most.y - width}, most);
  addFlat(mesh, {least.x, least.y + width}, {least.x + width, most.y - width});
  addFlat(mesh, {most.x - width, least.y + width}, {most.x, most.y - width});
  return mesh;
}

struct SpaceView::Parts {
  explicit Parts(Stage& theStage)
      : stage(theStage),
        matte(stage.materials().plain(linearFromSrgb(kMatte), kRoughness)),
        faint(stage.materials().translucent(kLine, 1.0F)) {}

  /// Something to draw, with what it is made of.
  struct Drawn {
    Drawn(Stage& stage, MeshData data, const filament::MaterialInstance& material, bool solid)
        : mesh(upload(stage.engine(), seal(std::move(data)))), entity(stage) {
      makeDrawable(stage.engine(), entity, mesh, material, {.castShadows = solid});
      entity.show(true);
    }
    GpuMesh mesh;
    DrawnEntity entity;
  };

  void put(std::optional<Drawn>& drawn, MeshData data, const filament::MaterialInstance& material,
           bool solid) {
    drawn.reset();
    if (!data.indices.empty()) drawn.emplace(stage, std::move(data), material, solid);
  }

  Stage& stage;
  Owned<filament::MaterialInstance> matte;
  Owned<filament::MaterialInstance> faint;
  std::optional<Drawn> obstacles;
  std::optional<Drawn> bounds;
  Space shown;
};

SpaceView::SpaceView(Stage& stage) : parts_(std::make_unique<Parts>(stage)) {}
SpaceView::~SpaceView() = default;

void SpaceView::set(const Space& space) {
  if (space == parts_->shown) return;
  parts_->shown = space;
  parts_->put(parts_->obstacles, makeObstacleMesh(space), *parts_->matte, true);
  parts_->put(parts_->bounds, makeBoundsMesh(space), *parts_->faint, false);
}

}  // namespace lead
