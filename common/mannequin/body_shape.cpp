#include "mannequin/body_shape.h"

#include <cmath>

#include "mannequin/proportions.h"
#include "mannequin/solids.h"

namespace lead::mannequin {
namespace {

using glm::vec3;

constexpr float kFar = 1.0F;
constexpr float kHandStart = 0.615F;  // x from which the hand's own solids matter

float trunk(vec3 p) {
  static const Loft torso(1, 0.055F, 0.050F,
                          {{0.835F, 0.0F, -0.004F, 0.108F, 0.082F},
                           {0.880F, 0.0F, -0.010F, 0.127F, 0.093F},
                           {0.930F, 0.0F, -0.009F, 0.131F, 0.092F},
                           {1.000F, 0.0F, -0.002F, 0.122F, 0.081F},
                           {1.055F, 0.0F, 0.004F, 0.115F, 0.076F},
                           {1.125F, 0.0F, 0.005F, 0.121F, 0.082F},
                           {1.205F, 0.0F, 0.003F, 0.137F, 0.094F},
                           {1.275F, 0.0F, -0.006F, 0.134F, 0.087F},
                           {1.330F, 0.0F, -0.014F, 0.095F, 0.062F}});
  float d = torso.distance(p);
  // The slope from the neck to the shoulders.
  d = smoothMin(d, roundCone(p, {0.0F, 1.365F, -0.016F}, {0.135F, 1.318F, -0.013F}, 0.047F, 0.043F), 0.05F);
  return d;
}

float neck(vec3 p) {
  static const Loft loft(1, 0.03F, 0.03F,
                         {{1.340F, 0.0F, -0.014F, 0.054F, 0.052F},
                          {1.385F, 0.0F, -0.012F, 0.045F, 0.046F},
                          {1.450F, 0.0F, -0.004F, 0.043F, 0.046F}});
  return loft.distance(p);
}

float head(vec3 p) {
  float d = ellipsoid(p, {0.0F, 1.546F, 0.000F}, {0.0790F, 0.1020F, 0.0950F});
  d = smoothMin(d, ellipsoid(p, {0.0F, 1.478F, 0.024F}, {0.0560F, 0.0660F, 0.0640F}), 0.045F);
  d = smoothMin(d, ellipsoid(p, {0.0F, 1.433F, 0.066F}, {0.0190F, 0.0150F, 0.0160F}), 0.030F);    // chin
  d = smoothMin(d, ellipsoid(p, {0.036F, 1.484F, 0.054F}, {0.0240F, 0.0230F, 0.0250F}), 0.035F);  // cheek
  // Eye: lids' mound, then the hole that the eyeball looks out of.
  const vec3 eye = restOf(Bone::leftEye);
  d = smoothMin(d, glm::length(p - eye) - (kEyeRadius + 0.0010F), 0.010F);
  const vec3 fromEye = p - eye;
  if (fromEye.z > 0.0F) {
    const float across = fromEye.x / (0.73F * fromEye.z);
    const float up = fromEye.y / (0.62F * fromEye.z);
    const float hole = (std::sqrt(across * across + up * up) - 1.0F) * 0.60F * fromEye.z;
    d = smoothMax(d, -hole, 0.002F);
  }
  // Nose.
  d = smoothMin(d, roundCone(p, {0.0F, 1.512F, 0.0870F}, {0.0F, 1.487F, 0.0990F}, 0.0045F, 0.0085F), 0.018F);
  // Ear.
  const float ear = ellipsoid(p, {0.0800F, 1.512F, -0.010F}, {0.0100F, 0.0270F, 0.0170F});
  const float bowl = ellipsoid(p, {0.0905F, 1.514F, -0.006F}, {0.0060F, 0.0170F, 0.0095F});
  d = smoothMin(d, smoothMax(ear, -bowl, 0.006F), 0.008F);
  // Hair stands a little off the head.
  d -= 0.0085F * smoothStep(-0.004F, 0.018F, p.y - hairline(p));
  return d;
}

float arm(vec3 p) {
  static const Loft loft(0, 0.055F, 0.02F,
                         {{0.150F, 1.314F, -0.013F, 0.053F, 0.053F},
                          {0.200F, 1.317F, -0.013F, 0.047F, 0.049F},
                          {0.290F, 1.318F, -0.014F, 0.041F, 0.043F},
                          {0.370F, 1.318F, -0.016F, 0.0355F, 0.0370F},
                          {0.405F, 1.318F, -0.017F, 0.0345F, 0.0360F},
                          {0.455F, 1.318F, -0.016F, 0.0365F, 0.0385F},
                          {0.540F, 1.318F, -0.014F, 0.0310F, 0.0340F},
                          {0.605F, 1.318F, -0.012F, 0.0235F, 0.0285F},
                          {0.645F, 1.318F, -0.011F, 0.0205F, 0.0285F}});
  return loft.distance(p);
}

float palm(vec3 p) {
  static const Loft loft(0, 0.03F, 0.016F,
                         {{0.640F, 1.318F, -0.011F, 0.0195F, 0.0280F},
                          {0.670F, 1.318F, -0.011F, 0.0175F, 0.0370F},
                          {0.700F, 1.319F, -0.011F, 0.0155F, 0.0410F},
                          {0.718F, 1.319F, -0.010F, 0.0130F, 0.0405F}});
  return loft.distance(p);
}

float fingerDistance(const Finger& finger, vec3 p) {
  float d = kFar;
  for (std::size_t i = 0; i < 3; ++i) {
    const float bone =
        roundCone(p, finger.point[i], finger.point[i + 1], finger.radius[i], finger.radius[i + 1]);
    d = i == 0 ? bone : smoothMin(d, bone, 0.003F);
  }
  return d;
}

float hand(vec3 p) {
  const std::array<Finger, kFingerCount>& fingers = leftFingers();
  const float flat = palm(p);
  const Finger& thumb = fingers[0];
  const float ball =
      roundCone(p, thumb.point[0] + vec3(-0.008F, -0.002F, -0.006F), thumb.point[1], 0.0165F, 0.0125F);
  const float base = smoothMin(flat, ball, 0.020F);
  // Each finger grows out of the palm with a fillet of its own, and never into the next finger.
  float d = smoothMin(base, fingerDistance(thumb, p), 0.010F);
  for (std::size_t i = 1; i < kFingerCount; ++i)
    d = std::min(d, smoothMin(base, fingerDistance(fingers[i], p), 0.009F));
  return d;
}

float leg(vec3 p) {
  static const Loft loft(1, 0.03F, 0.09F,
                         {{0.065F, 0.090F, -0.017F, 0.0345F, 0.0420F},
                          {0.105F, 0.090F, -0.018F, 0.0320F, 0.0375F},
                          {0.160F, 0.090F, -0.018F, 0.0345F, 0.0385F},
                          {0.250F, 0.091F, -0.016F, 0.0445F, 0.0480F},
                          {0.345F, 0.092F, -0.011F, 0.0525F, 0.0570F},
                          {0.420F, 0.091F, -0.002F, 0.0490F, 0.0525F},
                          {0.472F, 0.090F, 0.004F, 0.0490F, 0.0530F},
                          {0.540F, 0.090F, 0.004F, 0.0550F, 0.0600F},
                          {0.650F, 0.0895F, 0.001F, 0.0645F, 0.0720F},
                          {0.780F, 0.0880F, -0.003F, 0.0700F, 0.0830F},
                          {0.850F, 0.0850F, -0.008F, 0.0660F, 0.0860F}});
  return loft.distance(p);
}

float foot(vec3 p) {
  static const Loft loft(2, 0.028F, 0.034F,
                         {{-0.050F, 0.090F, 0.036F, 0.0340F, 0.0420F},
                          {-0.015F, 0.090F, 0.040F, 0.0360F, 0.0460F},
                          {0.030F, 0.091F, 0.032F, 0.0390F, 0.0390F},
                          {0.075F, 0.093F, 0.024F, 0.0440F, 0.0320F},
                          {0.110F, 0.094F, 0.020F, 0.0430F, 0.0280F},
                          {0.132F, 0.093F, 0.018F, 0.0380F, 0.0250F}});
  return smoothMax(loft.distance(p), -p.y, 0.010F);
}

}  // namespace

float hairline(vec3 p) {
  // From the forehead over the temples, before the ears, down to the nape.
  const float across = std::sqrt(p.x * p.x + p.z * p.z);
  const float front = across > 1e-6F ? p.z / across : 1.0F;  // 1 ahead, -1 behind
  return 1.472F + 0.067F * smoothStep(-0.60F, -0.15F, front) + 0.056F * smoothStep(0.10F, 0.78F, front) +
         0.012F * smoothStep(0.70F, 1.00F, front);
}

float bodyDistance(vec3 p) {
  p.x = std::abs(p.x);
  float d = trunk(p);
  if (p.y > 1.15F && p.x > 0.05F) d = smoothMin(d, arm(p), 0.05F);
  if (p.x > kHandStart) d = smoothMin(d, hand(p), 0.012F);
  if (p.y < 1.05F) {
    d = smoothMin(d, leg(p), 0.055F);
    if (p.y < 0.25F) d = smoothMin(d, foot(p), 0.022F);
  }
  if (p.y > 1.25F && p.x < 0.25F) {
    d = smoothMin(d, neck(p), 0.03F);
    d = smoothMin(d, head(p), 0.018F);
  }
  return d;
}

FingerPlace nearestFinger(vec3 p) {
  p.x = std::abs(p.x);
  FingerPlace best{-1, kFar};
  for (std::size_t i = 0; i < kFingerCount; ++i) {
    const float d = fingerDistance(leftFingers()[i], p);
    if (d < best.distance) best = {static_cast<int>(i), d};
  }
  return best;
}

float bodyCellSize(vec3 p) {
  constexpr float fine = kFinestCell;
  constexpr float medium = 2 * kFinestCell;
  constexpr float coarse = 4 * kFinestCell;
  p.x = std::abs(p.x);
  const bool fingers = p.x > 0.695F || (p.x > 0.665F && p.z > 0.026F);
  if (fingers) return fine;
  if (p.x > 0.600F) return medium;
  if (p.y > 1.40F) {
    const bool eye = glm::length(p - restOf(Bone::leftEye)) < 0.031F;
    const bool nose = p.x < 0.016F && p.z > 0.080F && p.y > 1.470F && p.y < 1.515F;
    const bool ear = p.x > 0.076F && std::abs(p.y - 1.513F) < 0.032F && std::abs(p.z + 0.01F) < 0.03F;
    return eye || nose || ear ? fine : medium;
  }
  if (p.y > 1.19F && p.y < 1.28F && p.x < 0.04F && p.z > 0.0F) return medium;  // the disc's edge
  if (p.y < 0.09F) return medium;
  if (p.x < 0.05F && p.y > 0.70F && p.y < 0.86F) return medium;  // between the legs
  if (p.y > 1.33F && p.x < 0.1F) return medium;
  return coarse;
}

}  // namespace lead::mannequin
