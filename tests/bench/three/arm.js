// A held arm: the shoulder gives, the elbow's side is carried along, the hand reaches its target, the fingers curl.
import { Quaternion, Vector3 } from 'three';
import { solveLimb } from './two_bone.js';
import { FINGER_CURLS } from './skeleton.js';

const MOST_GIVE = (15 * Math.PI) / 180;
const smoothstep = (a, b, x) => {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
};

const gap = new Vector3();
const dir = new Vector3();
const axis = new Vector3();
const wanted = new Vector3();
const a = new Vector3();
const b = new Vector3();
const turn = new Quaternion();
const rotation = new Quaternion();
const inverse = new Quaternion();

export class Arm {
  constructor(bones, side) {
    const s = (name) => bones[side + name];
    this.out = side === 'left' ? 1 : -1;
    this.shoulderBone = s('Shoulder');
    const upper = s('UpperArm');
    const lower = s('LowerArm');
    const hand = s('Hand');
    this.limb = {
      upper,
      lower,
      upperOffset: lower.position,
      lowerOffset: hand.position,
      upperLength: lower.position.length(),
      lowerLength: hand.position.length(),
    };
    this.length = this.limb.upperLength + this.limb.lowerLength;
    this.fingers = FINGER_CURLS.map(([name]) => s(name));
    this.curls = FINGER_CURLS.map(([, angle]) => new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), -this.out * angle));
    this.poleInBody = new Vector3(0.5 * this.out, -1, -0.5).normalize();

    this.target = new Vector3();
    this.shoulder = new Vector3(); // before the give: what the walk is computed from
    this.ikWeight = 0;
    this.grip = 0;
    this.restReach = -1;
    this.dir = new Vector3();
    this.pole = new Vector3();
    this.hasPole = false;
    this.root = new Vector3();
  }

  ramp(dt) {
    this.ikWeight = Math.min(1, this.ikWeight + dt / 0.1);
    this.grip = Math.min(1, this.grip + dt / 0.12);
  }

  // The avatar's excess distance past what the arm can stretch, added to `sum`.
  addExcess(slack, sum) {
    gap.subVectors(this.target, this.shoulder);
    const distance = Math.hypot(gap.x, gap.z);
    if (this.restReach < 0) this.restReach = Math.min(distance, 0.4 * this.length);
    const stretch = this.length * slack;
    const level = Math.sqrt(Math.max(0, stretch * stretch - gap.y * gap.y));
    const excess = Math.max(0, distance - Math.max(level, this.restReach));
    if (excess > 0) {
      sum.x += (gap.x * excess) / distance;
      sum.z += (gap.z * excess) / distance;
    }
  }

  // `chest`: {position, rotation} of the bone that the shoulder hangs on, in the world.
  reach(chest, body, dt) {
    const bone = this.shoulderBone;
    a.copy(bone.position).applyQuaternion(chest.rotation).add(chest.position); // the shoulder bone's place
    rotation.multiplyQuaternions(chest.rotation, bone.quaternion);
    this.root.copy(this.limb.upper.position).applyQuaternion(rotation).add(a);
    this.shoulder.copy(this.root);
    this.give(chest, a, rotation);
    dir.subVectors(this.target, this.root);
    const distance = dir.length();
    dir.multiplyScalar(1 / distance);
    this.followElbow(body, dt);
    solveLimb(this.limb, this.root, rotation, dir, distance, this.pole, 0.98, this.ikWeight, null);
    this.closeFingers();
  }

  give(chest, place, world) {
    const share = smoothstep(0.9 * this.length, 1.1 * this.length, this.root.distanceTo(this.target));
    if (share <= 0) return;
    wanted.subVectors(this.root, place);
    b.subVectors(this.target, place);
    axis.crossVectors(wanted, b);
    const across = axis.length();
    if (across < 1e-9) return;
    const angle = Math.min(MOST_GIVE * share, Math.atan2(across, wanted.dot(b))) * this.ikWeight;
    world.premultiply(turn.setFromAxisAngle(axis.multiplyScalar(1 / across), angle));
    this.shoulderBone.quaternion.copy(inverse.copy(chest.rotation).conjugate()).multiply(world);
    this.root.copy(this.limb.upper.position).applyQuaternion(world).add(place);
  }

  followElbow(body, dt) {
    wanted.copy(this.poleInBody).applyQuaternion(body);
    wanted.addScaledVector(dir, -wanted.dot(dir));
    const rest = wanted.length();
    wanted.multiplyScalar(1 / Math.max(rest, 1e-6));
    if (!this.hasPole) {
      this.pole.copy(wanted);
      this.hasPole = true;
    } else {
      this.pole.applyQuaternion(turn.setFromUnitVectors(this.dir, dir));
      this.pole.addScaledVector(dir, -this.pole.dot(dir)).normalize();
      const angle = Math.atan2(dir.dot(axis.crossVectors(this.pole, wanted)), this.pole.dot(wanted));
      const most = 4 * Math.min(1, rest / 0.3) * dt;
      this.pole.applyQuaternion(turn.setFromAxisAngle(dir, Math.min(most, Math.max(-most, angle))));
    }
    this.dir.copy(dir);
  }

  // On top of the clip's fingers.
  closeFingers() {
    if (this.grip >= 1) {
      for (let i = 0; i < this.fingers.length; ++i) this.fingers[i].quaternion.multiply(this.curls[i]);
      return;
    }
    for (let i = 0; i < this.fingers.length; ++i)
      this.fingers[i].quaternion.multiply(turn.identity().slerp(this.curls[i], this.grip));
  }
}
