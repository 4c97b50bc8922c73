// A leg: while its foot is down, the ankle stays where it was put; then it catches up with the clip.
import { Quaternion, Vector3 } from 'three';
import { solveLimb } from './two_bone.js';

const hip = new Vector3();
const ankle = new Vector3();
const knee = new Vector3();
const dir = new Vector3();
const pole = new Vector3();
const upperWorld = new Quaternion();
const lowerWorld = new Quaternion();
const footWorld = new Quaternion();

export class Leg {
  constructor(bones, side) {
    const s = (name) => bones[side + name];
    this.foot = s('Foot');
    const upper = s('UpperLeg');
    const lower = s('LowerLeg');
    this.limb = {
      upper,
      lower,
      upperOffset: lower.position,
      lowerOffset: this.foot.position,
      upperLength: lower.position.length(),
      lowerLength: this.foot.position.length(),
    };
    this.contact = side === 'left' ? 0 : 0.5;
    this.planted = false;
    this.spot = new Vector3();
    this.offset = new Vector3();
  }

  // `hips`: {position, rotation} in the world.
  plant(hips, phase, body, dt) {
    const { upper, lower } = this.limb;
    hip.copy(upper.position).applyQuaternion(hips.rotation).add(hips.position);
    upperWorld.multiplyQuaternions(hips.rotation, upper.quaternion);
    knee.copy(lower.position).applyQuaternion(upperWorld).add(hip);
    lowerWorld.multiplyQuaternions(upperWorld, lower.quaternion);
    ankle.copy(this.foot.position).applyQuaternion(lowerWorld).add(knee);
    footWorld.multiplyQuaternions(lowerWorld, this.foot.quaternion);

    const down = (phase + 1 - this.contact) % 1 < 0.55;
    if (down && !this.planted) this.spot.addVectors(ankle, this.offset);
    this.planted = down;
    if (down) this.offset.subVectors(this.spot, ankle).clampLength(0, 0.3);
    else this.offset.multiplyScalar(Math.exp(-dt / 0.06));
    ankle.add(this.offset);

    dir.subVectors(ankle, hip);
    const distance = dir.length();
    dir.multiplyScalar(1 / distance);
    pole.set(0, 0, 1).applyQuaternion(body);
    pole.addScaledVector(dir, -pole.dot(dir)).normalize();
    solveLimb(this.limb, hip, hips.rotation, dir, distance, pole, 0.9999, 1, lowerWorld);
    this.foot.quaternion.copy(lowerWorld.conjugate()).multiply(footWorld);
  }
}
