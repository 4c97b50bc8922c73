#include "vrm/nodes.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "vrm/transform.h"

namespace lead {
namespace {

class NodeReader {
 public:
  NodeReader(const Json& json, Faults& faults, Warnings& warnings)
      : json_(json), nodes_(arrayMember(json, "nodes")), faults_(faults), warnings_(warnings) {}

  NodeTree read() {
    readChildren();
    orderParentsFirst();
    for (std::size_t i = 0; i < order_.size(); ++i) tree_.nodes.push_back(readNode(order_[i]));
    dropMeshesOutsideScene();
    return std::move(tree_);
  }

 private:
  std::string label(int fileIndex) const {
    return fmt::format("node {} {}", fileIndex,
                       inQuotes(textMember(nodes_[static_cast<std::size_t>(fileIndex)], "name")));
  }

  void readChildren() {
    parent_.assign(nodes_.size(), -1);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const Json& entry : arrayMember(nodes_[i], "children")) {
        const auto child = asIndex(entry);
        const int self = static_cast<int>(i);
        if (!child || static_cast<std::size_t>(*child) >= nodes_.size()) {
          faults_.add("node.child", fmt::format("{} has a child that doesn't exist", label(self)));
          continue;
        }
        int& parent = parent_[static_cast<std::size_t>(*child)];
        if (parent == self)
          warnings_.add("node.child-twice", fmt::format("{} lists a child twice", label(self)));
        else if (parent >= 0)
          faults_.add("node.two-parents",
                      fmt::format("{} has two parents, nodes {} and {}", label(*child), parent, self));
        else
          parent = self;
      }
  }

  void orderParentsFirst() {
    std::vector<std::vector<int>> children(nodes_.size());
    std::vector<int> stack;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      if (parent_[i] < 0)
        stack.push_back(static_cast<int>(i));
      else
        children[static_cast<std::size_t>(parent_[i])].push_back(static_cast<int>(i));  // last child first
    }
    tree_.newIndex.assign(nodes_.size(), -1);
    while (!stack.empty()) {
      const int node = stack.back();
      stack.pop_back();
      tree_.newIndex[static_cast<std::size_t>(node)] = static_cast<int>(order_.size());
      order_.push_back(node);
      for (const int child : children[static_cast<std::size_t>(node)]) stack.push_back(child);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (tree_.newIndex[i] < 0) {  // every node has one parent at most, so what no root reaches is in a ring
        faults_.add("node.cycle", fmt::format("{} is its own ancestor", label(static_cast<int>(i))));
        break;
      }
  }

  Node readNode(int fileIndex) {
    const Json& json = nodes_[static_cast<std::size_t>(fileIndex)];
    Node node;
    node.name = textMember(json, "name");
    const int parent = parent_[static_cast<std::size_t>(fileIndex)];
    if (parent >= 0) node.parent = tree_.newIndex[static_cast<std::size_t>(parent)];
    readTransform(json, fileIndex, node);
    node.mesh = readReference(json, fileIndex, "mesh", "meshes");
    node.skin = readReference(json, fileIndex, "skin", "skins");
    return node;
  }

  int readReference(const Json& json, int fileIndex, const char* key, const char* section) {
    const Json& value = member(json, key);
    if (value.is_null()) return -1;
    const auto at = asIndex(value);
    if (at && static_cast<std::size_t>(*at) < arrayMember(json_, section).size()) return *at;
    faults_.add("node.reference", fmt::format("{} uses {} {}, which doesn't exist", label(fileIndex), key,
                                              value.is_number() ? value.dump() : "?"));
    return -1;
  }

  void readTransform(const Json& json, int fileIndex, Node& node) {
    std::array<float, 16> matrix{};
    if (readNumbers(json, fileIndex, "matrix", 16, matrix.data())) {
      if (!decompose(glm::make_mat4(matrix.data()), node))
        warnings_.add("node.shear",
                      fmt::format("{} has a matrix with shear, which is left out", label(fileIndex)));
      return;
    }
    readNumbers(json, fileIndex, "translation", 3, &node.translation.x);
    readNumbers(json, fileIndex, "scale", 3, &node.scale.x);
    std::array<float, 4> rotation{0.0F, 0.0F, 0.0F, 1.0F};
    if (!readNumbers(json, fileIndex, "rotation", 4, rotation.data())) return;
    const glm::quat q(rotation[3], rotation[0], rotation[1], rotation[2]);
    const float length = std::sqrt(glm::dot(q, q));
    if (!(length > 1e-6F) || !std::isfinite(length))
      warnings_.add("node.rotation",
                    fmt::format("{} has a rotation of length zero, which is left out", label(fileIndex)));
    else
      node.rotation = q / length;
  }

  /// False where the node doesn't have the member.
  bool readNumbers(const Json& json, int fileIndex, const char* key, std::size_t count, float* values) {
    const Json& array = member(json, key);
    if (array.is_null()) return false;
    bool good = array.is_array() && array.size() == count;
    for (std::size_t i = 0; good && i < count; ++i) {
      const auto number = asNumber(array[i]);
      good = number.has_value();
      if (good) values[i] = *number;
    }
    if (!good)
      faults_.add("node.not-finite",
                  fmt::format("{} has a {} that isn't {} finite numbers", label(fileIndex), key, count));
    return true;
  }

  void dropMeshesOutsideScene() {
    const Json& scenes = arrayMember(json_, "scenes");
    if (scenes.empty()) return;  // then everything is shown
    std::size_t scene = 0;
    if (const Json& wanted = member(json_, "scene"); !wanted.is_null()) {
      const auto at = asIndex(wanted);
      if (!at || static_cast<std::size_t>(*at) >= scenes.size()) {
        faults_.add("scene.broken", fmt::format("the file's scene doesn't exist; it has {}", scenes.size()));
        return;
      }
      scene = static_cast<std::size_t>(*at);
    }
    std::vector<bool> shown(tree_.nodes.size(), false);
    for (const Json& entry : arrayMember(scenes[scene], "nodes")) {
      const auto root = asIndex(entry);
      if (!root || static_cast<std::size_t>(*root) >= nodes_.size()) {
        faults_.add("scene.broken", "the file's scene has a node that doesn't exist");
        return;
      }
      if (const int at = tree_.newIndex[static_cast<std::size_t>(*root)]; at >= 0)
        shown[static_cast<std::size_t>(at)] = true;
    }
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      Node& node = tree_.nodes[i];
      if (node.parent >= 0 && shown[static_cast<std::size_t>(node.parent)]) shown[i] = true;
      if (!shown[i] && node.mesh >= 0) {
        warnings_.add("node.not-shown",
                      fmt::format("{} is not in the file's scene; its mesh is not shown", label(order_[i])));
        node.mesh = -1;
      }
    }
  }

  const Json& json_;
  const Json& nodes_;
  Faults& faults_;
  Warnings& warnings_;
  std::vector<int> parent_;  // by file index
  std::vector<int> order_;   // file indices, parents first
  NodeTree tree_;
};

}  // namespace

NodeTree readNodes(const Json& json, Faults& faults, Warnings& warnings) {
  return NodeReader(json, faults, warnings).read();
}

}  // namespace lead
