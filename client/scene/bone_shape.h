// A body of bones for models that have no mesh. Pure.
#pragma once

#include <vector>

#include "scene/mesh_data.h"
#include "vrm/model.h"

namespace lead {

/// The bones as long octahedra in the model's frame at rest, each vertex bound to one bone.
struct BoneBody {
  MeshData mesh;                       ///< slots index `joints`
  std::vector<int> joints;             ///< node of each palette entry
  std::vector<glm::mat4> inverseBind;  ///< one a joint
};

BoneBody makeBoneBody(const Model& model);

}  // namespace lead
