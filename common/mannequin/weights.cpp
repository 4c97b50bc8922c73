#include "mannequin/weights.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>

#include "mannequin/body_shape.h"
#include "mannequin/proportions.h"
#include "mannequin/solids.h"

namespace lead::mannequin {
namespace {

using glm::vec3;
using Weights = BoneArray<float>;

/// Hands on what share of `from` is past a joint to `to`.
void pass(Weights& weights, Bone from, Bone to, float share) {
  const float moved = weights[index(from)] * share;
  weights[index(from)] -= moved;
  weights[index(to)] += moved;
}

/// 0 before the joint, 1 beyond it, by the signed distance past it.
float past(float distance, float halfWidth) {
  return smoothStep(-halfWidth, halfWidth, distance);
}

void passAlongTrunk(Weights& weights, vec3 p) {
  struct Joint {
    Bone from, to;
    float height, halfWidth;
  };
  static constexpr std::array<Joint, 5> joints{{{Bone::hips, Bone::spine, 0.985F, 0.060F},
                                                {Bone::spine, Bone::chest, 1.090F, 0.055F},
                                                {Bone::chest, Bone::upperChest, 1.195F, 0.055F},
                                                {Bone::upperChest, Bone::neck, 1.372F, 0.028F},
                                                {Bone::neck, Bone::head, 1.428F, 0.026F}}};
  for (const Joint& joint : joints) {
    // The chin is the head's, though it is as low as the neck.
    const float forward = joint.to == Bone::head ? 0.75F * std::max(0.0F, p.z - 0.030F) : 0.0F;
    pass(weights, joint.from, joint.to, past(p.y + forward - joint.height, joint.halfWidth));
  }
}

void passToLeg(Weights& weights, vec3 p, Side side) {
  const float x = p.x * outwardSign(side);
  const vec3 hip = restOf(Bone::leftUpperLeg);
  // The fold runs from the groin up and out to the hip bone.
  const float below = hip.y + 0.018F + 0.50F * (x - hip.x) - p.y;
  const float share = past(below, 0.062F) * smoothStep(-0.016F, 0.016F, x);
  const auto bone = [side](Bone left) { return onSide(left, side); };
  pass(weights, Bone::hips, bone(Bone::leftUpperLeg), share);
  pass(weights, bone(Bone::leftUpperLeg), bone(Bone::leftLowerLeg),
       past(restOf(Bone::leftLowerLeg).y - p.y, 0.055F));
  // Heel and instep: the ankle's plane leans forward.
  pass(weights, bone(Bone::leftLowerLeg), bone(Bone::leftFoot),
       past(restOf(Bone::leftFoot).y + 0.010F - p.y + 0.35F * std::max(0.0F, p.z), 0.030F));
  pass(weights, bone(Bone::leftFoot), bone(Bone::leftToes), past(p.z - restOf(Bone::leftToes).z, 0.022F));
}

void passToFingers(Weights& weights, vec3 p, Side side) {
  const vec3 left{std::abs(p.x), p.y, p.z};
  const FingerPlace place = nearestFinger(left);
  const Finger& finger = leftFingers()[static_cast<std::size_t>(place.finger)];
  Bone from = onSide(Bone::leftHand, side);
  for (std::size_t i = 0; i < 3; ++i) {
    const Bone to = onSide(boneAt(index(finger.first) + i), side);
    // Each joint turns about its own cross-section, which halves the angle between the bones it joins.
    vec3 along = glm::normalize(finger.point[i + 1] - finger.point[i]);
    if (i > 0) along = glm::normalize(along + glm::normalize(finger.point[i] - finger.point[i - 1]));
    const bool thumbRoot = place.finger == 0 && i == 0;
    const float halfWidth = thumbRoot ? 0.022F : finger.radius[i] * (i == 0 ? 1.15F : 0.95F);
    const float shift = i == 0 && !thumbRoot ? -0.003F : 0.0F;
    float share = past(glm::dot(left - finger.point[i], along) + shift, halfWidth);
    // Only the thumb lies beside the palm: what is far from it stays the palm's.
    if (place.finger == 0 && i == 0) share *= 1.0F - smoothStep(0.004F, 0.016F, place.distance);
    pass(weights, from, to, share);
    from = to;
  }
}

void passToArm(Weights& weights, vec3 p, Side side) {
  const float x = p.x * outwardSign(side);
  const auto bone = [side](Bone left) { return onSide(left, side); };
  const vec3 shoulder = restOf(Bone::leftUpperArm);
  // The collar bone moves the top of the shoulder, not the side of the chest.
  const float high = smoothStep(1.225F, 1.300F, p.y);
  const float collar = past(x - 0.088F, 0.060F) * high;
  // The armpit's fold leans outward going down, so that a lowered arm doesn't drag the ribs along.
  const float lean = 0.30F * std::max(0.0F, shoulder.y - p.y) - 0.10F * std::max(0.0F, p.y - shoulder.y);
  const float beyond = x - (shoulder.x + 0.004F) - lean;
  for (Bone trunkBone : {Bone::chest, Bone::upperChest, Bone::neck}) {
    const float stays = trunkBone == Bone::neck ? 0.0F : collar;
    pass(weights, trunkBone, bone(Bone::leftShoulder), stays);
    pass(weights, trunkBone, bone(Bone::leftUpperArm), past(beyond, 0.050F));
  }
  pass(weights, bone(Bone::leftShoulder), bone(Bone::leftUpperArm), past(beyond, 0.055F));
  pass(weights, bone(Bone::leftUpperArm), bone(Bone::leftLowerArm),
       past(x - restOf(Bone::leftLowerArm).x, 0.040F));
  pass(weights, bone(Bone::leftLowerArm), bone(Bone::leftHand), past(x - restOf(Bone::leftHand).x, 0.022F));
  if (x > 0.62F) passToFingers(weights, p, side);
}

Weights weightsAt(vec3 p) {
  Weights weights{};
  weights[index(Bone::hips)] = 1.0F;
  passAlongTrunk(weights, p);
  for (Side side : kSides) {
    passToLeg(weights, p, side);
    if (p.x * outwardSign(side) > 0.0F) passToArm(weights, p, side);
  }
  return weights;
}

/// Weights wander along the mesh's edges a little, which takes away the creases of the rules above and,
/// unlike distance in space, never jumps from one finger or limb to the next.
void smooth(std::vector<Weights>& all, const TriangleMesh& mesh, int rounds) {
  std::vector<std::vector<std::uint32_t>> neighbours(mesh.positions.size());
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    for (int k = 0; k < 3; ++k) neighbours[mesh.indices[i + k]].push_back(mesh.indices[i + (k + 1) % 3]);
  for (int round = 0; round < rounds; ++round) {
    std::vector<Weights> next = all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const float share = 0.5F / static_cast<float>(neighbours[i].size());
      for (std::size_t b = 0; b < kBoneCount; ++b) {
        float sum = 0.0F;
        for (std::uint32_t n : neighbours[i]) sum += all[n][b];
        next[i][b] = 0.5F * all[i][b] + share * sum;
      }
    }
    all = std::move(next);
  }
}

SkinWeights strongestFour(const Weights& weights) {
  std::array<std::size_t, kBoneCount> order{};
  for (std::size_t i = 0; i < kBoneCount; ++i) order[i] = i;
  std::partial_sort(order.begin(), order.begin() + 4, order.end(), [&](std::size_t a, std::size_t b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
  });
  float sum = 0.0F;
  for (int i = 0; i < 4; ++i) sum += weights[order[i]];
  SkinWeights out;
  int left = 255;
  for (int i = 3; i >= 0; --i) {
    const int value = i == 0 ? left : static_cast<int>(std::lround(weights[order[i]] / sum * 255.0F));
    out.weight[i] = static_cast<std::uint8_t>(value);
    out.bone[i] = value > 0 ? boneAt(order[i]) : Bone::hips;
    left -= value;
  }
  return out;
}

}  // namespace

std::vector<SkinWeights> skinWeights(const TriangleMesh& mesh) {
  std::vector<Weights> all;
  all.reserve(mesh.positions.size());
  for (const vec3& p : mesh.positions) all.push_back(weightsAt(p));
  smooth(all, mesh, 2);
  std::vector<SkinWeights> out;
  out.reserve(all.size());
  for (const Weights& weights : all) out.push_back(strongestFour(weights));
  return out;
}

}  // namespace lead::mannequin
