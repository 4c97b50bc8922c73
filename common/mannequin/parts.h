// What the mannequin's file is written from: skinned meshes of one primitive a material, as plain arrays.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "mannequin/weights.h"

namespace lead::mannequin {

enum class Paint { skin, suit, trim, hair, shoe, sole, band, white, iris, pupil, glint, line, mouth, tongue };
inline constexpr std::size_t kPaintCount = 14;

/// Differences to a part's positions: empty, or one a vertex.
using Offsets = std::vector<glm::vec3>;

struct Part {
  Paint paint = Paint::skin;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;  ///< unit
  std::vector<SkinWeights> weights;
  std::vector<std::uint32_t> indices;  ///< counter-clockwise seen from outside
  std::vector<Offsets> morphs;         ///< as many as the mesh has names
};

struct PartMesh {
  std::string name;
  std::vector<std::string> morphNames;
  std::vector<Part> parts;
};

/// Head, trunk and limbs, one part a colour. No morphs.
PartMesh buildBody();

/// Both eyeballs, moved by the eye bones.
PartMesh buildEyes();

/// Lids, brows and mouth, moved by the head, with the expressions as morphs.
PartMesh buildFace();

}  // namespace lead::mannequin
