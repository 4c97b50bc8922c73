// Models for the comparison with three-vrm that are made, not found: small ones of our own with everything
// that moves, and shared files that lack too many bones to be avatars, with those added.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "glb_builder.h"

namespace lead::test {

struct ReferenceModel {
  std::string name;             ///< of its file and its results, without extension
  std::string shared;           ///< the file of ../shared/models that it is made from; empty: none
  std::function<Bytes()> make;  ///< the same bytes at every call; throws where the shared file is missing
};

const std::vector<ReferenceModel>& madeModels();

/// Adds to a VRM 1.0 or 0.x file, or to a glTF file without either, what it lacks to be an avatar.
Bytes completed(const Bytes& file);

}  // namespace lead::test
