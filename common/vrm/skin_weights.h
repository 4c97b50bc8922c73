// Private to vrm/: the influences of joints on one vertex.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec4.hpp>

namespace lead {

/// Collects up to eight influences and gives the four strongest, with weights that sum to 1.
class VertexInfluences {
 public:
  /// Influences without weight, or with a negative one, are left out.
  void add(std::uint32_t joint, float weight);
  void store(glm::u16vec4& joints, glm::vec4& weights) const;

 private:
  struct Influence {
    std::uint16_t joint = 0;
    float weight = 0.0F;
  };
  std::array<Influence, 4> strongest_{};  // falling
};

/// Scales weights to sum 1; without any, the first joint has it all.
void normalizeWeights(glm::vec4& weights);

}  // namespace lead
