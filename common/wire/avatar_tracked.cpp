#include <algorithm>
#include <bit>
#include <cstdlib>

#include "wire/avatar_parts.h"
#include "wire/rotation_bits.h"

namespace lead::wire {
namespace {

QuantisedRotation rotationOf(const QuantisedAvatar& avatar, std::size_t bone) {
  const BoneMask mask = bit(boneAt(bone));
  if ((avatar.bones & mask) == 0) return {};
  return avatar.rotations[static_cast<std::size_t>(std::popcount(avatar.bones & (mask - 1)))];
}

constexpr std::int32_t kMostAngle = 90;  // steps of two degrees
constexpr std::int32_t kLongUnary = 7;

/// As many ones as it is far from 0, a zero, its sign; those that are further in 9 bits after seven ones.
void putUnary(Packer& out, std::int32_t value) {
  const std::int32_t size = std::abs(value);
  if (size >= kLongUnary) {
    out.put((1U << kLongUnary) - 1, kLongUnary);
    return out.putSigned(value, 9);
  }
  out.put((1U << size) - 1, static_cast<unsigned>(size) + 1);
  if (size > 0) out.flag(value < 0);
}

std::int32_t getUnary(BitReader& in) {
  std::int32_t size = 0;
  while (size < kLongUnary && in.flag()) ++size;
  if (size == kLongUnary) return in.readSigned(9);
  return size > 0 && in.flag() ? -size : size;
}

constexpr std::size_t anglesOf(std::size_t finger) {
  return finger == 0 ? 7 : 4;
}

std::int32_t angleAt(const std::vector<std::int8_t>& angles, std::size_t place) {
  return angles.empty() ? 0 : angles[place];
}

/// What an angle is about to be: a finger's curls go together, and so do neighbouring fingers but the thumb.
class FingerForetelling {
 public:
  explicit FingerForetelling(const std::vector<std::int8_t>& then) : then_(then) {}
  void beginHand() { neighbour_ = 0; }
  void beginFinger(std::size_t finger) {
    finger_ = finger;
    change_ = neighbour_;
  }
  std::int32_t of(std::size_t place, std::size_t i) const {
    const std::int32_t then = angleAt(then_, place);
    return isCurl(i) ? std::clamp(then + change_, -kMostAngle, kMostAngle) : then;
  }
  void became(std::size_t place, std::size_t i, std::int32_t angle) {
    if (!isCurl(i)) return;
    change_ = angle - angleAt(then_, place);
    if (finger_ > 0 && i == 0) neighbour_ = change_;
  }

 private:
  bool isCurl(std::size_t i) const { return finger_ == 0 ? i % 2 == 0 && i < 6 : i < 3; }

  const std::vector<std::int8_t>& then_;
  std::size_t finger_ = 0;
  std::int32_t neighbour_ = 0;
  std::int32_t change_ = 0;
};

bool sameFinger(const std::vector<std::int8_t>& a, const std::vector<std::int8_t>& b, std::size_t first,
                std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i)
    if (angleAt(a, i) != angleAt(b, i)) return false;
  return true;
}

void putFingers(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then) {
  FingerForetelling foretelling(then.fingers);
  for (std::size_t hand = 0; hand < 2; ++hand) {
    foretelling.beginHand();
    for (std::size_t finger = 0; finger < kFingers; ++finger) {
      if ((now.bones & bonesOf(hand, finger)) == 0) continue;
      const std::size_t first = firstAngle(hand, finger);
      const bool same = sameFinger(now.fingers, then.fingers, first, anglesOf(finger));
      out.flag(!same);
      if (same) continue;
      foretelling.beginFinger(finger);
      for (std::size_t i = 0; i < anglesOf(finger); ++i) {
        const std::int32_t angle = now.fingers[first + i];
        putUnary(out, angle - foretelling.of(first + i, i));
        foretelling.became(first + i, i, angle);
      }
    }
  }
}

bool getFinger(BitReader& in, std::size_t first, std::size_t count, FingerForetelling& foretelling,
               QuantisedAvatar& out) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t angle = foretelling.of(first + i, i) + getUnary(in);
    if (angle < -kMostAngle || angle > kMostAngle) return false;
    out.fingers[first + i] = static_cast<std::int8_t>(angle);
    foretelling.became(first + i, i, angle);
  }
  return true;
}

bool getFingers(BitReader& in, const QuantisedAvatar& then, QuantisedAvatar& out) {
  out.fingers.assign(kFingerAngles, 0);
  FingerForetelling foretelling(then.fingers);
  for (std::size_t hand = 0; hand < 2; ++hand) {
    foretelling.beginHand();
    for (std::size_t finger = 0; finger < kFingers; ++finger) {
      if ((out.bones & bonesOf(hand, finger)) == 0) continue;
      const std::size_t first = firstAngle(hand, finger);
      foretelling.beginFinger(finger);
      if (!in.flag()) {
        for (std::size_t i = first; i < first + anglesOf(finger); ++i)
          out.fingers[i] = static_cast<std::int8_t>(angleAt(then.fingers, i));
      } else if (!getFinger(in, first, anglesOf(finger), foretelling, out)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

void putTracked(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then) {
  out.flag(now.bones != then.bones);
  if (now.bones != then.bones) {
    out.put(now.bones & 0xffffffffU, 32);
    out.put(now.bones >> 32U, kBoneCount - 32);
  }
  if (now.bones == 0) return;
  putNumbers<3>(out, now.hipsOffset, then.hipsOffset, kHipsClasses);
  for (std::size_t bone = 0, next = 0; bone < kBodyBones; ++bone)
    if ((now.bones & bit(boneAt(bone))) != 0) putRotation(out, now.rotations[next++], rotationOf(then, bone));
  if ((now.bones & kFingerBones) != 0) putFingers(out, now, then);
}

bool getTracked(BitReader& in, const QuantisedAvatar& then, QuantisedAvatar& out) {
  if (in.flag()) {
    const BoneMask low = in.read(32);
    out.bones = low | BoneMask{in.read(kBoneCount - 32)} << 32U;
  }
  out.rotations.clear();
  out.fingers.clear();
  if (out.bones == 0) {
    out.hipsOffset = {};
    return true;
  }
  getNumbers(in, out.hipsOffset, kHipsClasses);
  if (!isWithin(out.hipsOffset, kMostHips)) return false;
  for (std::size_t bone = 0; bone < kBodyBones; ++bone) {
    if ((out.bones & bit(boneAt(bone))) == 0) continue;
    out.rotations.push_back(rotationOf(then, bone));
    if (!getRotation(in, out.rotations.back())) return false;
  }
  return (out.bones & kFingerBones) == 0 || getFingers(in, then, out);
}

}  // namespace lead::wire
