// Writes the mannequin's file: glTF 2.0 binary with the VRM 1.0 extensions.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mannequin/parts.h"

namespace lead::mannequin {

/// Collects the binary chunk and the accessors that describe it. Offsets are aligned to 4 bytes.
class GlbBuilder {
 public:
  nlohmann::json& root() { return json_; }

  /// Each returns the accessor's number.
  int addVectors(const std::vector<glm::vec3>& values, bool withBounds);
  int addIndices(const std::vector<std::uint32_t>& values, std::size_t vertexCount);
  int addJoints(const std::vector<SkinWeights>& weights, const BoneArray<int>& jointOf);
  int addWeights(const std::vector<SkinWeights>& weights);
  int addMatrices(const std::vector<float>& columnMajor);
  /// Only the elements that differ from zero are stored.
  int addSparseVectors(const std::vector<glm::vec3>& values);

  std::vector<std::uint8_t> finish();

 private:
  int addView(const void* data, std::size_t bytes, int target);
  int addAccessor(nlohmann::json accessor);

  nlohmann::json json_;
  std::vector<std::uint8_t> binary_;
};

}  // namespace lead::mannequin
