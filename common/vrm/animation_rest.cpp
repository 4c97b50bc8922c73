#include "vrm/animation_rest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <limits>
#include <optional>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kShortest = 1e-5F;                 // metres
constexpr float kOff = 15.0F * kPi / 180.0F;       // a limb this far off is not in a T-pose
constexpr float kSnap = 25.0F * kPi / 180.0F;      // files face along an axis; a twisted hip is not a facing
constexpr float kFootDrop = 35.0F * kPi / 180.0F;  // of the toes below the ankle, in most rigs
constexpr glm::vec3 kLeft{1.0F, 0.0F, 0.0F};
constexpr std::array<Bone, 6> kTrunk{Bone::hips,       Bone::spine, Bone::chest,
                                     Bone::upperChest, Bone::neck,  Bone::head};

/// The rotation that takes x to `x` and y to `y` as far as the two aren't at right angles: y gives way.
glm::quat frameOf(const glm::vec3& x, const glm::vec3& y) {
  const glm::vec3 right = glm::normalize(x);
  const glm::vec3 up = glm::normalize(y - right * glm::dot(right, y));
  return glm::normalize(glm::quat_cast(glm::mat3(right, up, glm::cross(right, up))));
}

bool independent(const glm::vec3& a, const glm::vec3& b) {
  return glm::length(a) > kShortest && glm::length(b) > kShortest &&
         glm::length(glm::cross(glm::normalize(a), glm::normalize(b))) > 0.1F;
}

class RestBuilder {
 public:
  RestBuilder(BoneMask bones, const BoneArray<glm::vec3>& places) : places_(places) {
    rest_.skeleton.bones = bones;
    for (std::size_t i = 0; i < kBoneCount; ++i) rest_.skeleton.parent[i] = presentAncestor(boneAt(i));
  }

  CanonicalRest build(bool tPose, Faults& faults) {
    const auto facing = facingTurn(tPose);
    if (!facing && !tPose)
      faults.add("humanoid.sides", "the file's left and right can't be told apart by its bones' places");
    rest_.turn = facing.value_or(kIdentity);
    for (glm::vec3& place : places_) place = rest_.turn * place;
    if (!tPose) correct();
    layOut();
    return rest_;
  }

 private:
  bool has(Bone bone) const { return rest_.skeleton.has(bone); }
  bool has(Bone a, Bone b) const { return has(a) && has(b); }
  const glm::vec3& place(Bone bone) const { return places_[index(bone)]; }
  glm::quat& correction(Bone bone) { return rest_.correction[index(bone)]; }

  std::int8_t presentAncestor(Bone bone) const {
    if (!has(bone)) return -1;
    for (auto parent = fullParent(bone); parent; parent = fullParent(*parent))
      if (has(*parent)) return static_cast<std::int8_t>(index(*parent));
    return -1;
  }

  glm::quat parentCorrection(Bone bone) const {
    const int parent = rest_.skeleton.parent[index(bone)];
    return parent < 0 ? kIdentity : rest_.correction[static_cast<std::size_t>(parent)];
  }

  /// From right to left, by legs and upper arms together.
  glm::vec3 leftward() const {
    glm::vec3 sum(0.0F);
    for (const Bone left : {Bone::leftUpperLeg, Bone::leftUpperArm, Bone::leftShoulder})
      if (const Bone right = onSide(left, Side::right); has(left, right))
        sum += normalizedOr(place(left) - place(right), glm::vec3(0.0F));
    return sum;
  }

  /// From the hips to the highest bone of the trunk.
  glm::vec3 upward() const {
    for (auto bone = kTrunk.rbegin(); bone != kTrunk.rend(); ++bone)
      if (has(Bone::hips, *bone) && glm::length(place(*bone) - place(Bone::hips)) > kShortest)
        return place(*bone) - place(Bone::hips);
    return kUp;
  }

  /// The file's axis that means up: +Y as the standard says, unless the trunk lies.
  glm::quat uprightTurn() const {
    const glm::vec3 up = glm::normalize(upward());
    if (up.y > 0.5F) return kIdentity;
    glm::vec3 axis(0.0F);
    const int longest = std::abs(up.x) > std::max(std::abs(up.y), std::abs(up.z)) ? 0
                        : std::abs(up.y) > std::abs(up.z)                         ? 1
                                                                                  : 2;
    axis[longest] = up[longest] < 0.0F ? -1.0F : 1.0F;
    return rotationBetween(axis, kUp, kForward);
  }

  /// None where the bones don't tell.
  std::optional<glm::quat> facingTurn(bool tPose) const {
    const glm::quat upright = tPose ? kIdentity : uprightTurn();
    const glm::vec3 left = upright * leftward();
    if (std::hypot(left.x, left.z) < 0.1F) return std::nullopt;
    const glm::vec3 forward = glm::cross(left, kUp);
    const float yaw = std::atan2(forward.x, forward.z);
    if (tPose) return std::abs(yaw) > 0.75F * kPi ? rotationY(kPi) : kIdentity;
    const float snapped = std::round(yaw / (0.5F * kPi)) * 0.5F * kPi;
    return rotationY(-(std::abs(yaw - snapped) < kSnap ? snapped : yaw)) * upright;
  }

  bool isOff(Bone from, Bone to, const glm::vec3& wanted) const {
    if (!has(from, to)) return false;
    const glm::vec3 bone = place(to) - place(from);
    return glm::length(bone) > kShortest && angleBetween(bone, wanted) > kOff;
  }

  void correct() {
    bool posed = false;
    for (const Side side : kSides)
      posed = posed || isOff(onSide(Bone::leftUpperLeg, side), onSide(Bone::leftLowerLeg, side), -kUp) ||
              isOff(onSide(Bone::leftLowerLeg, side), onSide(Bone::leftFoot, side), -kUp);
    posed_ = posed;
    if (posed) correctTrunk();
    for (const Side side : kSides) {
      carry(onSide(Bone::leftShoulder, side));
      const glm::vec3 outward = kLeft * outwardSign(side);
      const Bone upper = onSide(Bone::leftUpperArm, side);
      const Bone lower = onSide(Bone::leftLowerArm, side);
      const Bone hand = onSide(Bone::leftHand, side);
      if (posed || isOff(upper, lower, outward) || isOff(lower, hand, outward))
        correctLimb(upper, lower, hand, outward, glm::cross(outward, kForward));
      carry(hand);
      for (std::size_t joint = 0; joint < 15; ++joint)
        carry(onSide(boneAt(index(Bone::leftThumbMetacarpal) + joint), side));
      if (posed) correctLeg(side);
    }
  }

  void carry(Bone bone) {
    if (has(bone)) correction(bone) = parentCorrection(bone);
  }

  void correctTrunk() {
    Bone top = Bone::hips;  // the one that bears the arms
    for (const Bone bone : {Bone::spine, Bone::chest, Bone::upperChest})
      if (has(bone)) top = bone;
    for (std::size_t i = 0; i + 1 < kTrunk.size(); ++i) {
      const Bone bone = kTrunk[i];
      if (!has(bone)) continue;
      carry(bone);
      const auto next = std::find_if(kTrunk.begin() + static_cast<std::ptrdiff_t>(i) + 1, kTrunk.end(),
                                     [&](Bone above) { return has(above); });
      if (next == kTrunk.end()) continue;
      const glm::vec3 up = place(*next) - place(bone);
      const auto left = bone == Bone::hips ? across(Bone::leftUpperLeg)
                        : bone == top
                            ? across(has(Bone::leftUpperArm) ? Bone::leftUpperArm : Bone::leftShoulder)
                            : std::nullopt;
      if (left && independent(*left, up))
        correction(bone) = bone == Bone::hips ? frameOf(*left, up) : uprightFrame(*left, up);
      else if (glm::length(up) > kShortest)
        correction(bone) =
            rotationBetween(correction(bone) * kUp, glm::normalize(up), kForward) * correction(bone);
    }
    correction(Bone::head) = kIdentity;  // in whatever frame of a motion, people look ahead rather than not
  }

  std::optional<glm::vec3> across(Bone left) const {
    const Bone right = onSide(left, Side::right);
    if (!has(left, right)) return std::nullopt;
    return place(left) - place(right);
  }

  /// As frameOf, but x gives way.
  static glm::quat uprightFrame(const glm::vec3& left, const glm::vec3& up) {
    const glm::vec3 y = glm::normalize(up);
    return frameOf(left - y * glm::dot(left, y), y);
  }

  /// Two bones that in a T-pose both point along `straight` and bend about `hinge`.
  void correctLimb(Bone upper, Bone lower, Bone end, const glm::vec3& straight, const glm::vec3& hinge) {
    if (!has(upper, lower)) return;
    const glm::vec3 first = place(lower) - place(upper);
    const glm::vec3 second = has(end) ? place(end) - place(lower) : first;
    if (glm::length(first) < kShortest || glm::length(second) < kShortest) return;
    const glm::quat base = parentCorrection(upper);
    if (angleBetween(first, second) > kOff && independent(first, second))
      // A bent limb shows how its upper bone is turned about itself.
      correction(upper) =
          frameOf(first, glm::cross(first, second)) * glm::conjugate(frameOf(straight, hinge));
    else
      correction(upper) = rotationBetween(base * straight, glm::normalize(first), kForward) * base;
    const glm::quat carried = correction(upper);
    correction(lower) = rotationBetween(carried * straight, glm::normalize(second), kForward) * carried;
  }

  void correctLeg(Side side) {
    const Bone lower = onSide(Bone::leftLowerLeg, side);
    const Bone foot = onSide(Bone::leftFoot, side);
    const Bone toes = onSide(Bone::leftToes, side);
    correctLimb(onSide(Bone::leftUpperLeg, side), lower, foot, -kUp, kLeft);
    carry(foot);
    if (has(foot, toes)) {
      // How the ankle is bent in this frame isn't known, but what a foot looks like is.
      const glm::vec3 along = place(toes) - place(foot);
      const glm::vec3 left = correction(foot) * kLeft;
      const glm::vec3 ahead(0.0F, -std::sin(kFootDrop), std::cos(kFootDrop));
      if (independent(left, along))
        correction(foot) = frameOf(along, left) * glm::conjugate(frameOf(ahead, kLeft));
    }
    carry(toes);
  }

  /// Rest positions of the T-pose: every bone's offset turned back with its parent.
  void layOut() {
    Skeleton& skeleton = rest_.skeleton;
    const float ground = lowestFoot(places_);
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if (!has(boneAt(i))) continue;
      const int parent = skeleton.parent[i];
      if (parent < 0) {
        skeleton.rest[i] = places_[i];
        continue;
      }
      const auto p = static_cast<std::size_t>(parent);
      skeleton.rest[i] = skeleton.rest[p] + glm::conjugate(rest_.correction[p]) * (places_[i] - places_[p]);
    }
    if (posed_) stand(ground);
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if (!has(boneAt(i))) continue;
      const int parent = skeleton.parent[i];
      skeleton.offset[i] =
          parent < 0 ? skeleton.rest[i] : skeleton.rest[i] - skeleton.rest[static_cast<std::size_t>(parent)];
    }
    measure(skeleton);
  }

  float lowestFoot(const BoneArray<glm::vec3>& places) const {
    float lowest = std::numeric_limits<float>::max();
    for (const Bone bone : {Bone::leftFoot, Bone::leftToes, Bone::rightFoot, Bone::rightToes})
      if (has(bone)) lowest = std::min(lowest, places[index(bone)].y);
    return lowest;
  }

  /// Straightened legs reach further down, so the hips rise; and the sway of one frame isn't the middle.
  void stand(float ground) {
    const glm::vec3 hips = rest_.skeleton.restOf(Bone::hips);
    const float lowest = lowestFoot(rest_.skeleton.rest);
    const float height = hips.y - lowest;
    const bool nearOrigin = std::hypot(hips.x, hips.z) < 0.2F * height;
    const glm::vec3 shift(nearOrigin ? -hips.x : 0.0F, ground - lowest, nearOrigin ? -hips.z : 0.0F);
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (has(boneAt(i))) rest_.skeleton.rest[i] += shift;
  }

  BoneArray<glm::vec3> places_;
  CanonicalRest rest_;
  bool posed_ = false;
};

}  // namespace

CanonicalRest canonicalRest(BoneMask bones, const BoneArray<glm::vec3>& places, bool tPose, Faults& faults) {
  return RestBuilder(bones, places).build(tPose, faults);
}

}  // namespace lead
