// A room's obstacles, plain and matte, and its bounds as a faint line on the floor.
#pragma once

#include <memory>

#include "lead/space.h"
#include "scene/mesh_data.h"
#include "scene/stage.h"

namespace lead {

/// All obstacles in the world; without triangles where there are none. Pure; not sealed yet.
MeshData makeObstacleMesh(const Space& space);
/// A strip on the floor along the inside of the bounds; without triangles where there are none.
MeshData makeBoundsMesh(const Space& space);

class SpaceView {
 public:
  explicit SpaceView(Stage& stage);
  ~SpaceView();

  /// As often as you like: what is the same costs nothing.
  void set(const Space& space);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
