#include "vrm/load.h"

#include <fmt/format.h>

#include <exception>
#include <fstream>
#include <memory>
#include <new>
#include <system_error>

#include "vrm/accessors.h"
#include "vrm/document.h"
#include "vrm/humanoid_map.h"
#include "vrm/images.h"
#include "vrm/materials.h"
#include "vrm/meshes.h"
#include "vrm/meta.h"
#include "vrm/nodes.h"
#include "vrm/rig.h"
#include "vrm/runtime_parts.h"

namespace lead {
namespace {

/// What is cheap to check comes first, and all of its faults together; only then is geometry read.
ModelPtr build(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  Faults faults;
  Warnings warnings(limits.warnings);
  const Glb glb = openGlb(bytes, limits);
  const Json json = parseJson(glb.json, limits, faults);
  checkDocument(json, limits, faults);
  checkCompression(json, faults);
  const VrmExtension vrm = findVrm(json, faults);
  if (vrm.json == nullptr) faults.throwIfAny();

  const auto model = std::make_shared<Model>();
  checkMeta(vrm, faults);
  const BoneArray<int> bones = readHumanoid(vrm, arrayMember(json, "nodes").size(), faults, warnings);
  NodeTree tree = readNodes(json, faults, warnings);
  faults.throwIfAny();

  const tinygltf::Model gltf = readGltf(json);
  const Buffers buffers(json, glb.binary);
  AccessorReader accessors(gltf, buffers, limits);
  const MeshSource source{json, gltf, accessors, limits, warnings};
  model->nodes = std::move(tree.nodes);
  for (std::size_t i = 0; i < kBoneCount; ++i)
    model->boneNode[i] = bones[i] < 0 ? -1 : tree.newIndex[static_cast<std::size_t>(bones[i])];
  model->skins = readSkins(source, tree.newIndex);
  buildRig(vrm.version, *model, faults, warnings);
  faults.throwIfAny();

  model->textures = readTextures(json, gltf, warnings);
  model->materials = readMaterials(json, vrm, warnings);
  model->meshes = readMeshes(source);
  fitSkins(*model, warnings);
  model->images = readImages(json, gltf, buffers, limits, warnings);
  model->meta = readMeta(vrm, model->images.size(), model->textures, warnings);
  const RuntimeSource runtime{json, vrm, tree.newIndex, limits, warnings};
  readFirstPerson(runtime, *model);
  readExpressions(runtime, *model);
  readLookAt(runtime, *model);
  readConstraints(runtime, *model);
  readSprings(runtime, *model);
  model->warnings = warnings.take();
  return model;
}

}  // namespace

ModelPtr loadModel(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  try {
    return build(bytes, limits);
  } catch (const ModelError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw ModelError("file.memory", "there is not enough memory for the model");
  } catch (const std::exception& error) {  // of the libraries below
    throw ModelError("file.broken", fmt::format("the file is broken: {}", error.what()));
  }
}

std::vector<std::uint8_t> readModelFile(const std::filesystem::path& path, std::size_t maxBytes) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status))
    throw ModelError("file.unreadable", fmt::format("there is no file {}", path.string()));
  if (!std::filesystem::is_regular_file(status))
    throw ModelError("file.unreadable", fmt::format("{} is not a file", path.string()));
  const auto size = std::filesystem::file_size(path, failure);
  if (failure)
    throw ModelError("file.unreadable",
                     fmt::format("{} can't be read: {}", path.string(), failure.message()));
  if (size > maxBytes)
    throw ModelError("file.too-large", fmt::format("{} is too large: {} bytes, the limit is {}",
                                                   path.string(), size, maxBytes));
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes(size);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!file) throw ModelError("file.unreadable", fmt::format("{} can't be read", path.string()));
  return bytes;
}

}  // namespace lead
