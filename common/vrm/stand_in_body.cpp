#include "vrm/stand_in_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace lead {
namespace {

/// Half the width and the depth of a cross-section.
struct Section {
  float wide = 0.0F;
  float deep = 0.0F;
};

Section round(float radius) {
  return {radius, radius};
}

/// A limb: two elliptical sections, what lies between, and rounded ends.
struct Solid {
  Bone bone = Bone::hips;
  glm::vec3 from{0.0F};
  glm::vec3 to{0.0F};
  Section first;
  Section last;
  glm::vec3 side{1.0F, 0.0F, 0.0F};  ///< where the sections are wide, if that isn't along the limb
  int around = 12;                   ///< corners of a section
  int capRings = 3;
};

class BodyBuilder {
 public:
  explicit BodyBuilder(const Skeleton& skeleton) : skeleton_(skeleton) {}

  StandInBody build() {
    addTrunk();
    addHead();
    for (const Side side : kSides) {
      addArm(side);
      addLeg(side);
    }
    return std::move(body_);
  }

 private:
  bool has(Bone bone) const { return skeleton_.has(bone); }
  glm::vec3 at(Bone bone) const { return skeleton_.restOf(bone); }

  glm::vec3 middle(Bone left) const { return 0.5F * (at(left) + at(onSide(left, Side::right))); }
  float halfApart(Bone left) const { return 0.5F * glm::distance(at(left), at(onSide(left, Side::right))); }
  float armLength() const {
    return std::max(skeleton_.armLength(Side::left), skeleton_.armLength(Side::right));
  }

  /// From the seat to the shoulders: one solid a bone of the spine.
  void addTrunk() {
    const float shoulders = 0.85F * halfApart(Bone::leftUpperArm);
    const float hips =
        std::min(1.35F * halfApart(Bone::leftUpperLeg) + 0.02F * armLength(), 1.1F * shoulders);
    const float bottom = middle(Bone::leftUpperLeg).y;
    const float top = middle(Bone::leftUpperArm).y;
    const auto section = [&](float height) {
      const float t = std::clamp((height - bottom) / std::max(top - bottom, 1e-6F), 0.0F, 1.0F);
      const float waist = 1.0F - 0.2F * std::sin(glm::pi<float>() * t);
      const float wide = waist * ((1.0F - t) * hips + t * shoulders);
      return Section{wide, 0.62F * wide};
    };
    Bone bone = Bone::hips;
    glm::vec3 from = middle(Bone::leftUpperLeg);
    for (const Bone next : {Bone::spine, Bone::chest, Bone::upperChest}) {
      if (!has(next)) continue;
      add({bone, from, at(next), section(from.y), section(at(next).y)});
      bone = next;
      from = at(next);
    }
    add({bone, from, middle(Bone::leftUpperArm), section(from.y), section(top)});
  }

  void addHead() {
    const glm::vec3 head = at(Bone::head);
    const float size = std::max(0.08F * std::abs(head.y), 0.6F * halfApart(Bone::leftUpperArm));
    float rise = 0.9F * size;
    if (has(Bone::leftEye) && has(Bone::rightEye)) rise = std::max(rise, middle(Bone::leftEye).y - head.y);
    const Bone neck = has(Bone::neck) ? Bone::neck : Bone::head;
    add({neck, has(Bone::neck) ? at(Bone::neck) : middle(Bone::leftUpperArm), head, round(0.5F * size),
         round(0.45F * size)});
    const glm::vec3 centre = head + glm::vec3(0.0F, rise, 0.15F * size);
    const glm::vec3 reach(0.0F, 0.3F * size, 0.0F);
    add({Bone::head, centre - reach, centre + reach, {0.85F * size, 0.95F * size}, {0.9F * size, size}});
  }

  void addArm(Side side) {
    const Bone upper = onSide(Bone::leftUpperArm, side);
    const Bone lower = onSide(Bone::leftLowerArm, side);
    const Bone hand = onSide(Bone::leftHand, side);
    const float thick = 0.085F * armLength();
    add({upper, at(upper), at(lower), round(thick), round(0.8F * thick)});
    add({lower, at(lower), at(hand), round(0.8F * thick), round(0.55F * thick)});
    if (const Bone shoulder = onSide(Bone::leftShoulder, side); has(shoulder))
      add({shoulder, at(shoulder), at(upper), round(1.1F * thick), round(1.05F * thick)});
    addHand(side, thick);
  }

  void addHand(Side side, float thick) {
    const Bone hand = onSide(Bone::leftHand, side);
    const glm::vec3 along = glm::normalize(at(hand) - at(onSide(Bone::leftLowerArm, side)));
    glm::vec3 knuckles = at(hand) + 2.0F * thick * along;
    if (const Bone knuckle = onSide(Bone::leftMiddleProximal, side); has(knuckle)) knuckles = at(knuckle);
    const Section palm{0.8F * thick, 0.4F * thick};
    add({hand, at(hand), knuckles, palm, palm, glm::vec3(0.0F, 0.0F, 1.0F)});
    for (const Bone thumb : {Bone::leftThumbMetacarpal, Bone::leftThumbProximal}) {
      const Bone root = onSide(thumb, side);
      if (!has(root)) continue;
      add({hand, at(hand), at(root), round(0.4F * thick), round(0.3F * thick)});
      break;
    }
    bool any = false;
    for (const Bone first : {Bone::leftThumbMetacarpal, Bone::leftIndexProximal, Bone::leftMiddleProximal,
                             Bone::leftRingProximal, Bone::leftLittleProximal})
      any = addFinger(first, side, 0.26F * thick) || any;
    if (!any) add({hand, knuckles, knuckles + 1.5F * thick * along, palm, palm, glm::vec3(0.0F, 0.0F, 1.0F)});
  }

  /// Three bones that follow each other in the list, present or not.
  bool addFinger(Bone first, Side side, float thick) {
    std::array<glm::vec3, 4> points{};
    std::array<Bone, 3> bones{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Bone bone = onSide(boneAt(index(first) + i), side);
      if (!has(bone)) continue;
      bones[count] = bone;
      points[count++] = at(bone);
    }
    if (count == 0) return false;
    const glm::vec3 before = count > 1 ? points[count - 2] : at(onSide(Bone::leftHand, side));
    points[count] = points[count - 1] + 0.8F * (points[count - 1] - before) * (count > 1 ? 1.0F : 0.5F);
    for (std::size_t i = 0; i < count; ++i) {
      Solid joint{bones[i], points[i], points[i + 1], round(thick), round(0.9F * thick)};
      joint.around = 6;
      joint.capRings = 2;
      add(joint);
    }
    return true;
  }

  void addLeg(Side side) {
    const Bone upper = onSide(Bone::leftUpperLeg, side);
    const Bone lower = onSide(Bone::leftLowerLeg, side);
    const Bone foot = onSide(Bone::leftFoot, side);
    const float thick = std::min(0.095F * skeleton_.legLength(side), 1.1F * halfApart(Bone::leftUpperLeg));
    add({upper, at(upper), at(lower), round(thick), round(0.68F * thick)});
    add({lower, at(lower), at(foot), round(0.68F * thick), round(0.45F * thick)});
    const Sole& sole = skeleton_.soles[index(side)];
    const float height = 0.4F * thick;
    const glm::vec3 lift(0.0F, height, 0.0F);
    const glm::vec3 heel = at(foot) + sole.heel + lift;
    const glm::vec3 ball = at(foot) + sole.ball + lift;
    add({foot, heel, ball, {0.5F * thick, height}, {0.6F * thick, height}});
    const Bone toes = onSide(Bone::leftToes, side);
    add({has(toes) ? toes : foot,
         ball,
         ball + 0.35F * (ball - heel),
         {0.6F * thick, height},
         {0.5F * thick, 0.8F * height}});
  }

  /// Rings of corners from one end to the other, each a little ellipse; the outermost are points.
  void add(const Solid& solid) {
    const glm::vec3 way = solid.to - solid.from;
    const float length = glm::length(way);
    const glm::vec3 axis = length > 1e-6F ? way / length : glm::vec3(0.0F, 1.0F, 0.0F);
    glm::vec3 wide = solid.side - axis * glm::dot(solid.side, axis);
    if (glm::length(wide) < 0.1F) wide = glm::vec3(0.0F, 0.0F, 1.0F) - axis * axis.z;
    wide = glm::normalize(wide);
    const glm::vec3 deep = glm::cross(axis, wide);
    const auto first = static_cast<int>(body_.positions.size());
    int rings = 0;
    const auto cap = [&](const glm::vec3& centre, const Section& section, float sign) {
      const float bulge = std::min(section.wide, section.deep);
      for (int i = 0; i <= solid.capRings; ++i, ++rings) {
        const int step = sign < 0.0F ? solid.capRings - i : i;
        const float angle =
            glm::half_pi<float>() * static_cast<float>(step) / static_cast<float>(solid.capRings);
        addRing(solid, centre + axis * (sign * bulge * std::sin(angle)), section, std::cos(angle),
                axis * (sign * std::sin(angle)), wide, deep);
      }
    };
    cap(solid.from, solid.first, -1.0F);
    cap(solid.to, solid.last, 1.0F);
    connect(first, rings, solid.around);
  }

  void addRing(const Solid& solid, const glm::vec3& centre, const Section& section, float shrink,
               const glm::vec3& outward, const glm::vec3& wide, const glm::vec3& deep) {
    for (int k = 0; k < solid.around; ++k) {
      const float angle = glm::two_pi<float>() * static_cast<float>(k) / static_cast<float>(solid.around);
      const float c = std::cos(angle);
      const float s = std::sin(angle);
      body_.positions.push_back(centre + shrink * (section.wide * c * wide + section.deep * s * deep));
      const glm::vec3 across =
          c / std::max(section.wide, 1e-6F) * wide + s / std::max(section.deep, 1e-6F) * deep;
      body_.normals.push_back(glm::normalize(shrink * glm::normalize(across) + outward));
      body_.bones.push_back(solid.bone);
    }
  }

  void connect(int first, int rings, int around) {
    const auto corner = [&](int ring, int k) {
      return static_cast<std::uint16_t>(first + ring * around + k % around);
    };
    for (int ring = 0; ring + 1 < rings; ++ring)
      for (int k = 0; k < around; ++k) {
        // At either end, all corners of the ring are one point: one of the two triangles is none.
        if (ring > 0)
          body_.indices.insert(body_.indices.end(),
                               {corner(ring, k), corner(ring, k + 1), corner(ring + 1, k)});
        if (ring + 2 < rings)
          body_.indices.insert(body_.indices.end(),
                               {corner(ring, k + 1), corner(ring + 1, k + 1), corner(ring + 1, k)});
      }
  }

  const Skeleton& skeleton_;
  StandInBody body_;
};

}  // namespace

StandInBody makeStandInBody(const Skeleton& skeleton) {
  return BodyBuilder(skeleton).build();
}

}  // namespace lead
