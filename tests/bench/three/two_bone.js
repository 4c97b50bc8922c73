// Analytic two-bone IK: places the joint and the end, and turns both bones to them.
import { Quaternion, Vector3 } from 'three';

const from = new Vector3();
const turn = new Quaternion();
const inverse = new Quaternion();

// The smallest turn of world rotation `rotation` that brings its child, at `offset`, into direction `wanted` (unit).
export function aim(rotation, offset, wanted) {
  from.copy(offset).applyQuaternion(rotation).normalize();
  return rotation.premultiply(turn.setFromUnitVectors(from, wanted));
}

// `limb`: {upper, lower: bones; upperLength, lowerLength; upperOffset, lowerOffset: of the children}.
const joint = new Vector3();
const along = new Vector3();
const upperWorld = new Quaternion();
const lowerWorld = new Quaternion();
const wantedUpper = new Quaternion();
const wantedLower = new Quaternion();

export function solveLimb(limb, root, parentRotation, dir, distance, pole, mostReach, weight, lowerOut) {
  const { upper, lower, upperLength: a, lowerLength: b } = limb;
  const whole = a + b;
  const d = Math.min(Math.max(distance, 0.1 * whole, 1.02 * Math.abs(a - b)), mostReach * whole);
  const cosine = Math.min(1, Math.max(-1, (a * a + d * d - b * b) / (2 * a * d)));
  const sine = Math.sqrt(1 - cosine * cosine);
  joint.copy(dir).multiplyScalar(a * cosine).addScaledVector(pole, a * sine); // from the root

  upperWorld.multiplyQuaternions(parentRotation, upper.quaternion);
  aim(upperWorld, limb.upperOffset, along.copy(joint).multiplyScalar(1 / a));
  lowerWorld.multiplyQuaternions(upperWorld, lower.quaternion);
  along.copy(dir).multiplyScalar(d).sub(joint).multiplyScalar(1 / b);
  aim(lowerWorld, limb.lowerOffset, along);

  wantedUpper.copy(inverse.copy(parentRotation).conjugate()).multiply(upperWorld);
  wantedLower.copy(inverse.copy(upperWorld).conjugate()).multiply(lowerWorld);
  if (weight >= 1) {
    upper.quaternion.copy(wantedUpper);
    lower.quaternion.copy(wantedLower);
  } else {
    upper.quaternion.slerp(wantedUpper, weight);
    lower.quaternion.slerp(wantedLower, weight);
  }
  lowerOut?.copy(lowerWorld);
}
