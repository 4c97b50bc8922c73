// The parts of an avatar's bits that have their own shape. `then` is the baseline. A get starts from `out`
// equal to the baseline and gives false for what no put writes.
#pragma once

#include "wire/avatar_codec.h"
#include "wire/avatar_foretell.h"
#include "wire/packer.h"

namespace lead::wire {

/// `moved`: the avatar, since the baseline. Who has the hand is taken from `now`.
QuantisedAvatar::Arm foretoldArm(const QuantisedAvatar::Arm& now, const QuantisedAvatar::Arm& then,
                                 const Numbers3& moved, const Time& time);
void putArm(Packer& out, const QuantisedAvatar::Arm& now, const QuantisedAvatar::Arm& then,
            const Numbers3& moved, const Time& time);
bool getArm(BitReader& in, const QuantisedAvatar::Arm& then, const Numbers3& moved, const Time& time,
            QuantisedAvatar::Arm& out);

inline bool sameGaze(const QuantisedAvatar& now, const QuantisedAvatar& then) {
  return now.gazeMode == then.gazeMode && now.gazeAt == then.gazeAt && now.gazeWeight == then.gazeWeight &&
         now.gazeTarget == then.gazeTarget;
}
void putGaze(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then);
bool getGaze(BitReader& in, QuantisedAvatar& out);

inline bool sameTracked(const QuantisedAvatar& now, const QuantisedAvatar& then) {
  return now.bones == then.bones &&
         (now.bones == 0 || (now.hipsOffset == then.hipsOffset && now.rotations == then.rotations &&
                             now.fingers == then.fingers));
}
void putTracked(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then);
bool getTracked(BitReader& in, const QuantisedAvatar& then, QuantisedAvatar& out);

void putFace(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then);
void getFace(BitReader& in, QuantisedAvatar& out);

bool samePlays(const QuantisedAvatar& now, const QuantisedAvatar& then, const Time& time);
void putPlays(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then, const Time& time);
bool getPlays(BitReader& in, const QuantisedAvatar& then, const Time& time, QuantisedAvatar& out);
void foretellPlays(const QuantisedAvatar& then, const Time& time, QuantisedAvatar& out);

}  // namespace lead::wire
