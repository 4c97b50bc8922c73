#include "check_model.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lead {
namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

bool within(int index, std::size_t size) {
  return index >= 0 && static_cast<std::size_t>(index) < size;
}
bool noneOrWithin(int index, std::size_t size) {
  return index == -1 || within(index, size);
}
bool finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
bool finite(const glm::vec4& v) {
  return finite(glm::vec3(v)) && std::isfinite(v.w);
}
bool finite(const glm::vec2& v) {
  return std::isfinite(v.x) && std::isfinite(v.y);
}
bool isShare(float value) {
  return value >= 0.0F && value <= 1.0F;
}

void checkNodes(const Model& model) {
  expect(model.restWorld.size() == model.nodes.size(), "rest matrices");
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    expect(node.parent >= -1 && node.parent < static_cast<int>(i), "parents first");
    expect(noneOrWithin(node.mesh, model.meshes.size()), "node's mesh");
    expect(node.mesh < 0 || !model.meshes[static_cast<std::size_t>(node.mesh)].primitives.empty(),
           "empty mesh");
    expect(noneOrWithin(node.skin, model.skins.size()), "node's skin");
    for (int c = 0; c < 4; ++c) expect(finite(model.restWorld[i][c]), "rest matrix");
  }
  for (const int node : model.boneNode) expect(noneOrWithin(node, model.nodes.size()), "bone's node");
  for (const glm::vec3& place : model.skeleton.rest) expect(finite(place), "rest place");
  for (const Skin& skin : model.skins) {
    expect(!skin.joints.empty() && skin.joints.size() == skin.inverseBind.size(), "skin's size");
    for (const int joint : skin.joints) expect(within(joint, model.nodes.size()), "skin's joint");
  }
}

void checkPrimitive(const Model& model, const Primitive& primitive) {
  const std::size_t size = primitive.positions.size();
  const auto fits = [&](std::size_t other) { return other == 0 || other == size; };
  expect(primitive.normals.size() == size && fits(primitive.uv0.size()) && fits(primitive.uv1.size()),
         "attributes");
  expect(fits(primitive.joints.size()) && primitive.joints.size() == primitive.weights.size(), "weights");
  expect(!primitive.indices.empty() && primitive.indices.size() % 3 == 0, "triangles");
  for (const std::uint32_t i : primitive.indices) expect(i < size, "index");
  for (const glm::vec3& v : primitive.positions) expect(finite(v), "position");
  for (const glm::vec3& v : primitive.normals) expect(finite(v), "normal");
  for (const glm::vec2& v : primitive.uv0) expect(finite(v), "uv");
  for (const glm::vec4& v : primitive.weights) expect(finite(v), "weight");
  expect(noneOrWithin(primitive.material, model.materials.size()), "material");
  for (const MorphTarget& morph : primitive.morphs) {
    expect(morph.positions.size() == size && fits(morph.normals.size()), "morph");
    for (const glm::vec3& v : morph.positions) expect(finite(v), "morph's position");
  }
}

void checkMeshes(const Model& model) {
  for (const Mesh& mesh : model.meshes)
    for (const Primitive& primitive : mesh.primitives) checkPrimitive(model, primitive);
  for (const Node& node : model.nodes) {
    if (node.mesh < 0 || node.skin < 0) continue;
    const std::size_t joints = model.skins[static_cast<std::size_t>(node.skin)].joints.size();
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(node.mesh)].primitives)
      for (const glm::u16vec4& joint : primitive.joints)
        for (int c = 0; c < 4; ++c) expect(joint[c] < joints, "joint");
  }
}

void checkUse(const Model& model, const TextureUse& use) {
  expect(noneOrWithin(use.texture, model.textures.size()), "texture use");
  expect(use.texCoord == 0 || use.texCoord == 1, "texture coordinates");
  expect(finite(use.offset) && finite(use.scale) && std::isfinite(use.rotation), "texture transform");
}

void checkMaterial(const Model& model, const Material& material) {
  const MToon& mtoon = material.mtoon;
  for (const TextureUse* use :
       {&material.baseColorTexture, &material.emissiveTexture, &material.normalTexture,
        &material.metallicRoughnessTexture, &material.occlusionTexture, &mtoon.shadeTexture,
        &mtoon.shadingShiftTexture, &mtoon.matcapTexture, &mtoon.rimTexture, &mtoon.outlineWidthTexture,
        &mtoon.uvMaskTexture})
    checkUse(model, *use);
  expect(finite(material.baseColor) && finite(material.emissive), "material's colours");
  expect(finite(mtoon.shadeColor) && finite(mtoon.matcapColor) && finite(mtoon.rimColor) &&
             finite(mtoon.outlineColor),
         "MToon's colours");
  expect(isShare(material.metallic) && isShare(material.roughness) && isShare(material.occlusionStrength),
         "PBR");
  expect(isShare(mtoon.shadingToony) && isShare(mtoon.giEqualization) && isShare(mtoon.rimLightingMix) &&
             isShare(mtoon.outlineLightingMix),
         "MToon's shares");
  expect(
      std::abs(mtoon.shadingShift) <= 1.0F && mtoon.rimFresnelPower >= 0.0F && std::isfinite(mtoon.rimLift),
      "MToon's shading");
  expect(mtoon.outlineFactor >= 0.0F && mtoon.outlineFactor <= 10.0F, "outline");
  expect(finite(mtoon.uvScroll) && std::isfinite(mtoon.uvRotation), "UV animation");
  expect(std::abs(mtoon.renderQueueOffset) <= 9, "render queue");
}

void checkLooks(const Model& model) {
  for (const Material& material : model.materials) checkMaterial(model, material);
  for (const Texture& texture : model.textures)
    expect(noneOrWithin(texture.image, model.images.size()), "picture");
  for (const Image& image : model.images)
    expect(image.rgba.empty() || image.rgba.size() == std::size_t{image.width} * image.height * 4, "pixels");
  expect(noneOrWithin(model.meta.thumbnailImage, model.images.size()), "thumbnail");
}

void checkExpressions(const Model& model) {
  for (const ModelExpression& expression : model.expressions) {
    for (const MorphBind& bind : expression.morphs) {
      expect(within(bind.node, model.nodes.size()) && isShare(bind.weight), "morph bind");
      expect(bind.morph >= 0 && model.nodes[static_cast<std::size_t>(bind.node)].mesh >= 0, "bound morph");
    }
    for (const MaterialColorBind& bind : expression.colors)
      expect(within(bind.material, model.materials.size()) && finite(bind.target), "colour bind");
    for (const TextureTransformBind& bind : expression.textureTransforms)
      expect(within(bind.material, model.materials.size()) && finite(bind.scale) && finite(bind.offset),
             "texture bind");
  }
}

void checkMovingParts(const Model& model) {
  for (const NodeConstraint& c : model.constraints) {
    expect(within(c.node, model.nodes.size()) && within(c.source, model.nodes.size()), "constraint");
    expect(isShare(c.weight) && finite(c.axis), "constraint's values");
  }
  for (const SpringCollider& c : model.colliders)
    expect(within(c.node, model.nodes.size()) && finite(c.offset) && finite(c.tail) && finite(c.normal) &&
               std::isfinite(c.radius),
           "collider");
  for (const Spring& spring : model.springs) {
    expect(!spring.joints.empty() && noneOrWithin(spring.center, model.nodes.size()), "spring");
    for (const int collider : spring.colliders)
      expect(within(collider, model.colliders.size()), "spring's collider");
    for (const SpringJoint& joint : spring.joints)
      expect(within(joint.node, model.nodes.size()) && finite(joint.tail) && finite(joint.gravityDir) &&
                 std::isfinite(joint.stiffness + joint.drag + joint.gravityPower + joint.hitRadius),
             "spring's joint");
  }
}

}  // namespace

void checkModel(const Model& model) {
  checkNodes(model);
  checkMeshes(model);
  checkLooks(model);
  checkExpressions(model);
  checkMovingParts(model);
  expect(model.warnings.size() <= LoadLimits{}.warnings + 1, "warnings");
  for (const Finding& finding : model.warnings)
    expect(!finding.id.empty() && !finding.text.empty(), "warning");
}

void checkRefusal(const ModelError& error) {
  expect(!error.findings().empty() && *error.what() != '\0', "refusal");
  for (const Finding& finding : error.findings()) expect(!finding.id.empty(), "refusal's id");
}

}  // namespace lead
