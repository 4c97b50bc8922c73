#include "wire/avatar_fingers.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "wire/avatar_codec.h"
#include "wire/avatar_units.h"

namespace lead::wire {
namespace {

constexpr float kStep = 2.0F * kPi / 180.0F;

std::int8_t toAngle(float sine, float cosine) {
  return static_cast<std::int8_t>(toGrid(wrapAngle(2.0F * std::atan2(sine, cosine)), 1.0F / kStep, 90));
}

/// Where in a finger's angles a bone's are; -1: it has none.
struct Place {
  int curl;
  int spread;
  int twist = -1;
};
Place placeOf(std::size_t finger, int bone) {
  if (finger == 0) return {2 * bone, 2 * bone + 1, bone == 0 ? 6 : -1};
  return {bone, bone == 0 ? 3 : -1};
}

/// rotationY(spread) * rotationZ(curl) * rotationX(twist).
struct Turns {
  std::int8_t curl;
  std::int8_t spread;
  std::int8_t twist;
};
Turns turnsOf(const glm::quat& q, const Place& place) {
  if (place.twist < 0) return {toAngle(q.z, q.w), toAngle(q.y, q.w), 0};
  const glm::vec3 along = q * glm::vec3(1.0F, 0.0F, 0.0F);
  const float curl = std::asin(std::clamp(along.y, -1.0F, 1.0F));
  const float spread = std::atan2(-along.z, along.x);
  const glm::quat rest = glm::conjugate(rotationY(spread) * rotationZ(curl)) * q;
  const auto steps = [](float angle) { return static_cast<std::int8_t>(toGrid(angle, 1.0F / kStep, 90)); };
  return {steps(curl), steps(spread), toAngle(rest.x, rest.w)};
}

template <typename Visit>
void forEachFingerBone(BoneMask bones, Visit visit) {
  for (std::size_t hand = 0; hand < 2; ++hand)
    for (std::size_t finger = 0; finger < kFingers; ++finger) {
      if ((bones & bonesOf(hand, finger)) == 0) continue;
      for (int i = 0; i < 3; ++i) {
        const std::size_t bone = firstBone(hand, finger) + static_cast<std::size_t>(i);
        if ((bones & bit(boneAt(bone))) != 0) visit(bone, firstAngle(hand, finger), placeOf(finger, i));
      }
    }
}

}  // namespace

void fingersToAngles(BoneMask bones, const BoneArray<glm::quat>& rotations, std::vector<std::int8_t>& out) {
  out.assign(kFingerAngles, 0);
  forEachFingerBone(bones, [&](std::size_t bone, std::size_t first, Place place) {
    if (!isFinite(rotations[bone])) return;
    const Turns turns = turnsOf(rotations[bone], place);
    const auto set = [&](int at, std::int8_t angle) {
      if (at >= 0) out[first + static_cast<std::size_t>(at)] = angle;
    };
    set(place.curl, turns.curl);
    set(place.spread, turns.spread);
    set(place.twist, turns.twist);
  });
}

void anglesToFingers(const std::vector<std::int8_t>& angles, BoneMask bones, BoneArray<glm::quat>& out) {
  forEachFingerBone(bones, [&](std::size_t bone, std::size_t first, Place place) {
    const auto angle = [&](int at) {
      return static_cast<float>(angles[first + static_cast<std::size_t>(at)]) * kStep;
    };
    out[bone] = rotationZ(angle(place.curl));
    if (place.spread >= 0) out[bone] = rotationY(angle(place.spread)) * out[bone];
    if (place.twist >= 0) out[bone] = out[bone] * rotationX(angle(place.twist));
  });
}

}  // namespace lead::wire
