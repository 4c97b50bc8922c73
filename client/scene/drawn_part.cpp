#include "scene/drawn_part.h"

#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/RenderableManager.h>
#include <filament/VertexBuffer.h>

#include <glm/ext/matrix_transform.hpp>

#include "scene/blend_order.h"
#include "scene/skin_palette.h"

namespace lead {
namespace {

constexpr auto kTriangles = filament::RenderableManager::PrimitiveType::TRIANGLES;

/// Of what writes depth the outline comes after the surface, so that it shows beyond its edge only; else
/// before it, because it lies behind.
std::uint16_t blendOrder(const Model& model, const PreparedPart& part, bool outline) {
  if (!isBlended(model, part.material)) return 0;
  const bool writesDepth =
      model.materials[static_cast<std::size_t>(part.material)].mtoon.transparentWithZWrite;
  return static_cast<std::uint16_t>(part.blendRank * 2 + (outline == writesDepth ? 1 : 0));
}

}  // namespace

DrawnPart::DrawnPart(Stage& stage, const ModelAssets::Parts& assets, const PreparedPart& part)
    : engine_(stage.engine()), assets_(assets), part_(part), entity_(stage), palette_(part.joints.size()) {
  if (part.morphs) blender_.emplace(part.mesh, part.morphs);
  const Model& model = *assets.prepared->model;
  const Surface& surface = assets.surfaceOf(part);
  DrawOptions options;
  options.castShadows = !isBlended(model, part.material);
  options.bones = part.joints.size();
  if (options.bones > 0) options.bounds = part.reach;
  options.blendOrder = blendOrder(model, part, false);
  makeDrawable(engine_, entity_, assets.meshOf(part), *surface.surface, options);
  if (!surface.outline) return;
  outline_.emplace(stage);
  options.castShadows = options.receiveShadows = false;
  options.blendOrder = blendOrder(model, part, true);
  makeDrawable(engine_, *outline_, assets.meshOf(part), *surface.outline, options);
}

bool DrawnPart::seen() const {
  if (perspective_ == Perspective::thirdPerson) return part_.seenByOthers;
  return part_.seenByItself == nullptr || !part_.seenByItself->empty();
}

void DrawnPart::show(bool visible) {
  visible_ = visible;
  forEachEntity([&](DrawnEntity& entity) { entity.show(visible && seen()); });
}

void DrawnPart::setPerspective(Perspective perspective) {
  if (perspective == perspective_) return;
  perspective_ = perspective;
  if (part_.seenByItself != nullptr && !part_.seenByItself->empty()) {
    if (!ownView_) ownView_ = uploadIndices(engine_, part_.seenByItself);
    sendGeometry();
  }
  show(visible_);
}

void DrawnPart::setSurface(const Surface& surface) {
  auto& renderables = engine_.getRenderableManager();
  renderables.setMaterialInstanceAt(renderables.getInstance(entity_.id()), 0, surface.surface.get());
  if (outline_)
    renderables.setMaterialInstanceAt(renderables.getInstance(outline_->id()), 0, surface.outline.get());
}

void DrawnPart::setMorphs(std::span<const float> weights) {
  if (!blender_ || !blender_->blend(weights)) return;
  morphed_ = true;
  if (!ownVertices_) useOwnVertices();
  if (!skinnedHere_) updateVertices(engine_, *ownVertices_, blender_->positions(), blender_->tangents());
}

void DrawnPart::move(std::span<const glm::mat4> world, glm::vec3 root) {
  if (part_.joints.empty()) {
    forEachEntity(
        [&](DrawnEntity& entity) { entity.setTransform(world[static_cast<std::size_t>(part_.node)]); });
    return;
  }
  // The palette is relative to the root, so that the culling box, which is fixed, comes along.
  const glm::mat4 toRoot = glm::translate(glm::mat4(1.0F), -root);
  const glm::mat4 fromRoot = glm::translate(glm::mat4(1.0F), root);
  forEachEntity([&](DrawnEntity& entity) { entity.setTransform(fromRoot); });
  bool sendable = true;
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    palette_[i] = toRoot * world[static_cast<std::size_t>(part_.joints[i])] * part_.inverseBind[i];
    sendable = sendable && isSendable(palette_[i]);
  }
  if (!sendable && !skinnedHere_) {
    skinnedHere_ = true;
    if (!ownVertices_) useOwnVertices();
    sendBones(std::vector<glm::mat4>(palette_.size(), glm::mat4(1.0F)));
  }
  if (skinnedHere_)
    skinHere();
  else
    sendBones(palette_);
}

void DrawnPart::sendBones(std::span<const glm::mat4> bones) {
  sent_.clear();
  for (const glm::mat4& bone : bones) sent_.push_back(toFilament(bone));
  auto& renderables = engine_.getRenderableManager();
  forEachEntity([&](DrawnEntity& entity) {
    renderables.setBones(renderables.getInstance(entity.id()), sent_.data(), sent_.size());
  });
}

void DrawnPart::sendGeometry() {
  const GpuMesh& mesh = assets_.meshOf(part_);
  const bool own = perspective_ == Perspective::firstPerson && ownView_ != nullptr;
  filament::IndexBuffer* indices = own ? ownView_.get() : mesh.indices.get();
  filament::VertexBuffer* vertices = ownVertices_ ? ownVertices_.get() : mesh.vertices.get();
  auto& renderables = engine_.getRenderableManager();
  forEachEntity([&](DrawnEntity& entity) {
    renderables.setGeometryAt(renderables.getInstance(entity.id()), 0, kTriangles, vertices, indices, 0,
                              indices->getIndexCount());
  });
}

/// From the first morph on, or the first pose that the driver's skinning can't show, its vertices are its
/// own.
void DrawnPart::useOwnVertices() {
  ownVertices_ = uploadVertices(engine_, part_.mesh);
  sendGeometry();
}

void DrawnPart::skinHere() {
  const MeshData& mesh = *part_.mesh;
  std::vector<glm::vec3> positions(mesh.positions.size());
  std::vector<glm::vec3> normals(mesh.positions.size());
  skinVertices(palette_, mesh.slots, mesh.weights, morphed_ ? blender_->positions() : mesh.positions,
               morphed_ ? blender_->normals() : mesh.normals, positions, normals);
  std::vector<glm::i16vec4> tangents = tangentFrames(normals);
  updateVertices(engine_, *ownVertices_, std::move(positions), std::move(tangents));
}

}  // namespace lead
