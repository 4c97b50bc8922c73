// Skins as Filament 1.9 wants them. Pure.
//
// A renderable has at most 255 joints, so each primitive gets a palette of just the joints that it uses, and
// one that uses more is cut into pieces. A palette's matrices are sent as rotation, translation and a scale
// along the joint's axes: a matrix with shear (non-uniform scale above a rotated joint) can't be, and such
// parts are skinned here instead.
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "vrm/model.h"

namespace lead {

inline constexpr std::size_t kMaxPalette = 255;

/// Some triangles of a primitive with what they use, renumbered.
struct PalettePart {
  std::vector<std::uint32_t> vertices;  ///< part vertex -> primitive vertex
  std::vector<std::uint32_t> indices;   ///< into `vertices`
  std::vector<std::uint16_t> joints;    ///< palette entry -> joint of the skin
  std::vector<glm::u8vec4> slots;       ///< a vertex' four palette entries
};

/// Cuts a skinned primitive so that no part uses more than `limit` (≥ 12: a triangle's own) joints. Joints
/// with weight 0 and joints that the skin (`skinJoints` many) lacks are not used.
std::vector<PalettePart> splitByPalette(const Primitive& primitive, std::size_t skinJoints,
                                        std::size_t limit = kMaxPalette);

/// True if the matrix is a rotation and a scale along its own axes, without shear.
bool isSendable(const glm::mat4& m);

/// Linear blend skinning of one vertex set. All spans of inputs are equally long; outputs too.
void skinVertices(std::span<const glm::mat4> palette, std::span<const glm::u8vec4> slots,
                  std::span<const glm::vec4> weights, std::span<const glm::vec3> positions,
                  std::span<const glm::vec3> normals, std::span<glm::vec3> outPositions,
                  std::span<glm::vec3> outNormals);

}  // namespace lead
