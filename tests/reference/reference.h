// Numbers of three-vrm as three-vrm/results has them, and how far Lead's are from them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "character/character.h"
#include "glb_builder.h"

namespace lead::test {

/// Names of all models with results, sorted.
std::vector<std::string> referenceNames();
/// Of those whose results have a kind.
std::vector<std::string> namesWith(const std::string& kind);

struct Reference {
  explicit Reference(const std::string& name);

  std::string name;
  Json inputs;   ///< results/inputs.json
  Json results;  ///< results/NAME.json
  Bytes file;    ///< the model; empty where ../shared is missing
};

/// A pose of inputs.json.
Pose poseOf(const Json& json);
glm::vec3 vectorOf(const Json& json);
glm::quat quaternionOf(const Json& json);  ///< x, y, z, w

/// Where three-vrm has an object: seven whole numbers, the place in 0.1 mm and the rotation in 1/10 000.
struct Placed {
  glm::vec3 position;
  glm::quat rotation;
};
Placed placedOf(const Json& row);

/// The largest differences of one model, by kind, for its report.
class Worst {
 public:
  void angle(const std::string& kind, float radians, const std::string& where);
  void distance(const std::string& kind, float metres, const std::string& where);
  void weight(const std::string& kind, float difference, const std::string& where);
  void world(const std::string& kind, const glm::mat4& ours, const Placed& theirs, const std::string& where);

  /// In degrees, millimetres or as it is; 0 where nothing of that kind was compared.
  float of(const std::string& kind) const;
  bool has(const std::string& kind) const { return entries_.count(kind) != 0; }
  /// One line a kind.
  void print(const std::string& model) const;

 private:
  struct Entry {
    float value = 0.0F;
    int count = 0;
    std::string unit;
    std::string where;
  };
  void note(const std::string& kind, const char* unit, float value, const std::string& where);
  std::map<std::string, Entry> entries_;
};

float angleBetweenRotations(const glm::quat& a, const glm::quat& b);
}  // namespace lead::test
