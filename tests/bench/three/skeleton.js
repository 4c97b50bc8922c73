// The 55 humanoid bones of VRM 1.0 as three.js bones, in a T-pose with identity rotations.
import { Bone } from 'three';

// name, parent, position from the parent; `left...` stands for both sides.
const BONES = [
  ['hips', null, 0, 0.92, 0],
  ['spine', 'hips', 0, 0.1, 0],
  ['chest', 'spine', 0, 0.12, 0],
  ['upperChest', 'chest', 0, 0.12, 0],
  ['neck', 'upperChest', 0, 0.17, 0],
  ['head', 'neck', 0, 0.08, 0],
  ['leftEye', 'head', 0.03, 0.06, 0.08],
  ['jaw', 'head', 0, 0.01, 0.02],
  ['leftUpperLeg', 'hips', 0.09, -0.05, 0],
  ['leftLowerLeg', 'leftUpperLeg', 0, -0.4, 0.005],
  ['leftFoot', 'leftLowerLeg', 0, -0.39, -0.015],
  ['leftToes', 'leftFoot', 0, -0.06, 0.12],
  ['leftShoulder', 'upperChest', 0.03, 0.13, 0],
  ['leftUpperArm', 'leftShoulder', 0.12, 0, 0],
  ['leftLowerArm', 'leftUpperArm', 0.26, 0, 0],
  ['leftHand', 'leftLowerArm', 0.24, 0, 0],
];
const FINGERS = [
  ['Thumb', ['Metacarpal', 'Proximal', 'Distal'], 0.02, 0.035],
  ['Index', ['Proximal', 'Intermediate', 'Distal'], 0.08, 0.03],
  ['Middle', ['Proximal', 'Intermediate', 'Distal'], 0.08, 0.01],
  ['Ring', ['Proximal', 'Intermediate', 'Distal'], 0.08, -0.01],
  ['Little', ['Proximal', 'Intermediate', 'Distal'], 0.08, -0.03],
];
for (const [finger, joints, along, across] of FINGERS)
  joints.forEach((joint, i) =>
    BONES.push([
      `left${finger}${joint}`,
      i === 0 ? 'leftHand' : `left${finger}${joints[i - 1]}`,
      i === 0 ? along : 0.03,
      0,
      i === 0 ? across : 0,
    ]),
  );

const other = (name) => name?.replace(/^left/, 'right') ?? null;

// Adds the bones to `root` and returns them by name.
export function makeSkeleton(root) {
  const bones = {};
  const add = (name, parent, x, y, z) => {
    const bone = new Bone();
    bone.name = name;
    bone.position.set(x, y, z);
    (parent ? bones[parent] : root).add(bone);
    bones[name] = bone;
  };
  for (const [name, parent, x, y, z] of BONES) {
    add(name, parent, x, y, z);
    if (name.startsWith('left')) add(other(name), other(parent), -x, y, z);
  }
  return bones;
}

// Curl in radians at full grip, by the joint's place in its finger.
export const FINGER_CURLS = FINGERS.flatMap(([finger, joints]) =>
  joints.map((joint, i) => [`${finger}${joint}`, finger === 'Thumb' ? 0.5 : [1.0, 1.2, 0.7][i]]),
);
