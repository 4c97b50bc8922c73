#include "scene/prepared_model.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <map>
#include <utility>

#include "character/first_person.h"
#include "scene/blend_order.h"
#include "scene/bone_shape.h"
#include "scene/skin_palette.h"

namespace lead {
namespace {

using Indices = std::vector<std::uint32_t>;

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

/// Which of a primitive's triangles its own avatar sees, part by part: parts are cut in the primitive's
/// order.
class OwnView {
 public:
  OwnView(const Model& model, const std::vector<bool>& head, int node, const Primitive& primitive)
      : seen_(firstPersonIndices(model, head, node, primitive)) {}

  /// The corners of a part's triangles, in the primitive's numbers -> for each triangle whether it is seen.
  std::vector<bool> next(const Indices& corners) {
    std::vector<bool> kept;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
      const bool same = at_ + 2 < seen_.size() && std::equal(&corners[i], &corners[i] + 3, &seen_[at_]);
      kept.push_back(same);
      if (same) at_ += 3;
    }
    return kept;
  }

 private:
  Indices seen_;
  std::size_t at_ = 0;
};

/// Null if all are kept.
std::shared_ptr<const Indices> keepTriangles(const Indices& indices, const std::vector<bool>& kept) {
  if (std::all_of(kept.begin(), kept.end(), [](bool k) { return k; })) return nullptr;
  Indices out;
  for (std::size_t t = 0; t < kept.size(); ++t)
    if (kept[t])
      for (std::size_t c = 0; c < 3; ++c) out.push_back(indices[t * 3 + c]);
  return std::make_shared<const Indices>(std::move(out));
}

class Preparer {
 public:
  explicit Preparer(const ModelPtr& model) : model_(*model), head_(headNodes(*model)) { out_.model = model; }

  PreparedModelPtr run() {
    for (std::size_t i = 0; i < model_.nodes.size(); ++i)
      if (model_.nodes[i].mesh >= 0) addMesh(static_cast<int>(i));
    if (out_.parts.empty()) addBones();
    orderBlended(model_, out_.parts);
    for (const PreparedPart& part : out_.parts)
      if (part.material >= 0)
        addImages(out_.model, model_.materials[static_cast<std::size_t>(part.material)], out_.images);
    addMipLevels(out_.images);
    return std::make_shared<const PreparedModel>(std::move(out_));
  }

 private:
  void addMesh(int nodeIndex) {
    const Node& node = model_.nodes[static_cast<std::size_t>(nodeIndex)];
    const Mesh& mesh = model_.meshes[static_cast<std::size_t>(node.mesh)];
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.indices.size() < 3) continue;
      if (node.skin >= 0 && !primitive.weights.empty())
        addSkinned(primitive, nodeIndex, model_.skins[static_cast<std::size_t>(node.skin)]);
      else if (isBlended(model_, primitive.material))
        addSeenThrough(primitive, nodeIndex);
      else
        addRigid(primitive, nodeIndex);
    }
  }

  PreparedPart makePart(const Primitive& primitive, int node) const {
    PreparedPart part;
    part.material = primitive.material;
    part.node = node;
    part.seenByOthers = seenByOthers(model_.nodes[static_cast<std::size_t>(node)].view);
    return part;
  }

  MeshData whole(const Primitive& primitive) const {
    MeshData raw;
    raw.positions = primitive.positions;
    raw.normals = primitive.normals;
    raw.uv = primitive.uv0;
    raw.uv1 = primitive.uv1;
    raw.indices = primitive.indices;
    fixWinding(raw);
    return raw;
  }

  void addRigid(const Primitive& primitive, int node) {
    Shared& shared = rigid_[&primitive];
    if (!shared.mesh) shared = {seal(whole(primitive)), makeMorphSet(primitive)};
    PreparedPart part = makePart(primitive, node);
    part.mesh = shared.mesh;
    part.morphs = shared.morphs;
    part.seenByItself = ownView(primitive, node, shared.mesh->indices);
    const glm::mat4& rest = model_.restWorld[static_cast<std::size_t>(node)];
    std::vector<glm::vec3> atRest = shared.mesh->positions;
    for (glm::vec3& p : atRest) p = glm::vec3(rest * glm::vec4(p, 1.0F));
    include(atRest);
    out_.parts.push_back(std::move(part));
  }

  std::shared_ptr<const Indices> ownView(const Primitive& primitive, int node, const Indices& drawn) const {
    return keepTriangles(drawn, OwnView(model_, head_, node, primitive).next(primitive.indices));
  }

  /// A rigid part as one of a single joint, so that it is placed as skinned ones are: see orderBlended.
  void addSeenThrough(const Primitive& primitive, int node) {
    PreparedPart part = makePart(primitive, node);
    part.joints = {node};
    part.inverseBind = {glm::mat4(1.0F)};
    part.morphs = makeMorphSet(primitive);
    MeshData raw = whole(primitive);
    raw.slots.assign(raw.positions.size(), glm::u8vec4(0));
    raw.weights.assign(raw.positions.size(), {1.0F, 0.0F, 0.0F, 0.0F});
    part.seenByItself = ownView(primitive, node, raw.indices);
    addPosed(std::move(part), std::move(raw));
  }

  void addSkinned(const Primitive& primitive, int node, const Skin& skin) {
    OwnView own(model_, head_, node, primitive);
    for (PalettePart& cut : splitByPalette(primitive, skin.joints.size())) {
      Indices corners;
      for (const std::uint32_t i : cut.indices) corners.push_back(cut.vertices[i]);
      const std::vector<bool> kept = own.next(corners);
      MeshData raw;
      for (const std::uint32_t v : cut.vertices) {
        raw.positions.push_back(primitive.positions[v]);
        raw.normals.push_back(primitive.normals[v]);
        raw.weights.push_back(primitive.weights[v]);
        if (!primitive.uv0.empty()) raw.uv.push_back(primitive.uv0[v]);
        if (!primitive.uv1.empty()) raw.uv1.push_back(primitive.uv1[v]);
      }
      raw.slots = std::move(cut.slots);
      raw.indices = std::move(cut.indices);
      fixWinding(raw);
      PreparedPart part = makePart(primitive, node);
      for (const std::uint16_t joint : cut.joints) {
        part.joints.push_back(skin.joints[joint]);
        part.inverseBind.push_back(skin.inverseBind[joint]);
      }
      if (part.joints.empty()) continue;
      part.morphs = makeMorphSet(primitive, cut.vertices);
      part.seenByItself = keepTriangles(raw.indices, kept);
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

  struct Shared {
    MeshDataPtr mesh;
    MorphSetPtr morphs;
  };

  const Model& model_;
  std::vector<bool> head_;
  PreparedModel out_;
  std::map<const Primitive*, Shared> rigid_;
  bool placed_ = false;  ///< out_.bounds holds something
};

}  // namespace

PreparedModelPtr prepareModel(ModelPtr model) {
  return Preparer(model).run();
}

}  // namespace lead
