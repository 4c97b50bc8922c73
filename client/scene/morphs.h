// Morph targets, blended on the CPU: faces have dozens, Filament 1.9 takes four. Pure.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "scene/mesh_data.h"
#include "vrm/model.h"

namespace lead {

/// The morph targets of one part of a model: only what they move.
struct MorphSet {
  struct Target {
    std::vector<std::uint32_t> vertices;  ///< of the part
    std::vector<glm::vec3> positions;     ///< differences, as many as `vertices`
    std::vector<glm::vec3> normals;       ///< the same
  };
  std::vector<Target> targets;
  std::vector<std::uint32_t> touched;  ///< vertices that any target moves, ascending
};

using MorphSetPtr = std::shared_ptr<const MorphSet>;

/// `vertices`: part vertex -> primitive vertex; empty: the part is the whole primitive. Null if nothing
/// moves.
MorphSetPtr makeMorphSet(const Primitive& primitive, std::span<const std::uint32_t> vertices = {});

/// The vertices of a part of one avatar.
class MorphBlender {
 public:
  MorphBlender(MeshDataPtr mesh, MorphSetPtr morphs);

  /// Adds the targets by weight; weights that are missing are 0. False if nothing was or is moved.
  bool blend(std::span<const float> weights);

  const std::vector<glm::vec3>& positions() const { return positions_; }
  const std::vector<glm::vec3>& normals() const { return normals_; }  ///< not normalised
  const std::vector<glm::i16vec4>& tangents() const { return tangents_; }

 private:
  MeshDataPtr mesh_;
  MorphSetPtr morphs_;
  std::vector<glm::vec3> positions_;
  std::vector<glm::vec3> normals_;
  std::vector<glm::i16vec4> tangents_;
  std::vector<glm::vec3> touchedNormals_;
  bool moved_ = false;
};

}  // namespace lead
