// Private to vrm/: values of one material, checked as they are read. What is wrong gets a warning and keeps
// its default.
#pragma once

#include <string>

#include "vrm/faults.h"
#include "vrm/json_read.h"
#include "vrm/model.h"

namespace lead {

class MaterialValues {
 public:
  /// `textures`: how many the file has. `warnings` must outlive it.
  MaterialValues(const std::string& material, std::size_t textures, Warnings& warnings);

  /// Within least … most; what is beyond is brought to the nearer end.
  float number(const Json& object, const char* key, float fallback, float least, float most);
  /// The first `count` of an array, each within 0 … most.
  void color(const Json& object, const char* key, int count, float most, float* values);
  glm::vec3 color(const Json& object, const char* key, const glm::vec3& fallback, float most = 1.0F);
  bool flag(const Json& object, const char* key, bool fallback);
  /// A texture's index where it exists; -1 where there is none.
  int textureIndex(const Json& object, const char* key);
  /// A glTF textureInfo with KHR_texture_transform.
  TextureUse texture(const Json& object, const char* key);

  /// A warning about this material: "material 'Hair' ...".
  void warn(const char* id, const std::string& what);

 private:
  float within(float value, const char* key, float least, float most);
  void pair(const Json& object, const char* key, glm::vec2& value);

  std::string name_;  // quoted
  std::size_t textures_;
  Warnings& warnings_;
};

}  // namespace lead
