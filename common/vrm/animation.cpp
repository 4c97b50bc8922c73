#include "vrm/animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <new>
#include <string_view>

#include "vrm/animation_sampler.h"
#include "vrm/animation_targets.h"
#include "vrm/animation_times.h"
#include "vrm/animation_tracks.h"

namespace lead {
namespace {

/// The container: binary glTF, or JSON as it is.
Glb openContainer(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  if (bytes.size() >= 4 && std::memcmp(bytes.data(), "glTF", 4) == 0) return openGlb(bytes, limits);
  if (bytes.empty()) throw ModelError("file.empty", "the file is empty");
  if (bytes.size() > limits.fileBytes)
    throw ModelError("file.too-large", fmt::format("the file is too large: {} bytes, the limit is {}",
                                                   bytes.size(), limits.fileBytes));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  if (first == std::string_view::npos || text[first] != '{')
    throw ModelError(
        "file.not-animation",
        "this is no animation file: it begins neither as binary nor as JSON glTF (.vrma, .glb, .gltf)");
  if (text.size() > limits.jsonBytes)
    throw ModelError("json.too-large", fmt::format("the file's JSON is too large: {} bytes, the limit is {}",
                                                   text.size(), limits.jsonBytes));
  return {text, {}};
}

/// What concerns motions. A file whose meshes or pictures can't be read may still move well.
Json motionPart(Json whole) {
  static constexpr std::array<std::string_view, 4> kOfLooks{
      "KHR_draco_mesh_compression", "KHR_texture_basisu", "EXT_texture_webp", "KHR_mesh_quantization"};
  Json part = Json::object();
  for (const char* section : {"asset", "extensions", "nodes", "scenes", "scene", "animations", "accessors",
                              "bufferViews", "buffers"})
    if (const auto found = whole.find(section); found != whole.end()) part[section] = std::move(*found);
  if (const auto nodes = part.find("nodes"); nodes != part.end())
    for (Json& node : *nodes)
      if (node.is_object()) {
        node.erase("mesh");
        node.erase("skin");
      }
  for (const Json& required : arrayMember(whole, "extensionsRequired"))
    if (!required.is_string() ||
        std::find(kOfLooks.begin(), kOfLooks.end(), required.get<std::string>()) == kOfLooks.end())
      part["extensionsRequired"].push_back(required);
  return part;
}

std::string labelOf(const Json& animation, std::size_t i) {
  const std::string name = textMember(animation, "name");
  return name.empty() ? fmt::format("animation {}", i) : "the animation " + inQuotes(name);
}

std::vector<KeyedMotion> build(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  Faults faults;
  Warnings warnings(limits.warnings);
  const Glb file = openContainer(bytes, limits);
  const Json json = motionPart(parseJson(file.json, limits, faults));
  checkDocument(json, limits, faults);
  const Json& animations = arrayMember(json, "animations");
  if (animations.empty()) faults.add("animation.none", "the file has no animations");
  if (animations.size() > limits.animations)
    faults.add("limit.animations", fmt::format("the file has {} animations, the limit is {}",
                                               animations.size(), limits.animations));
  const NodeTree tree = readNodes(json, faults, warnings);
  faults.throwIfAny();
  const AnimationTargets targets = findTargets(json, tree, limits, faults);
  faults.throwIfAny();
  const AnimationSampler sampler(tree, targets, limits, faults);
  faults.throwIfAny();

  const tinygltf::Model gltf = readGltf(json);
  const Buffers buffers(json, file.binary);
  AccessorReader accessors(gltf, buffers, limits);
  TrackReader reader(accessors, tree.newIndex, sampler.wanted(), limits);
  std::vector<KeyedMotion> motions;
  std::size_t framesLeft = limits.motionFrames;
  std::size_t weightsLeft = limits.motionKeys;
  for (std::size_t i = 0; i < animations.size(); ++i) {
    const std::string label = labelOf(animations[i], i);
    const TracksByNode tracks = reader.read(animations[i], label, faults);
    if (tracks.empty() || faults.any()) continue;
    std::vector<float> times = sampleTimes(tracks, framesLeft, label);
    framesLeft -= times.size();
    if (times.size() * targets.expressions.size() > weightsLeft)
      throw ModelError("limit.keys", fmt::format("{} has too many expressions at too many times", label));
    weightsLeft -= times.size() * targets.expressions.size();
    motions.push_back(sampler.sample(tracks, std::move(times), label));
    motions.back().name = textMember(animations[i], "name");
  }
  faults.throwIfAny();
  if (motions.empty())
    throw ModelError("animation.none", "none of the file's animations moves a humanoid bone");
  return motions;
}

}  // namespace

std::vector<KeyedMotion> loadMotions(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  try {
    return build(bytes, limits);
  } catch (const ModelError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw ModelError("file.memory", "there is not enough memory for the animation");
  } catch (const std::exception& error) {  // of the libraries below
    throw ModelError("file.broken", fmt::format("the file is broken: {}", error.what()));
  }
}

}  // namespace lead
