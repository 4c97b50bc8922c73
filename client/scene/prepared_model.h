// A Model made ready for upload: everything that needs no engine, so that a worker thread can do it while the
// scene goes on being drawn.
#pragma once

#include <memory>
#include <vector>

#include "scene/mesh_data.h"
#include "scene/morphs.h"
#include "scene/prepared_images.h"
#include "vrm/model.h"

namespace lead {

/// One thing to draw: triangles of one material that move with one node, or with a palette of joints.
struct PreparedPart {
  MeshDataPtr mesh;   ///< without morphs
  int material = -1;  ///< of the model; -1: the default, or bones
  int node = -1;      ///< that shows it: a rigid part moves with it, morphs are weighted by it; -1: bones
  std::vector<int> joints;  ///< node of each palette entry; empty: rigid
  std::vector<glm::mat4> inverseBind;
  bool mirrored = false;  ///< its transform at rest turns triangles inside out
  Bounds reach;           ///< skinned: box about the root's position that holds it in any pose
  MorphSetPtr morphs;     ///< null: none
  bool seenByOthers = true;
  /// What its own avatar sees of it. Null: as others do.
  std::shared_ptr<const std::vector<std::uint32_t>> seenByItself;
  /// Among what is seen through of one avatar: later ones are drawn over earlier ones.
  std::uint16_t blendRank = 0;
};

struct PreparedModel {
  ModelPtr model;
  std::vector<PreparedPart> parts;
  PreparedImages images;   ///< those that are drawn
  bool bonesOnly = false;  ///< the model has nothing to draw; its bones are
  Bounds bounds;           ///< of all that is drawn, at rest, in the model's frame
};

using PreparedModelPtr = std::shared_ptr<const PreparedModel>;

/// Any thread.
PreparedModelPtr prepareModel(ModelPtr model);

}  // namespace lead
