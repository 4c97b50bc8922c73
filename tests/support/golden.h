// Reads the reference vectors in tests/golden.
#pragma once

#include <fstream>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace lead::test {

inline nlohmann::json readGolden(const std::string& file) {
  return nlohmann::json::parse(std::ifstream(std::string(LEAD_SOURCE_DIR "/tests/golden/") + file));
}

inline glm::vec3 vec3Of(const nlohmann::json& json) {
  return {json.at(0).get<float>(), json.at(1).get<float>(), json.at(2).get<float>()};
}

/// (x, y, z, w) in the file.
inline glm::quat quatOf(const nlohmann::json& json) {
  return {json.at(3).get<float>(), json.at(0).get<float>(), json.at(1).get<float>(), json.at(2).get<float>()};
}

}  // namespace lead::test
