// Models made by hand for the scene's tests.
#pragma once

#include <glm/vec4.hpp>

#include "scene/mesh_data.h"
#include "vrm/model.h"

namespace lead::test {

/// The 15 required bones in a T-pose of a 1.6 m person, and nothing to draw. Node 0 is a root.
Model bareModel();

/// A square of edge 2·half in the plane z = `center.z`, facing +Z, with (0, 0) of its texture at its top
/// left.
Primitive makeSquare(glm::vec3 center, float half, int material);

/// Adds a node below `parent` that draws `primitive` rigidly; its origin is the world's at rest.
int addRigid(Model& model, int parent, Primitive primitive);

/// Adds an opaque unlit material of a linear colour; returns its index.
int addUnlit(Model& model, glm::vec4 color);

/// Adds a texture of width · height RGBA pixels; returns its index.
int addTexture(Model& model, std::uint32_t width, std::uint32_t height, std::vector<std::uint8_t> rgba);

/// Recomputes restWorld after nodes were added.
void updateRest(Model& model);

ModelPtr share(Model model);

}  // namespace lead::test
