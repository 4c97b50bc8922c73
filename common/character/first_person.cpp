#include "character/first_person.h"

#include <array>

namespace lead {
namespace {

/// By vertex: any weight of a joint that is part of the head.
std::vector<bool> headVertices(const Skin& skin, const std::vector<bool>& head, const Primitive& primitive) {
  std::vector<bool> out(primitive.positions.size(), false);
  for (std::size_t v = 0; v < out.size(); ++v)
    for (int i = 0; i < 4; ++i)
      if (primitive.weights[v][i] > 0.0F &&
          head[static_cast<std::size_t>(skin.joints[primitive.joints[v][i]])])
        out[v] = true;
  return out;
}

}  // namespace

std::vector<bool> headNodes(const Model& model) {
  std::vector<bool> head(model.nodes.size(), false);
  const int bone = model.boneNode[index(Bone::head)];
  for (std::size_t i = 0; i < head.size(); ++i) {
    const int parent = model.nodes[i].parent;
    head[i] = static_cast<int>(i) == bone || (parent >= 0 && head[static_cast<std::size_t>(parent)]);
  }
  return head;
}

std::vector<std::uint32_t> firstPersonIndices(const Model& model, const std::vector<bool>& head, int node,
                                              const Primitive& primitive) {
  const Node& shown = model.nodes[static_cast<std::size_t>(node)];
  if (shown.view == FirstPersonView::thirdPersonOnly) return {};
  if (shown.view != FirstPersonView::automatic) return primitive.indices;
  const bool skinned = shown.skin >= 0 && !primitive.joints.empty();
  if (!skinned)
    return head[static_cast<std::size_t>(node)] ? std::vector<std::uint32_t>() : primitive.indices;

  const std::vector<bool> hidden =
      headVertices(model.skins[static_cast<std::size_t>(shown.skin)], head, primitive);
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    const auto triangle =
        std::array{primitive.indices[i], primitive.indices[i + 1], primitive.indices[i + 2]};
    if (hidden[triangle[0]] || hidden[triangle[1]] || hidden[triangle[2]]) continue;
    out.insert(out.end(), triangle.begin(), triangle.end());
  }
  return out;
}

}  // namespace lead
