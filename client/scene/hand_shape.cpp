#include "scene/hand_shape.h"

#include <array>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "scene/shapes.h"

namespace lead {
namespace {

struct Finger {
  glm::vec3 root{0.0F};  ///< of a right hand, whose thumb is at -X
  float length = 0.0F;
  float thickness = 0.0F;
  float splay = 0.0F;  ///< radians from straight ahead, to the thumb's side
  float droop = 0.0F;  ///< radians, of its first half
  float curl = 0.0F;   ///< radians more, of its second half
};

constexpr std::array<Finger, 5> kFingers{{
    {{-0.031F, -0.001F, -0.044F}, 0.074F, 0.0175F, 0.10F, 0.22F, 0.55F},
    {{-0.0105F, 0.001F, -0.047F}, 0.082F, 0.0180F, 0.02F, 0.26F, 0.60F},
    {{0.0105F, 0.000F, -0.046F}, 0.075F, 0.0170F, -0.06F, 0.30F, 0.65F},
    {{0.031F, -0.002F, -0.042F}, 0.059F, 0.0155F, -0.16F, 0.34F, 0.70F},
    {{-0.032F, -0.006F, 0.018F}, 0.078F, 0.0215F, 0.85F, 0.30F, -0.10F},  // thumb
}};

void turn(MeshData& mesh, const glm::quat& rotation) {
  for (glm::vec3& p : mesh.positions) p = rotation * p;
  for (glm::vec3& n : mesh.normals) n = rotation * n;
}

/// A rounded stick along -Z from `root`, turned. Returns where its end's middle is.
glm::vec3 addSegment(MeshData& hand, const glm::vec3& root, const glm::quat& rotation, float length,
                     float thickness) {
  const float radius = 0.5F * thickness;
  MeshData stick = makeRoundedBox({radius, radius, 0.5F * length + radius}, radius);
  turn(stick, rotation);
  const glm::vec3 end = root + rotation * glm::vec3(0.0F, 0.0F, -length);
  hand.append(stick, 0.5F * (root + end));
  return end;
}

void addFinger(MeshData& hand, const Finger& finger) {
  const glm::quat aside = glm::angleAxis(finger.splay, glm::vec3(0.0F, 1.0F, 0.0F));
  const auto drooping = [&](float angle) {
    return aside * glm::angleAxis(-angle, glm::vec3(1.0F, 0.0F, 0.0F));
  };
  const glm::vec3 middle =
      addSegment(hand, finger.root, drooping(finger.droop), 0.55F * finger.length, finger.thickness);
  addSegment(hand, middle, drooping(finger.droop + finger.curl), 0.45F * finger.length,
             0.9F * finger.thickness);
}

void mirror(MeshData& mesh) {
  for (glm::vec3& p : mesh.positions) p.x = -p.x;
  for (glm::vec3& n : mesh.normals) n.x = -n.x;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
}

}  // namespace

MeshData makeHandShape(Side side) {
  MeshData hand = makeRoundedBox({0.041F, 0.015F, 0.047F}, 0.0145F);
  hand.append(makeRoundedBox({0.027F, 0.017F, 0.028F}, 0.016F), {0.0F, 0.001F, 0.058F});
  // The ball of the thumb.
  hand.append(makeEllipsoid({0.021F, 0.015F, 0.034F}, 10, 14), {-0.024F, -0.007F, 0.014F});
  for (const Finger& finger : kFingers) addFinger(hand, finger);
  if (side == Side::left) mirror(hand);
  return hand;
}

}  // namespace lead
