// Private to vrm/: the file's JSON as a whole, checked, with tinygltf's reading of its typed parts.
#pragma once

#include <tiny_gltf.h>

#include <cstdint>
#include <span>
#include <vector>

#include "vrm/faults.h"
#include "vrm/glb.h"
#include "vrm/json_read.h"
#include "vrm/limits.h"
#include "vrm/model.h"

namespace lead {

/// The VRM extension of a file: VRMC_vrm where it has both.
struct VrmExtension {
  VrmVersion version = VrmVersion::v1;
  const Json* json = nullptr;  ///< an object inside of the document's JSON; null where the file has none
};

/// Checks what holds for the whole file: glTF version, array sizes, required extensions, addresses of other
/// files.
void checkDocument(const Json& json, const LoadLimits& limits, Faults& faults);

/// Refuses required extensions that aren't known, with advice for those that are common.
void checkRequiredExtensions(const Json& json, Faults& faults);

/// Refuses geometry and pictures that are there in a compression only that can't be read, required or not.
void checkCompression(const Json& json, Faults& faults);

/// Finds the extension; where it is missing or no object, that is a fault.
VrmExtension findVrm(const Json& json, Faults& faults);

/// Accessors, buffer views, meshes, skins, materials, textures and samplers as tinygltf reads them. Neither
/// buffers nor images are in it: those are views of the file's own bytes, see Buffers. Throws ModelError.
tinygltf::Model readGltf(const Json& json);

/// The bytes that buffer views point into.
class Buffers {
 public:
  /// Throws ModelError where a buffer isn't in the file or longer than its data.
  Buffers(const Json& json, std::span<const std::uint8_t> binary);

  /// The bytes of a buffer view. Throws ModelError where it doesn't lie within its buffer.
  std::span<const std::uint8_t> view(const tinygltf::Model& gltf, int bufferView) const;

 private:
  std::vector<std::vector<std::uint8_t>> decoded_;  // of data: addresses
  std::vector<std::span<const std::uint8_t>> buffers_;
};

/// The bytes of a "data:" address. Throws ModelError, which names `what`.
std::vector<std::uint8_t> decodeDataUri(const std::string& uri, const std::string& what);

}  // namespace lead
