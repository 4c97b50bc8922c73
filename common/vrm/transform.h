// Private to vrm/ and character/: a node's transform as a matrix and back.
#pragma once

#include <glm/mat4x4.hpp>

#include "vrm/model.h"

namespace lead {

/// translation · rotation · scale
glm::mat4 localMatrix(const glm::vec3& translation, const glm::quat& rotation, const glm::vec3& scale);

/// The reverse, into the node. False where the matrix isn't of that form (shear, a column of zeros); then it
/// is the nearest thing with the same first column's direction.
bool decompose(const glm::mat4& matrix, Node& node);

/// The rotation in a world matrix, less scale and mirroring. Conjugating by it is the same as by the matrix
/// itself for any uniform scale, negative ones included. Identity for a matrix that is flat.
glm::quat rotationOf(const glm::mat4& matrix);

}  // namespace lead
