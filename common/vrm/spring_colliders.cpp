#include "vrm/spring_colliders.h"

#include <fmt/format.h>

#include <optional>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kMostRadius = 1e4F;  // metres; a huge sphere stands for a plane in some files

std::optional<SpringCollider> readShape(const Json& shape) {
  SpringCollider collider;
  const Json* json = nullptr;
  if (const Json& sphere = member(shape, "sphere"); sphere.is_object()) {
    json = &sphere;
  } else if (const Json& capsule = member(shape, "capsule"); capsule.is_object()) {
    json = &capsule;
    collider.shape = SpringCollider::Shape::capsule;
    collider.tail = vectorMember(capsule, "tail", glm::vec3(0.0F));
  } else if (const Json& plane = member(shape, "plane"); plane.is_object()) {
    json = &plane;
    collider.shape = SpringCollider::Shape::plane;
    const glm::vec3 normal = vectorMember(plane, "normal", collider.normal);
    collider.normal = normalizedOr(normal, collider.normal);
  }
  if (json == nullptr) return std::nullopt;
  collider.offset = vectorMember(*json, "offset", glm::vec3(0.0F));
  collider.radius = boundedMember(*json, "radius", 0.0F, 0.0F, kMostRadius);
  collider.inside = flagMember(*json, "inside", false);
  return collider;
}

/// The extension's shape where it has one; the plain one beside it is for who doesn't know the extension.
std::optional<SpringCollider> readCollider(const Json& json) {
  const Json& extension = member(member(json, "extensions"), "VRMC_springBone_extended_collider");
  if (const auto extended = readShape(member(extension, "shape"))) return extended;
  const Json& shape = member(json, "shape");
  if (member(shape, "plane").is_object()) return std::nullopt;  // a plane is the extension's only
  auto plain = readShape(shape);
  if (plain) plain->inside = false;
  return plain;
}

class ColliderReader {
 public:
  ColliderReader(const RuntimeSource& source, Model& model) : source_(source), model_(model) {}

  std::vector<std::vector<int>> readVersion1() {
    const Json& extension = member(member(source_.json, "extensions"), "VRMC_springBone");
    std::vector<int> at;  // by index in the file; -1: left out
    for (const Json& json : arrayMember(extension, "colliders")) {
      const auto collider = readCollider(json);
      if (!collider)
        source_.warnings.add("collider.shape", "a spring collider has no known shape; it is ignored");
      at.push_back(collider ? add(*collider, member(json, "node")) : -1);
    }
    std::vector<std::vector<int>> groups;
    for (const Json& json : arrayMember(extension, "colliderGroups")) {
      std::vector<int>& group = groups.emplace_back();
      for (const Json& entry : arrayMember(json, "colliders")) {
        const int collider = indexBelow(entry, at.size());
        if (collider < 0)
          source_.warnings.add("collider.group",
                               "a collider group has a collider that doesn't exist, which is ignored");
        else if (at[static_cast<std::size_t>(collider)] >= 0)
          group.push_back(at[static_cast<std::size_t>(collider)]);
      }
    }
    return groups;
  }

  std::vector<std::vector<int>> readVersion0() {
    std::vector<std::vector<int>> groups;
    for (const Json& json : arrayMember(member(*source_.vrm.json, "secondaryAnimation"), "colliderGroups")) {
      std::vector<int>& group = groups.emplace_back();
      for (const Json& entry : arrayMember(json, "colliders")) {
        SpringCollider collider;
        collider.offset = vectorMember(entry, "offset", glm::vec3(0.0F));
        collider.offset.z = -collider.offset.z;  // Unity's z points the other way
        collider.radius = boundedMember(entry, "radius", 0.0F, 0.0F, kMostRadius);
        if (const int at = add(collider, member(json, "node")); at >= 0) group.push_back(at);
      }
    }
    return groups;
  }

 private:
  /// Its index; -1 where it is left out.
  int add(SpringCollider collider, const Json& node) {
    collider.node = source_.node(node, model_);
    if (collider.node < 0) {
      source_.warnings.add("collider.node",
                           "a spring collider is on a node that doesn't exist; it is ignored");
      return -1;
    }
    if (model_.colliders.size() >= source_.limits.springColliders) {
      source_.warnings.add("limit.colliders",
                           fmt::format("the model has over {} spring colliders; the others are ignored",
                                       source_.limits.springColliders));
      return -1;
    }
    model_.colliders.push_back(collider);
    return static_cast<int>(model_.colliders.size()) - 1;
  }

  const RuntimeSource& source_;
  Model& model_;
};

}  // namespace

std::vector<std::vector<int>> readColliders(const RuntimeSource& source, Model& model) {
  ColliderReader reader(source, model);
  return source.vrm.version == VrmVersion::v0 ? reader.readVersion0() : reader.readVersion1();
}

}  // namespace lead
