// A file with one material and a few textures, of either version.
#pragma once

#include <glm/geometric.hpp>

#include "humanoid_glb.h"

namespace lead::test {

inline constexpr int kTexturesOfMaterialFile = 12;

/// `properties`: of 0.x.
inline ModelPtr modelWithMaterial(VrmVersion version, Json material, Json properties = nullptr) {
  Humanoid file = makeHumanoid({.version = version});
  file.json["images"] = {Json::object()};
  file.json["textures"] = Json::array();
  for (int i = 0; i < kTexturesOfMaterialFile; ++i) file.json["textures"].push_back({{"source", 0}});
  file.json["materials"] = {std::move(material)};
  if (!properties.is_null()) file.extension()["materialProperties"] = {std::move(properties)};
  return load(file);
}

inline Material materialOf(VrmVersion version, Json material, Json properties = nullptr) {
  return modelWithMaterial(version, std::move(material), std::move(properties))->materials.at(0);
}

inline bool near(const glm::vec3& a, const glm::vec3& b) {
  return glm::length(a - b) < 1e-4F;
}

}  // namespace lead::test
