#include "vrm/rig.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include "vrm/transform.h"

namespace lead {
namespace {

constexpr float kShortestBone = 1e-4F;  // metres; dolls with arms of 2 cm exist
constexpr float kFarthest = 1e5F;       // metres; so that no sum or product of places overflows
constexpr glm::quat kHalfTurnAboutY{0.0F, 0.0F, 1.0F, 0.0F};

class RigBuilder {
 public:
  RigBuilder(Model& model, Faults& faults, Warnings& warnings)
      : model_(model), faults_(faults), warnings_(warnings) {}

  void build(VrmVersion version) {
    computeRestWorld();
    if (!checkPlaces()) return;
    if (facesBack(version)) turn();
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (model_.boneNode[i] >= 0) node(boneAt(i)).bone = static_cast<int>(i);
    checkHierarchy();
    makeRig();
    checkLengths();
    makePoseFrames();
  }

 private:
  Node& node(Bone bone) { return model_.nodes[static_cast<std::size_t>(model_.boneNode[index(bone)])]; }
  glm::vec3 place(Bone bone) const {
    return glm::vec3(model_.restWorld[static_cast<std::size_t>(model_.boneNode[index(bone)])][3]);
  }

  void computeRestWorld() {
    model_.restWorld.resize(model_.nodes.size());
    for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
      const Node& n = model_.nodes[i];
      const glm::mat4 local = localMatrix(n.translation, n.rotation, n.scale);
      model_.restWorld[i] =
          n.parent < 0 ? local : model_.restWorld[static_cast<std::size_t>(n.parent)] * local;
    }
  }

  bool checkPlaces() {
    for (std::size_t i = 0; i < model_.nodes.size(); ++i)
      for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r)
          if (!(std::abs(model_.restWorld[i][c][r]) <= kFarthest)) {
            faults_.add("node.far", fmt::format("the place of node {} is beyond all measure",
                                                inQuotes(model_.nodes[i].name)));
            return false;
          }
    return true;
  }

  /// How far the left is on the +X side of the right, in the file's own frame.
  float leftness(Bone left) const { return place(left).x - place(onSide(left, Side::right)).x; }

  /// By version, unless the limbs say otherwise: some files of either version face the other way.
  bool facesBack(VrmVersion version) {
    const bool expected = version == VrmVersion::v0;
    const float arms = leftness(Bone::leftUpperArm) + leftness(Bone::leftHand);
    const float legs = leftness(Bone::leftUpperLeg) + leftness(Bone::leftFoot);
    const float side = std::abs(arms) > kShortestBone ? arms : legs;
    if (std::abs(side) <= kShortestBone) {
      warnings_.add("humanoid.sides", "the model's left and right can't be told apart by their place");
      return expected;
    }
    const bool back = side < 0.0F;
    if (back != expected)
      warnings_.add("humanoid.facing",
                    fmt::format("the model faces {}, unlike its VRM version's models; it was turned",
                                back ? "-Z" : "+Z"));
    return back;
  }

  void turn() {
    Node root;
    root.name = "turned to +Z";
    root.rotation = kHalfTurnAboutY;
    for (Node& n : model_.nodes) ++n.parent;  // roots had -1
    model_.nodes.insert(model_.nodes.begin(), root);
    for (int& bone : model_.boneNode)
      if (bone >= 0) ++bone;
    for (Skin& skin : model_.skins)
      for (int& joint : skin.joints) ++joint;
    model_.turned = true;
    computeRestWorld();
  }

  bool isBelow(int below, int above) const {
    while (below > above) below = model_.nodes[static_cast<std::size_t>(below)].parent;
    return below == above;
  }

  void checkHierarchy() {
    for (std::size_t i = 1; i < kBoneCount; ++i) {
      if (model_.boneNode[i] < 0) continue;
      auto parent = fullParent(boneAt(i));
      while (parent && model_.boneNode[index(*parent)] < 0) parent = fullParent(*parent);
      if (!parent || isBelow(model_.boneNode[i], model_.boneNode[index(*parent)])) continue;
      const std::string text =
          fmt::format("the bone {} is not below {} in the file's hierarchy", name(boneAt(i)), name(*parent));
      const bool underHips = isBelow(model_.boneNode[i], model_.boneNode[index(Bone::hips)]);
      if (!underHips || (isRequired(boneAt(i)) && isRequired(*parent)))
        faults_.add("humanoid.hierarchy", text);
      else
        warnings_.add("humanoid.hierarchy", text);
    }
  }

  void makeRig() {
    BoneMask bones = 0;
    BoneArray<glm::vec3> rest{};
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (model_.boneNode[i] >= 0) {
        bones |= bit(boneAt(i));
        rest[i] = place(boneAt(i));
      }
    model_.skeleton = makeSkeleton(bones, rest);
  }

  void checkLengths() {
    for (const Side side : kSides) {
      checkLength(onSide(Bone::leftUpperArm, side), onSide(Bone::leftLowerArm, side));
      checkLength(onSide(Bone::leftLowerArm, side), onSide(Bone::leftHand, side));
      checkLength(onSide(Bone::leftUpperLeg, side), onSide(Bone::leftLowerLeg, side));
      checkLength(onSide(Bone::leftLowerLeg, side), onSide(Bone::leftFoot, side));
    }
  }

  void checkLength(Bone bone, Bone child) {
    if (!(model_.skeleton.length(bone, child) > kShortestBone))
      faults_.add("humanoid.no-length",
                  fmt::format("the bone {} has no length: {} is at the same place", name(bone), name(child)));
  }

  void makePoseFrames() {
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if (model_.boneNode[i] < 0) continue;
      const int parent = node(boneAt(i)).parent;
      model_.parentRotation[i] =
          parent < 0 ? kIdentity : rotationOf(model_.restWorld[static_cast<std::size_t>(parent)]);
    }
    const int above = node(Bone::hips).parent;
    if (above < 0) return;
    const glm::mat4 world = model_.restWorld[static_cast<std::size_t>(above)];
    model_.hipsParentInverse = glm::inverse(world);
    for (int c = 0; c < 4; ++c)
      for (int r = 0; r < 4; ++r)
        if (!std::isfinite(model_.hipsParentInverse[c][r])) {
          faults_.add("humanoid.scale", "the nodes above the hips have a scale of zero");
          return;
        }
  }

  Model& model_;
  Faults& faults_;
  Warnings& warnings_;
};

}  // namespace

void buildRig(VrmVersion version, Model& model, Faults& faults, Warnings& warnings) {
  RigBuilder(model, faults, warnings).build(version);
}

}  // namespace lead
