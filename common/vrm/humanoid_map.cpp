#include "vrm/humanoid_map.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace lead {
namespace {

/// VRM 0.x names the thumb's bones one joint further out than VRM 1.0 does.
std::string toVersion1(const std::string& name) {
  for (const std::string side : {"left", "right"}) {
    if (name == side + "ThumbProximal") return side + "ThumbMetacarpal";
    if (name == side + "ThumbIntermediate") return side + "ThumbProximal";
  }
  return name;
}

class MapReader {
 public:
  MapReader(std::size_t nodeCount, Faults& faults, Warnings& warnings)
      : nodeCount_(nodeCount), faults_(faults), warnings_(warnings) {
    map_.fill(-1);
  }

  void add(const std::string& boneName, const Json& node) {
    const auto bone = boneFromName(boneName);
    if (!bone) {
      warnings_.add("humanoid.unknown-bone",
                    fmt::format("the file maps an unknown bone, {}", inQuotes(boneName)));
      return;
    }
    if (node.is_number() && node.get<double>() == -1) return;  // how some 0.x exporters say "none"
    const auto at = asIndex(node);
    if (!at || static_cast<std::size_t>(*at) >= nodeCount_) {
      brokenBones_ |= bit(*bone);
      faults_.add("humanoid.bone-node",
                  fmt::format("the bone {} points to node {}, but the file has {} nodes", boneName,
                              node.is_number() ? node.dump() : "?", nodeCount_));
      return;
    }
    int& mapped = map_[index(*bone)];
    if (mapped >= 0 && mapped != *at)
      faults_.add("humanoid.bone-twice", fmt::format("the bone {} is given twice, as node {} and as node {}",
                                                     boneName, mapped, *at));
    else
      mapped = *at;
  }

  BoneArray<int> finish() {
    std::vector<std::string_view> missing;
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (map_[i] < 0 && isRequired(boneAt(i)) && (brokenBones_ & bit(boneAt(i))) == 0)
        missing.push_back(name(boneAt(i)));
    if (!missing.empty())
      faults_.add("humanoid.missing-bones",
                  fmt::format("the model lacks {} of the 15 required humanoid bones: {}", missing.size(),
                              fmt::join(missing, ", ")));
    dropSharedNodes();
    return map_;
  }

 private:
  /// A node can be one bone only: of two claims the required bone's wins, else the first.
  void dropSharedNodes() {
    for (std::size_t i = 0; i < kBoneCount; ++i)
      for (std::size_t k = i + 1; k < kBoneCount; ++k) {
        if (map_[i] < 0 || map_[i] != map_[k]) continue;
        const std::string both =
            fmt::format("node {} is both {} and {}", map_[i], name(boneAt(i)), name(boneAt(k)));
        if (isRequired(boneAt(i)) && isRequired(boneAt(k))) {
          faults_.add("humanoid.shared-node", both);
          continue;
        }
        const std::size_t dropped = isRequired(boneAt(k)) ? i : k;
        warnings_.add("humanoid.shared-node", fmt::format("{}; {} is ignored", both, name(boneAt(dropped))));
        map_[dropped] = -1;
      }
  }

  std::size_t nodeCount_;
  Faults& faults_;
  Warnings& warnings_;
  BoneArray<int> map_{};
  BoneMask brokenBones_ = 0;
};

}  // namespace

BoneArray<int> readHumanoid(const VrmExtension& vrm, std::size_t nodeCount, Faults& faults,
                            Warnings& warnings) {
  MapReader reader(nodeCount, faults, warnings);
  const Json& humanoid = member(*vrm.json, "humanoid");
  if (!humanoid.is_null() && !humanoid.is_object())
    faults.add("humanoid.shape", "the file's 'humanoid' is not a JSON object");
  const Json& bones = member(humanoid, "humanBones");
  if (vrm.version == VrmVersion::v0) {
    if (bones.is_array())
      for (const Json& bone : bones) reader.add(toVersion1(textMember(bone, "bone")), member(bone, "node"));
  } else if (bones.is_object()) {
    for (const auto& [boneName, bone] : bones.items()) reader.add(boneName, member(bone, "node"));
  }
  return reader.finish();
}

}  // namespace lead
