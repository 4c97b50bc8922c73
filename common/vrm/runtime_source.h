// Private to vrm/: what reading the moving parts (expressions, look-at, constraints, springs) needs.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "vrm/document.h"

namespace lead {

struct RuntimeSource {
  const Json& json;  ///< the whole document
  const VrmExtension& vrm;
  const std::vector<int>& newIndex;  ///< of the file's node index, before the model was turned
  const LoadLimits& limits;
  Warnings& warnings;

  std::size_t fileNodes() const { return arrayMember(json, "nodes").size(); }

  /// The model's node of a file's node index; -1 where it points nowhere.
  int node(const Json& index, const Model& model) const {
    const auto at = asIndex(index);
    if (!at || static_cast<std::size_t>(*at) >= newIndex.size()) return -1;
    const int node = newIndex[static_cast<std::size_t>(*at)];
    return node < 0 ? -1 : node + (model.turned ? 1 : 0);
  }
};

/// The index into an array of `count`; -1 for anything else.
inline int indexBelow(const Json& value, std::size_t count) {
  const auto at = asIndex(value);
  return at && static_cast<std::size_t>(*at) < count ? *at : -1;
}

/// A number within bounds, so that nothing computed from it overflows.
inline float boundedMember(const Json& object, const char* key, float fallback, float least, float most) {
  return std::clamp(numberMember(object, key, fallback), least, most);
}

inline constexpr float kFarthestOffset = 1e5F;  ///< metres

/// Three numbers, as an array or as x, y, z (VRM 0.x). Members that aren't numbers keep their fallback.
inline glm::vec3 vectorMember(const Json& object, const char* key, glm::vec3 fallback) {
  const Json& value = member(object, key);
  if (value.is_array()) {
    numbersMember(object, key, 3, &fallback.x);
  } else {
    fallback.x = numberMember(value, "x", fallback.x);
    fallback.y = numberMember(value, "y", fallback.y);
    fallback.z = numberMember(value, "z", fallback.z);
  }
  return glm::clamp(fallback, glm::vec3(-kFarthestOffset), glm::vec3(kFarthestOffset));
}

}  // namespace lead
