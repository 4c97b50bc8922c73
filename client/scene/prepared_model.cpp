#include "scene/prepared_model.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <utility>

#include "scene/bone_shape.h"
#include "scene/skin_palette.h"

namespace lead {
namespace {

constexpr std::uint32_t kMaxTextureSize = 4096;

bool mirrors(const glm::mat4& m) {
  return glm::determinant(glm::mat3(m)) < 0.0F;
}

/// A box about the root, which turns under it, that holds what a skinned part can be posed to.
Bounds reachOf(const Bounds& atRest) {
  const glm::vec3 center = atRest.center();
  const float radius = glm::length(atRest.half()) + glm::length(glm::vec2(center.x, center.z)) + 0.5F;
  const glm::vec3 middle(0.0F, center.y, 0.0F);
  return {middle - glm::vec3(radius), middle + glm::vec3(radius)};
}

std::vector<glm::vec3> skinnedAtRest(const Model& model, const PreparedPart& part, const MeshData& mesh) {
  std::vector<glm::mat4> palette;
  for (std::size_t i = 0; i < part.joints.size(); ++i)
    palette.push_back(model.restWorld[static_cast<std::size_t>(part.joints[i])] * part.inverseBind[i]);
  std::vector<glm::vec3> positions(mesh.positions.size());
  std::vector<glm::vec3> normals(mesh.positions.size());
  skinVertices(palette, mesh.slots, mesh.weights, mesh.positions, mesh.normals, positions, normals);
  return positions;
}

/// The texture coordinates that the base colour is looked up with.
const std::vector<glm::vec2>& uvOf(const Model& model, const Primitive& primitive) {
  if (primitive.material < 0) return primitive.uv0;
  const auto& use = model.materials[static_cast<std::size_t>(primitive.material)].baseColorTexture;
  return use.texCoord == 1 ? primitive.uv1 : primitive.uv0;
}

class Preparer {
 public:
  explicit Preparer(const ModelPtr& model) : model_(*model) { out_.model = model; }

  PreparedModelPtr run() {
    for (std::size_t i = 0; i < model_.nodes.size(); ++i)
      if (model_.nodes[i].mesh >= 0) addMesh(static_cast<int>(i));
    if (out_.parts.empty()) addBones();
    for (const PreparedPart& part : out_.parts) addImages(part.material);
    return std::make_shared<const PreparedModel>(std::move(out_));
  }

 private:
  void addMesh(int nodeIndex) {
    const Node& node = model_.nodes[static_cast<std::size_t>(nodeIndex)];
    const Mesh& mesh = model_.meshes[static_cast<std::size_t>(node.mesh)];
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.indices.size() < 3) continue;
      if (node.skin >= 0 && !primitive.weights.empty())
        addSkinned(mesh, primitive, model_.skins[static_cast<std::size_t>(node.skin)]);
      else
        addRigid(mesh, primitive, nodeIndex);
    }
  }

  void addRigid(const Mesh& mesh, const Primitive& primitive, int node) {
    MeshDataPtr& data = rigid_[&primitive];
    if (!data) {
      MorphedVertices morphed = morph(primitive, mesh.morphWeights);
      MeshData raw;
      raw.positions = std::move(morphed.positions);
      raw.normals = std::move(morphed.normals);
      raw.uv = uvOf(model_, primitive);
      raw.indices = primitive.indices;
      fixWinding(raw);
      data = seal(std::move(raw));
    }
    PreparedPart part;
    part.mesh = data;
    part.material = primitive.material;
    part.node = node;
    const glm::mat4& rest = model_.restWorld[static_cast<std::size_t>(node)];
    std::vector<glm::vec3> atRest = data->positions;
    for (glm::vec3& p : atRest) p = glm::vec3(rest * glm::vec4(p, 1.0F));
    include(atRest);
    out_.parts.push_back(std::move(part));
  }

  void addSkinned(const Mesh& mesh, const Primitive& primitive, const Skin& skin) {
    const MorphedVertices morphed = morph(primitive, mesh.morphWeights);
    const std::vector<glm::vec2>& uv = uvOf(model_, primitive);
    for (PalettePart& cut : splitByPalette(primitive, skin.joints.size())) {
      MeshData raw;
      for (const std::uint32_t v : cut.vertices) {
        raw.positions.push_back(morphed.positions[v]);
        raw.normals.push_back(morphed.normals[v]);
        raw.weights.push_back(primitive.weights[v]);
        if (!uv.empty()) raw.uv.push_back(uv[v]);
      }
      raw.slots = std::move(cut.slots);
      raw.indices = std::move(cut.indices);
      fixWinding(raw);
      PreparedPart part;
      for (const std::uint16_t joint : cut.joints) {
        part.joints.push_back(skin.joints[joint]);
        part.inverseBind.push_back(skin.inverseBind[joint]);
      }
      if (part.joints.empty()) continue;
      part.material = primitive.material;
      addPosed(std::move(part), std::move(raw));
    }
  }

  void include(std::span<const glm::vec3> positions) {
    if (positions.empty()) return;
    const Bounds more = boundsOf(positions);
    out_.bounds =
        placed_ ? Bounds{glm::min(out_.bounds.min, more.min), glm::max(out_.bounds.max, more.max)} : more;
    placed_ = true;
  }

  void addPosed(PreparedPart part, MeshData raw) {
    const auto first = static_cast<std::size_t>(part.joints.front());
    part.mirrored = mirrors(model_.restWorld[first] * part.inverseBind.front());
    const std::vector<glm::vec3> atRest = skinnedAtRest(model_, part, raw);
    include(atRest);
    part.reach = reachOf(boundsOf(atRest));
    part.mesh = seal(std::move(raw));
    out_.parts.push_back(std::move(part));
  }

  void addBones() {
    BoneBody body = makeBoneBody(model_);
    if (body.joints.empty()) return;
    out_.bonesOnly = true;
    PreparedPart part;
    part.joints = std::move(body.joints);
    part.inverseBind = std::move(body.inverseBind);
    addPosed(std::move(part), std::move(body.mesh));
  }

  void addImages(int material) {
    if (material < 0) return;
    const Material& used = model_.materials[static_cast<std::size_t>(material)];
    addImageOf(used.baseColorTexture.texture);
    addImageOf(used.emissiveTexture.texture);
  }

  void addImageOf(int texture) {
    if (texture < 0) return;
    const int index = model_.textures[static_cast<std::size_t>(texture)].image;
    if (index < 0 || out_.images.contains(index)) return;
    const Image& image = model_.images[static_cast<std::size_t>(index)];
    if (image.rgba.empty()) return;
    PreparedImage prepared{image.width, image.height, {out_.model, &image.rgba}};
    if (std::max(image.width, image.height) > kMaxTextureSize) {
      std::vector<std::uint8_t> smaller = image.rgba;
      while (std::max(prepared.width, prepared.height) > kMaxTextureSize)
        halve(prepared.width, prepared.height, smaller);
      prepared.rgba = std::make_shared<const std::vector<std::uint8_t>>(std::move(smaller));
    }
    out_.images.emplace(index, std::move(prepared));
  }

  const Model& model_;
  PreparedModel out_;
  std::map<const Primitive*, MeshDataPtr> rigid_;
  bool placed_ = false;  ///< out_.bounds holds something
};

}  // namespace

PreparedModelPtr prepareModel(ModelPtr model) {
  return Preparer(model).run();
}

MorphedVertices morph(const Primitive& primitive, const std::vector<float>& weights) {
  MorphedVertices out{primitive.positions, primitive.normals};
  for (std::size_t t = 0; t < std::min(weights.size(), primitive.morphs.size()); ++t) {
    if (weights[t] == 0.0F) continue;
    const MorphTarget& target = primitive.morphs[t];
    for (std::size_t v = 0; v < target.positions.size(); ++v)
      out.positions[v] += target.positions[v] * weights[t];
    for (std::size_t v = 0; v < target.normals.size(); ++v) out.normals[v] += target.normals[v] * weights[t];
  }
  return out;
}

void halve(std::uint32_t& width, std::uint32_t& height, std::vector<std::uint8_t>& rgba) {
  const std::uint32_t w = std::max(width / 2, 1U);
  const std::uint32_t h = std::max(height / 2, 1U);
  const std::uint32_t right = width > 1 ? 4 : 0;
  const std::size_t below = height > 1 ? static_cast<std::size_t>(width) * 4 : 0;
  for (std::uint32_t y = 0; y < h; ++y)
    for (std::uint32_t x = 0; x < w; ++x) {
      const std::size_t from =
          (static_cast<std::size_t>(y) * (below > 0 ? 2 : 1) * width + x * (right > 0 ? 2U : 1U)) * 4;
      for (std::size_t c = 0; c < 4; ++c) {
        const int sum =
            rgba[from + c] + rgba[from + right + c] + rgba[from + below + c] + rgba[from + below + right + c];
        rgba[(static_cast<std::size_t>(y) * w + x) * 4 + c] = static_cast<std::uint8_t>((sum + 2) / 4);
      }
    }
  width = w;
  height = h;
  rgba.resize(static_cast<std::size_t>(w) * h * 4);
}

}  // namespace lead
