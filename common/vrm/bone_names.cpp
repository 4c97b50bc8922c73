#include "vrm/bone_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lead {
namespace {

enum class NameSide : std::uint8_t { centre, left, right };

/// A node's name as "LeftUpLeg", "mixamorig:LeftUpLeg", "J_Bip_L_UpperLeg", "thigh_l" or "Bip01 L Thigh" in
/// two parts.
struct BoneName {
  NameSide side = NameSide::centre;
  std::string stem;  ///< small letters and digits only
};

std::vector<std::string> tokensOf(std::string_view name) {
  if (const auto colon = name.rfind(':'); colon != std::string_view::npos) name.remove_prefix(colon + 1);
  if (const auto bar = name.rfind('|'); bar != std::string_view::npos) name.remove_prefix(bar + 1);
  std::vector<std::string> tokens(1);
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      tokens.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!tokens.back().empty())
      tokens.emplace_back();
  }
  if (tokens.back().empty()) tokens.pop_back();
  return tokens;
}

bool isPrefix(const std::string& token) {
  static constexpr std::array<std::string_view, 14> kPrefixes{"j",    "bip", "bip01", "bip001",   "biped",
                                                              "adj",  "c",   "def",   "armature", "character",
                                                              "bone", "rig", "ctrl",  "mixamorig"};
  return std::find(kPrefixes.begin(), kPrefixes.end(), token) != kPrefixes.end();
}

bool takeFront(std::string& text, std::string_view front) {
  if (text.size() <= front.size() || text.compare(0, front.size(), front) != 0) return false;
  text.erase(0, front.size());
  return true;
}

bool takeBack(std::string& text, std::string_view back) {
  if (text.size() <= back.size() || text.compare(text.size() - back.size(), back.size(), back) != 0)
    return false;
  text.erase(text.size() - back.size());
  return true;
}

BoneName parse(std::string_view name) {
  BoneName bone;
  bool prefix = true;
  const std::vector<std::string> tokens = tokensOf(name);
  for (const std::string& token : tokens) {
    if (tokens.size() > 1 && (token == "l" || token == "left")) {
      bone.side = NameSide::left;
      continue;
    }
    if (tokens.size() > 1 && (token == "r" || token == "right")) {
      bone.side = NameSide::right;
      continue;
    }
    if (prefix && isPrefix(token)) continue;
    prefix = false;
    bone.stem += token;
  }
  if (takeFront(bone.stem, "mixamorig"))
    while (bone.stem.size() > 1 && std::isdigit(static_cast<unsigned char>(bone.stem.front())) != 0)
      bone.stem.erase(0, 1);
  if (bone.side != NameSide::centre) return bone;
  if (takeFront(bone.stem, "left") || takeBack(bone.stem, "left")) bone.side = NameSide::left;
  if (takeFront(bone.stem, "right") || takeBack(bone.stem, "right")) bone.side = NameSide::right;
  return bone;
}

using Entry = std::pair<std::string_view, Bone>;

constexpr std::array<Entry, 8> kCentre{{{"chest", Bone::chest},
                                        {"upperchest", Bone::upperChest},
                                        {"neck", Bone::neck},
                                        {"neck1", Bone::neck},
                                        {"neck01", Bone::neck},
                                        {"head", Bone::head},
                                        {"jaw", Bone::jaw},
                                        {"head01", Bone::head}}};

constexpr std::array<Entry, 28> kLeft{{
    {"shoulder", Bone::leftShoulder}, {"clavicle", Bone::leftShoulder}, {"collar", Bone::leftShoulder},
    {"arm", Bone::leftUpperArm},      {"upperarm", Bone::leftUpperArm}, {"uparm", Bone::leftUpperArm},
    {"forearm", Bone::leftLowerArm},  {"lowerarm", Bone::leftLowerArm}, {"lowarm", Bone::leftLowerArm},
    {"hand", Bone::leftHand},         {"wrist", Bone::leftHand},        {"upleg", Bone::leftUpperLeg},
    {"upperleg", Bone::leftUpperLeg}, {"thigh", Bone::leftUpperLeg},    {"leg", Bone::leftLowerLeg},
    {"lowerleg", Bone::leftLowerLeg}, {"lowleg", Bone::leftLowerLeg},   {"calf", Bone::leftLowerLeg},
    {"shin", Bone::leftLowerLeg},     {"foot", Bone::leftFoot},         {"ankle", Bone::leftFoot},
    {"toe", Bone::leftToes},          {"toes", Bone::leftToes},         {"toebase", Bone::leftToes},
    {"toe0", Bone::leftToes},         {"ball", Bone::leftToes},         {"eye", Bone::leftEye},
    {"faceeye", Bone::leftEye},
}};

constexpr std::array<std::pair<std::string_view, Bone>, 8> kFingers{{
    {"thumb", Bone::leftThumbMetacarpal},
    {"index", Bone::leftIndexProximal},
    {"middle", Bone::leftMiddleProximal},
    {"mid", Bone::leftMiddleProximal},
    {"ringpinky", Bone::leftLittleProximal},  // sic, in ProAnimationBank
    {"ring", Bone::leftRingProximal},
    {"pinky", Bone::leftLittleProximal},
    {"little", Bone::leftLittleProximal},
}};

Bone joint(Bone first, int number) {
  return boneAt(index(first) + static_cast<std::size_t>(number));
}

/// "footthumb1" is a toe in ProAnimationBank.
std::optional<Bone> toe(const std::string& stem) {
  if (stem == "footthumb1") return Bone::leftToes;
  return std::nullopt;
}

/// Of "handindex2", "index02", "indexintermediate" or Biped's "finger11". Thumbs in words are those of
/// VRM 1.0.
std::optional<Bone> finger(std::string stem) {
  takeFront(stem, "hand");
  if (takeFront(stem, "finger")) {
    if (stem.size() > 2 || stem[0] < '0' || stem[0] > '4') return std::nullopt;
    const int number = stem.size() == 1 ? 0 : stem[1] - '0';
    if (number < 0 || number > 2) return std::nullopt;
    return joint(joint(Bone::leftThumbMetacarpal, 3 * (stem[0] - '0')), number);
  }
  for (const auto& [word, first] : kFingers) {
    std::string rest = stem;
    if (!takeFront(rest, word)) continue;
    takeFront(rest, "0");
    if (rest.size() == 1 && rest[0] >= '1' && rest[0] <= '3') return joint(first, rest[0] - '1');
    const bool thumb = first == Bone::leftThumbMetacarpal;
    if (thumb && rest == "metacarpal") return first;
    if (rest == "proximal") return joint(first, thumb ? 1 : 0);
    if (!thumb && rest == "intermediate") return joint(first, 1);
    if (rest == "distal") return joint(first, 2);
  }
  return std::nullopt;
}

std::optional<Bone> sided(const BoneName& name) {
  const Side side = name.side == NameSide::left ? Side::left : Side::right;
  for (const auto& [stem, bone] : kLeft)
    if (name.stem == stem) return onSide(bone, side);
  if (const auto bone = toe(name.stem)) return onSide(*bone, side);
  if (const auto bone = finger(name.stem)) return onSide(*bone, side);
  return std::nullopt;
}

std::optional<Bone> centre(const std::string& name) {
  for (const auto& [stem, bone] : kCentre)
    if (name == stem) return bone;
  return std::nullopt;
}

bool isHips(const BoneName& name) {
  return name.side == NameSide::centre &&
         (name.stem == "hips" || name.stem == "hip" || name.stem == "pelvis");
}

bool isSpine(const BoneName& name) {
  if (name.side != NameSide::centre || name.stem.compare(0, 5, "spine") != 0) return false;
  return name.stem.size() <= 7 && std::all_of(name.stem.begin() + 5, name.stem.end(),
                                              [](unsigned char c) { return std::isdigit(c) != 0; });
}

class Namer {
 public:
  explicit Namer(const std::vector<Node>& nodes) : nodes_(nodes) {
    names_.reserve(nodes.size());
    for (const Node& node : nodes) names_.push_back(parse(node.name));
  }

  BoneArray<int> best() const {
    BoneArray<int> best{};
    best.fill(-1);
    long most = 0;
    std::size_t tried = 0;
    for (std::size_t i = 0; i < nodes_.size() && tried < kCandidates; ++i) {
      if (!isHips(names_[i])) continue;
      ++tried;
      const BoneArray<int> bones = below(i);
      const long count = std::count_if(bones.begin(), bones.end(), [](int node) { return node >= 0; });
      if (count > most) {
        most = count;
        best = bones;
      }
    }
    return best;
  }

 private:
  static constexpr std::size_t kCandidates = 64;  // bounds the time for files that are all hips

  /// Bones of the skeleton with these hips.
  BoneArray<int> below(std::size_t hips) const {
    BoneArray<int> bones{};
    bones.fill(-1);
    bones[index(Bone::hips)] = static_cast<int>(hips);
    std::vector<bool> inside(nodes_.size(), false);
    inside[hips] = true;
    std::vector<int> spine;
    bool oldThumbs = false;  // of VRM 0.x and Unity, one joint further out
    for (std::size_t i = hips + 1; i < nodes_.size(); ++i) {
      const int parent = nodes_[i].parent;
      if (parent < 0 || !inside[static_cast<std::size_t>(parent)]) continue;
      inside[i] = true;
      const BoneName& name = names_[i];
      if (isSpine(name)) spine.push_back(static_cast<int>(i));
      if (name.side != NameSide::centre && name.stem == "thumbintermediate") oldThumbs = true;
      const auto bone = name.side == NameSide::centre ? centre(name.stem) : sided(name);
      if (bone && bones[index(*bone)] < 0) bones[index(*bone)] = static_cast<int>(i);
    }
    if (oldThumbs) shiftThumbs(bones, inside);
    placeSpine(spine, bones);
    return bones;
  }

  void shiftThumbs(BoneArray<int>& bones, const std::vector<bool>& inside) const {
    for (const Side side : kSides) {
      int& first = bones[index(onSide(Bone::leftThumbMetacarpal, side))];
      int& second = bones[index(onSide(Bone::leftThumbProximal, side))];
      if (first >= 0) continue;
      first = second;
      second = -1;
      const NameSide wanted = side == Side::left ? NameSide::left : NameSide::right;
      for (std::size_t i = 0; i < nodes_.size() && second < 0; ++i)
        if (inside[i] && names_[i].side == wanted && names_[i].stem == "thumbintermediate")
          second = static_cast<int>(i);
    }
  }

  /// A chain of spine nodes becomes spine, chest and upper chest, the lowest and the highest for certain:
  /// arms and neck hang on the highest. Those between are left to their neighbours.
  static void placeSpine(const std::vector<int>& spine, BoneArray<int>& bones) {
    if (spine.empty()) return;
    bones[index(Bone::spine)] = spine.front();
    if (spine.size() < 2 || bones[index(Bone::chest)] >= 0 || bones[index(Bone::upperChest)] >= 0) return;
    if (spine.size() == 2) {
      bones[index(Bone::chest)] = spine[1];
      return;
    }
    bones[index(Bone::chest)] = spine[spine.size() / 2];
    bones[index(Bone::upperChest)] = spine.back();
  }

  const std::vector<Node>& nodes_;
  std::vector<BoneName> names_;
};

}  // namespace

BoneArray<int> bonesByName(const std::vector<Node>& nodes) {
  return Namer(nodes).best();
}

}  // namespace lead
