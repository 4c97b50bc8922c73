#include "test_model.h"

#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <utility>

namespace lead::test {
namespace {

struct Place {
  Bone bone;
  glm::vec3 rest;
};

constexpr Place kPlaces[] = {
    {Bone::hips, {0.0F, 0.95F, 0.0F}},
    {Bone::spine, {0.0F, 1.05F, 0.0F}},
    {Bone::head, {0.0F, 1.45F, 0.0F}},
    {Bone::leftUpperLeg, {0.09F, 0.9F, 0.0F}},
    {Bone::leftLowerLeg, {0.09F, 0.5F, 0.0F}},
    {Bone::leftFoot, {0.09F, 0.08F, 0.0F}},
    {Bone::rightUpperLeg, {-0.09F, 0.9F, 0.0F}},
    {Bone::rightLowerLeg, {-0.09F, 0.5F, 0.0F}},
    {Bone::rightFoot, {-0.09F, 0.08F, 0.0F}},
    {Bone::leftUpperArm, {0.18F, 1.35F, 0.0F}},
    {Bone::leftLowerArm, {0.43F, 1.35F, 0.0F}},
    {Bone::leftHand, {0.67F, 1.35F, 0.0F}},
    {Bone::rightUpperArm, {-0.18F, 1.35F, 0.0F}},
    {Bone::rightLowerArm, {-0.43F, 1.35F, 0.0F}},
    {Bone::rightHand, {-0.67F, 1.35F, 0.0F}},
};

}  // namespace

Model bareModel() {
  Model model;
  model.boneNode.fill(-1);
  model.parentRotation = Pose::identities();
  model.nodes.push_back({.name = "root"});
  BoneMask bones = 0;
  BoneArray<glm::vec3> rest{};
  for (const Place& place : kPlaces) {
    bones |= bit(place.bone);
    rest[index(place.bone)] = place.rest;
  }
  model.skeleton = makeSkeleton(bones, rest);
  for (const Place& place : kPlaces) {
    const std::size_t i = index(place.bone);
    const int parent = model.skeleton.parent[i];
    Node node;
    node.name = std::string(name(place.bone));
    node.parent = parent < 0 ? 0 : model.boneNode[static_cast<std::size_t>(parent)];
    node.translation = model.skeleton.offset[i];
    node.bone = static_cast<int>(i);
    model.boneNode[i] = static_cast<int>(model.nodes.size());
    model.nodes.push_back(node);
  }
  updateRest(model);
  return model;
}

Primitive makeSquare(glm::vec3 center, float half, int material) {
  Primitive square;
  square.positions = {center + glm::vec3(-half, half, 0.0F), center + glm::vec3(-half, -half, 0.0F),
                      center + glm::vec3(half, -half, 0.0F), center + glm::vec3(half, half, 0.0F)};
  square.normals.assign(4, {0.0F, 0.0F, 1.0F});
  square.uv0 = {{0.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 1.0F}, {1.0F, 0.0F}};
  square.indices = {0, 1, 2, 0, 2, 3};
  square.material = material;
  return square;
}

int addRigid(Model& model, int parent, Primitive primitive) {
  Mesh mesh;
  mesh.primitives.push_back(std::move(primitive));
  model.meshes.push_back(std::move(mesh));
  Node node;
  node.parent = parent;
  node.mesh = static_cast<int>(model.meshes.size()) - 1;
  // The file's rest pose has no turned nodes here, so this undoes all that lies above.
  node.translation = -glm::vec3(model.restWorld[static_cast<std::size_t>(parent)][3]);
  model.nodes.push_back(node);
  updateRest(model);
  return static_cast<int>(model.nodes.size()) - 1;
}

int addUnlit(Model& model, glm::vec4 color) {
  Material material;
  material.shading = Shading::unlit;
  material.baseColor = color;
  model.materials.push_back(material);
  return static_cast<int>(model.materials.size()) - 1;
}

int addTexture(Model& model, std::uint32_t width, std::uint32_t height, std::vector<std::uint8_t> rgba) {
  model.images.push_back({"image", width, height, std::move(rgba)});
  Texture texture;
  texture.image = static_cast<int>(model.images.size()) - 1;
  texture.nearest = true;
  texture.wrapS = texture.wrapT = Wrap::clampToEdge;
  model.textures.push_back(texture);
  return static_cast<int>(model.textures.size()) - 1;
}

void updateRest(Model& model) {
  model.restWorld.assign(model.nodes.size(), glm::mat4(1.0F));
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    const glm::mat4 local = glm::scale(
        glm::translate(glm::mat4(1.0F), node.translation) * glm::mat4_cast(node.rotation), node.scale);
    model.restWorld[i] =
        node.parent < 0 ? local : model.restWorld[static_cast<std::size_t>(node.parent)] * local;
  }
}

ModelPtr share(Model model) {
  return std::make_shared<const Model>(std::move(model));
}

}  // namespace lead::test
