// How the skin moves: what the fingers, elbows and knees look like when bent.
#include <gmock/gmock.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "loaded.h"

namespace lead {

std::vector<std::vector<glm::vec3>> skinned(const Mesh& mesh, const Pose& pose) {
  const Model& model = mannequin();
  std::vector<glm::mat4> world(model.nodes.size());
  poseNodes(model, pose, world);
  const Skin& skin = model.skins[0];
  std::vector<std::vector<glm::vec3>> out;
  for (const Primitive& primitive : mesh.primitives) {
    std::vector<glm::vec3>& moved = out.emplace_back();
    for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
      glm::vec3 sum{0.0F};
      for (int k = 0; k < 4; ++k) {
        const std::uint16_t joint = primitive.joints[i][k];
        const glm::mat4 matrix = world[skin.joints[joint]] * skin.inverseBind[joint];
        sum += primitive.weights[i][k] * glm::vec3(matrix * glm::vec4(primitive.positions[i], 1.0F));
      }
      moved.push_back(sum);
    }
  }
  return out;
}

namespace {

constexpr float kQuarterTurn = std::numbers::pi_v<float> / 2.0F;

struct FingerBones {
  const char* name;
  Bone first;
};
constexpr std::array<FingerBones, 5> kFingers{{{"thumb", Bone::leftThumbMetacarpal},
                                               {"index", Bone::leftIndexProximal},
                                               {"middle", Bone::leftMiddleProximal},
                                               {"ring", Bone::leftRingProximal},
                                               {"little", Bone::leftLittleProximal}}};

Bone boneOfJoint(int joint) {
  const int node = mannequin().skins[0].joints[joint];
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if (mannequin().boneNode[i] == node) return boneAt(i);
  throw std::runtime_error("a joint that is no humanoid bone");
}

/// The grip of spec/lead.md on one hand.
Pose gripped(Side side) {
  Pose pose;
  const glm::vec3 z{0.0F, 0.0F, 1.0F};
  for (const FingerBones& finger : kFingers) {
    const bool thumb = finger.first == Bone::leftThumbMetacarpal;
    const std::array<float, 3> curl =
        thumb ? std::array<float, 3>{0.5F, 0.5F, 0.5F} : std::array<float, 3>{1.0F, 1.2F, 0.7F};
    for (std::size_t i = 0; i < 3; ++i)
      pose.of(onSide(boneAt(index(finger.first) + i), side)) =
          glm::angleAxis(-outwardSign(side) * curl[i], z);
  }
  return pose;
}

/// The mean of the finger's skin that its last bone moves most: its tip.
glm::vec3 tip(const std::vector<std::vector<glm::vec3>>& points, Bone last) {
  const Mesh& body = meshNamed("Body");
  glm::vec3 sum{0.0F};
  int count = 0;
  for (std::size_t p = 0; p < body.primitives.size(); ++p) {
    for (std::size_t i = 0; i < points[p].size(); ++i) {
      if (boneOfJoint(strongestJoint(body.primitives[p], i)) != last) continue;
      sum += points[p][i];
      ++count;
    }
  }
  EXPECT_GT(count, 20) << name(last);
  return sum / static_cast<float>(std::max(count, 1));
}

/// Below the middle of the hand, where what it holds would be.
glm::vec3 palm(Side side) {
  const Skeleton& skeleton = mannequin().skeleton;
  const glm::vec3 wrist = skeleton.restOf(onSide(Bone::leftHand, side));
  const glm::vec3 knuckle = skeleton.restOf(onSide(Bone::leftMiddleProximal, side));
  return 0.5F * (wrist + knuckle) - glm::vec3(0.0F, 0.03F, 0.0F);
}

/// How near the skin gets to the line through a bone that doesn't collapse: the limb's thinnest half-width
/// about a joint, measured to the joint itself.
float nearestSkin(const Pose& pose, Bone joint) {
  WorldPose bones;
  forwardKinematics(mannequin().skeleton, pose, bones);
  const glm::vec3 at = bones.positionOf(joint);
  float nearest = 1.0F;
  for (const auto& points : skinned(meshNamed("Body"), pose))
    for (const glm::vec3& p : points) nearest = std::min(nearest, glm::distance(p, at));
  return nearest;
}

Pose turned(Bone bone, float angle, glm::vec3 axis) {
  Pose pose;
  pose.of(bone) = glm::angleAxis(angle, axis);
  return pose;
}

TEST(MannequinSkin, HasWeightsThatAddUpToOne) {
  for (const Mesh& mesh : mannequin().meshes)
    for (const Primitive& primitive : mesh.primitives)
      for (const glm::vec4& w : primitive.weights) ASSERT_NEAR(w.x + w.y + w.z + w.w, 1.0F, 1e-5F);
}

TEST(MannequinSkin, StaysInPlaceAtRest) {
  const Mesh& body = meshNamed("Body");
  const auto points = skinned(body, Pose{});
  for (std::size_t p = 0; p < points.size(); ++p)
    for (std::size_t i = 0; i < points[p].size(); ++i)
      ASSERT_LT(glm::distance(points[p][i], body.primitives[p].positions[i]), 1e-5F);
}

TEST(MannequinSkin, ClosesEveryFingerTowardsThePalm) {
  const Mesh& body = meshNamed("Body");
  const auto open = skinned(body, Pose{});
  for (Side side : kSides) {
    const auto closed = skinned(body, gripped(side));
    for (const FingerBones& finger : kFingers) {
      SCOPED_TRACE(std::string(name(side)) + " " + finger.name);
      const Bone last = onSide(boneAt(index(finger.first) + 2), side);
      const glm::vec3 before = tip(open, last);
      const glm::vec3 after = tip(closed, last);
      EXPECT_LT(glm::distance(after, palm(side)), glm::distance(before, palm(side)) - 0.005F);
      EXPECT_LT(after.y, before.y - 0.02F) << "the palm faces down";
    }
  }
}

TEST(MannequinSkin, MovesNoFingerWithItsNeighbour) {
  const Mesh& body = meshNamed("Body");
  const auto open = skinned(body, Pose{});
  for (const FingerBones& bent : kFingers) {
    Pose pose;
    for (std::size_t i = 0; i < 3; ++i)
      pose.of(boneAt(index(bent.first) + i)) = glm::angleAxis(-1.0F, glm::vec3(0.0F, 0.0F, 1.0F));
    const auto moved = skinned(body, pose);
    for (const FingerBones& other : kFingers) {
      if (other.first == bent.first) continue;
      const Bone last = boneAt(index(other.first) + 2);
      EXPECT_LT(glm::distance(tip(moved, last), tip(open, last)), 1e-5F)
          << bent.name << " moves " << other.name;
    }
  }
}

TEST(MannequinSkin, MovesNoTrunkWithTheArm) {
  const Mesh& body = meshNamed("Body");
  const auto open = skinned(body, Pose{});
  const auto lowered = skinned(body, turned(Bone::leftUpperArm, -1.2F, {0.0F, 0.0F, 1.0F}));
  for (std::size_t p = 0; p < open.size(); ++p)
    for (std::size_t i = 0; i < open[p].size(); ++i)
      if (open[p][i].x < 0.08F || open[p][i].y < 1.15F) {
        ASSERT_LT(glm::distance(open[p][i], lowered[p][i]), 1e-3F);
      }
}

TEST(MannequinSkin, BendsElbowKneeWristAndFingersWithoutCollapsing) {
  struct Bend {
    Bone bone;
    float angle;
    glm::vec3 axis;
  };
  const std::array<Bend, 5> bends{{{Bone::leftLowerArm, -kQuarterTurn, {0.0F, 1.0F, 0.0F}},
                                   {Bone::leftLowerLeg, kQuarterTurn, {1.0F, 0.0F, 0.0F}},
                                   {Bone::leftHand, -1.0F, {0.0F, 0.0F, 1.0F}},
                                   {Bone::leftIndexIntermediate, -1.2F, {0.0F, 0.0F, 1.0F}},
                                   {Bone::leftMiddleProximal, -1.0F, {0.0F, 0.0F, 1.0F}}}};
  for (const Bend& bend : bends) {
    const float straight = nearestSkin(Pose{}, bend.bone);
    const float bent = nearestSkin(turned(bend.bone, bend.angle, bend.axis), bend.bone);
    EXPECT_GT(bent, 0.6F * straight) << name(bend.bone);
  }
}

TEST(MannequinSkin, TurnsTheIrisWithTheGaze) {
  const Mesh& eyes = meshNamed("Eyes");
  const auto ahead = skinned(eyes, Pose{});
  const auto aside = skinned(eyes, turned(Bone::leftEye, 0.3F, {0.0F, 1.0F, 0.0F}));
  float farthest = 0.0F;
  for (std::size_t p = 0; p < ahead.size(); ++p) {
    if (mannequin().materials[eyes.primitives[p].material].name != "Pupil") continue;
    for (std::size_t i = 0; i < ahead[p].size(); ++i)
      farthest = std::max(farthest, aside[p][i].x - ahead[p][i].x);
  }
  EXPECT_GT(farthest, 0.005F);
}

}  // namespace
}  // namespace lead
