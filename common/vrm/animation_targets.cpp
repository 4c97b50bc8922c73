#include "vrm/animation_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "vrm/bone_names.h"

namespace lead {
namespace {

/// Those that VRM animations may drive: the gaze has a way of its own.
constexpr std::array<std::string_view, 14> kPresets{
    "happy", "angry", "sad", "relaxed", "surprised", "aa",         "ih",
    "ou",    "ee",    "oh",  "blink",   "blinkLeft", "blinkRight", "neutral"};

class ExtensionReader {
 public:
  ExtensionReader(const Json& extension, const NodeTree& tree, const LoadLimits& limits, Faults& faults)
      : extension_(extension), tree_(tree), limits_(limits), faults_(faults) {
    targets_.bones.fill(-1);
  }

  AnimationTargets read() {
    const Json& bones = member(member(extension_, "humanoid"), "humanBones");
    if (bones.is_object())
      for (const auto& [boneName, entry] : bones.items())
        if (const auto bone = boneFromName(boneName))
          targets_.bones[index(*bone)] = node(entry, fmt::format("the bone {}", boneName));
    const Json& expressions = member(extension_, "expressions");
    readExpressions(member(expressions, "preset"), false);
    readExpressions(member(expressions, "custom"), true);
    if (const Json& lookAt = member(extension_, "lookAt"); lookAt.is_object() && lookAt.contains("node"))
      targets_.lookAt = node(lookAt, "the gaze");
    if (std::count(targets_.bones.begin(), targets_.bones.end(), -1) == static_cast<int>(kBoneCount) &&
        targets_.expressions.empty() && targets_.lookAt < 0)
      faults_.add("animation.no-targets", "the file names neither humanoid bones nor expressions");
    return std::move(targets_);
  }

 private:
  int node(const Json& entry, const std::string& what) {
    const auto at = asIndex(member(entry, "node"));
    if (at && static_cast<std::size_t>(*at) < tree_.newIndex.size())
      return tree_.newIndex[static_cast<std::size_t>(*at)];
    faults_.add("animation.node", fmt::format("{} points to a node that doesn't exist", what));
    return -1;
  }

  void readExpressions(const Json& entries, bool custom) {
    if (!entries.is_object()) return;
    for (const auto& [name, entry] : entries.items()) {
      const bool preset = std::find(kPresets.begin(), kPresets.end(), name) != kPresets.end();
      if (preset == custom || !entry.is_object()) continue;  // a custom one may not bear a preset's name
      if (targets_.expressions.size() >= limits_.motionExpressions) {
        faults_.add("limit.expressions",
                    fmt::format("the file has more than {} expressions", limits_.motionExpressions));
        return;
      }
      targets_.expressions.push_back({name, custom, node(entry, "the expression " + inQuotes(name))});
    }
  }

  const Json& extension_;
  const NodeTree& tree_;
  const LoadLimits& limits_;
  Faults& faults_;
  AnimationTargets targets_;
};

}  // namespace

AnimationTargets findTargets(const Json& json, const NodeTree& tree, const LoadLimits& limits,
                             Faults& faults) {
  const Json& extensions = member(json, "extensions");
  for (const char* name : {"VRMC_vrm_animation", "VRMC_vrm"}) {
    const Json& extension = member(extensions, name);
    if (extension.is_object()) {
      Json only = extension;
      if (std::string_view(name) == "VRMC_vrm") only = {{"humanoid", member(extension, "humanoid")}};
      return ExtensionReader(only, tree, limits, faults).read();
    }
    if (!extension.is_null())
      faults.add("vrm.shape", fmt::format("the extension {} is not a JSON object", name));
  }
  AnimationTargets targets;
  targets.tPose = false;
  targets.bones = bonesByName(tree.nodes);
  const auto has = [&](Bone bone) { return targets.bones[index(bone)] >= 0; };
  const bool pair = (has(Bone::leftUpperLeg) && has(Bone::rightUpperLeg)) ||
                    (has(Bone::leftUpperArm) && has(Bone::rightUpperArm));
  if (!has(Bone::hips) || !pair)
    faults.add(
        "animation.no-targets",
        "the file is no VRM animation, and no humanoid bones (hips with two legs or two arms) are known by "
        "its "
        "nodes' names");
  return targets;
}

}  // namespace lead
