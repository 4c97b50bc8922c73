// What a file may ask of us at most. A file over a limit is refused with its name and the limit, never half
// loaded; pictures alone are made smaller instead.
#pragma once

#include <cstddef>

namespace lead {

struct LoadLimits {
  std::size_t fileBytes = std::size_t{100} * 1024 * 1024;

  // The JSON part.
  std::size_t jsonBytes = std::size_t{16} * 1024 * 1024;
  std::size_t jsonValues = 1'000'000;
  std::size_t jsonDepth = 64;

  // Entries of the glTF arrays.
  std::size_t nodes = 8192;
  std::size_t meshes = 4096;
  std::size_t primitives = 8192;  ///< of all meshes
  std::size_t skins = 1024;
  std::size_t joints = 65'535;  ///< of all skins
  std::size_t materials = 1024;
  std::size_t textures = 1024;
  std::size_t images = 256;
  std::size_t buffers = 16;
  std::size_t accessors = 65'536;  ///< and buffer views

  // Geometry, of all primitives together.
  std::size_t vertices = 2'000'000;
  std::size_t indices = 12'000'000;
  std::size_t morphsPerPrimitive = 1024;
  std::size_t morphValues = 16'000'000;    ///< vectors in morph targets
  std::size_t elementsRead = 200'000'000;  ///< accessor elements decoded: bounds the time

  // Pictures. One over imageSide isn't decoded; the others are scaled down until they fit.
  std::size_t imageSide = 8192;
  std::size_t keptSide = 2048;
  std::size_t keptPixels = std::size_t{64} * 1024 * 1024;      ///< of all pictures
  std::size_t decodedPixels = std::size_t{256} * 1024 * 1024;  ///< before scaling: bounds the time

  // What moves besides the bones. What is over these is left out with a warning.
  std::size_t expressionBinds = 65'536;  ///< of all expressions
  std::size_t springColliders = 4096;
  std::size_t springCollisions = 100'000;  ///< joints times their colliders: bounds the time of a frame

  // Motions, of all animations together.
  std::size_t animations = 256;
  std::size_t motionFrames = 36'000;   ///< key times after merging: ten minutes at 60 Hz
  std::size_t motionKeys = 4'000'000;  ///< values decoded, and values made: bounds memory and time
  std::size_t motionNodes = 512;       ///< nodes that are bones or above one
  std::size_t motionExpressions = 256;
  float motionSeconds = 3600.0F;  ///< no key time is later

  std::size_t warnings = 50;
};

}  // namespace lead
