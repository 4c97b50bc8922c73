// A Model made ready for upload: everything that needs no engine, so that a worker thread can do it while the
// scene goes on being drawn.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "scene/mesh_data.h"
#include "vrm/model.h"

namespace lead {

/// One thing to draw: triangles of one material that move with one node, or with a palette of joints.
struct PreparedPart {
  MeshDataPtr mesh;         ///< morph targets already added by the file's default weights
  int material = -1;        ///< of the model; -1: the default, or bones
  int node = -1;            ///< what a rigid part moves with
  std::vector<int> joints;  ///< node of each palette entry; empty: rigid
  std::vector<glm::mat4> inverseBind;
  bool mirrored = false;  ///< its transform at rest turns triangles inside out
  Bounds reach;           ///< skinned: box about the root's position that holds it in any pose
};

struct PreparedImage {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> rgba;  ///< sRGB, rows top-down
};

struct PreparedModel {
  ModelPtr model;
  std::vector<PreparedPart> parts;
  std::map<int, PreparedImage> images;  ///< those that are drawn, by their index in the model
  bool bonesOnly = false;               ///< the model has nothing to draw; its bones are
  Bounds bounds;                        ///< of all that is drawn, at rest, in the model's frame
};

using PreparedModelPtr = std::shared_ptr<const PreparedModel>;

/// Any thread.
PreparedModelPtr prepareModel(ModelPtr model);

/// A primitive's positions and normals with morph targets added by weight; weights that are missing are 0.
struct MorphedVertices {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;  ///< not normalised
};
MorphedVertices morph(const Primitive& primitive, const std::vector<float>& weights);

/// Halves a picture (rounding down, at least one pixel) by averaging, in place.
void halve(std::uint32_t& width, std::uint32_t& height, std::vector<std::uint8_t>& rgba);

}  // namespace lead
