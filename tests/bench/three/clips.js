// Two walk cycles that nobody recorded: smooth rotations of 51 bones (all but eyes, jaw and upper chest) and the hips'
// travel, 30 keys a second for 1.2 seconds.
import { AnimationClip, Euler, Quaternion, QuaternionKeyframeTrack, VectorKeyframeTrack } from 'three';

const SECONDS = 1.2;
const KEYS_A_SECOND = 30;
const NOT_DRIVEN = new Set(['leftEye', 'rightEye', 'jaw', 'upperChest']);
const LEGS = { UpperLeg: [0.5, 0], LowerLeg: [0.5, 0.6], Foot: [0.25, 0.3], Toes: [0.2, 0.1] };

function swingOf(name, key, keys, stride) {
  const turn = (2 * Math.PI * key) / keys + (name.startsWith('right') ? Math.PI : 0);
  const part = name.replace(/^(left|right)/, '');
  const [amount, bend] = LEGS[part] ?? [part.endsWith('Arm') ? 0.35 : 0.06, 0];
  const hang = part === 'UpperArm' ? (name.startsWith('left') ? -1.18 : 1.18) : 0;
  return [amount * stride * Math.sin(turn) + bend * (1 - Math.cos(turn)) * 0.5, 0.03 * stride * Math.cos(turn), hang];
}

export function makeWalk(name, bones, stride) {
  const keys = SECONDS * KEYS_A_SECOND;
  const times = Array.from({ length: keys + 1 }, (_, key) => key / KEYS_A_SECOND);
  const rotation = new Quaternion();
  const euler = new Euler();
  const tracks = Object.keys(bones)
    .filter((bone) => !NOT_DRIVEN.has(bone))
    .map((bone) => {
      const values = times.flatMap((_, key) =>
        rotation.setFromEuler(euler.set(...swingOf(bone, key % keys, keys, stride))).toArray(),
      );
      return new QuaternionKeyframeTrack(`${bone}.quaternion`, times, values);
    });
  const { x, y, z } = bones.hips.position;
  const travel = times.flatMap((_, key) => {
    const turn = (2 * Math.PI * (key % keys)) / keys;
    return [x + 0.02 * Math.cos(turn), y - 0.03 + 0.02 * stride * Math.cos(2 * turn), z];
  });
  tracks.push(new VectorKeyframeTrack('hips.position', times, travel));
  return new AnimationClip(name, SECONDS, tracks);
}
