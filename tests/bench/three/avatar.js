// One led avatar: follow-walk, clips, arms, legs, head, world matrices.
import { AnimationMixer, Group, Quaternion, Vector3 } from 'three';
import { Arm } from './arm.js';
import { Leg } from './leg.js';
import { makeSkeleton } from './skeleton.js';

const SLACK = 0.85;
const GAIN = 4;
const VMAX = 1.5;
const TURN = 4;
const LEAN = 0.1;
const WALK_SPEED = 0.8;
const RUN_SPEED = 1.4;
const UP = new Vector3(0, 1, 0);
const IDENTITY = new Quaternion();

const share = (tau, dt) => 1 - Math.exp(-dt / tau);
const wrap = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
const clamp = (x, least, most) => Math.min(most, Math.max(least, x));

const pull = new Vector3();
const axis = new Vector3();
const seen = new Vector3();
const goal = new Quaternion();
const q = new Quaternion();

const frame = () => ({ position: new Vector3(), rotation: new Quaternion() });

function place(bone, parent, out) {
  out.position.copy(bone.position).applyQuaternion(parent.rotation).add(parent.position);
  out.rotation.multiplyQuaternions(parent.rotation, bone.quaternion);
}

export class Avatar {
  constructor() {
    this.root = new Group();
    this.bones = makeSkeleton(this.root);
    this.arms = [new Arm(this.bones, 'left'), new Arm(this.bones, 'right')];
    this.legs = [new Leg(this.bones, 'left'), new Leg(this.bones, 'right')];
    const { hips, spine, chest, upperChest, neck, head } = this.bones;
    this.chain = [hips, spine, chest, upperChest, neck, head];
    this.world = this.chain.map(frame);
    this.rootFrame = { position: this.root.position, rotation: this.root.quaternion };
    this.velocity = new Vector3();
    this.heading = 0;
    this.lean = new Quaternion();
    this.body = new Quaternion();
    this.walkWeight = 0;
    this.gazeWeight = 0;
  }

  play(walkClip, runClip) {
    this.mixer = new AnimationMixer(this.root);
    this.walk = this.mixer.clipAction(walkClip).play();
    this.run = this.mixer.clipAction(runClip).play();
    this.duration = walkClip.duration;
  }

  frame(dt, viewer) {
    this.follow(dt);
    this.blend(dt);
    this.mixer.update(dt);
    let parent = this.rootFrame;
    for (let i = 0; i < this.chain.length; ++i) {
      place(this.chain[i], parent, this.world[i]);
      parent = this.world[i];
    }
    for (const arm of this.arms) arm.reach(this.world[3], this.body, dt);
    const phase = this.walk.time / this.duration;
    for (const leg of this.legs) leg.plant(this.world[0], phase, this.body, dt);
    this.turnHead(viewer, dt);
    this.root.updateMatrixWorld();
  }

  follow(dt) {
    pull.set(0, 0, 0);
    for (const arm of this.arms) {
      arm.ramp(dt);
      arm.addExcess(SLACK, pull);
    }
    const excess = pull.length();
    if (excess > 1e-6) pull.multiplyScalar(1 / excess);
    const speedGoal = Math.min(excess * GAIN, VMAX);
    const toGoal = share(0.12, dt);
    this.velocity.x += (pull.x * speedGoal - this.velocity.x) * toGoal;
    this.velocity.z += (pull.z * speedGoal - this.velocity.z) * toGoal;
    this.root.position.addScaledVector(this.velocity, dt);
    this.speed = Math.hypot(this.velocity.x, this.velocity.z);
    if (excess > 1e-6) {
      const away = wrap(Math.atan2(pull.x, pull.z) - this.heading);
      const most = TURN * dt * Math.min(1, excess / 0.05);
      this.heading = wrap(this.heading + clamp(away, -most, most));
    }
    this.body.setFromAxisAngle(UP, this.heading);
    goal.identity();
    if (this.speed > 0)
      goal.setFromAxisAngle(axis.crossVectors(UP, this.velocity).multiplyScalar(1 / this.speed), this.speed * LEAN);
    this.lean.slerp(goal, share(0.15, dt));
    this.root.quaternion.multiplyQuaternions(this.lean, this.body);
  }

  // Both clips have equal length and phase; their weights follow the speed.
  blend(dt) {
    this.walkWeight += (Math.min(1, this.speed / 0.4) - this.walkWeight) * share(0.12, dt);
    const running = clamp((this.speed - WALK_SPEED) / (RUN_SPEED - WALK_SPEED), 0, 1);
    const rate = Math.max(0.3, this.speed / (WALK_SPEED + (RUN_SPEED - WALK_SPEED) * running));
    this.walk.setEffectiveWeight(this.walkWeight * (1 - running));
    this.run.setEffectiveWeight(this.walkWeight * running);
    this.walk.setEffectiveTimeScale(rate);
    this.run.setEffectiveTimeScale(rate);
  }

  turnHead(viewer, dt) {
    const neck = this.world[4];
    const head = this.world[5];
    seen.subVectors(viewer, head.position).applyQuaternion(q.copy(this.body).conjugate());
    const yaw = Math.atan2(seen.x, seen.z);
    const inFront = Math.abs(yaw) <= 2.4;
    this.gazeWeight = clamp(this.gazeWeight + ((inFront ? 1 : -1) * 0.7 * dt) / 0.3, 0, 0.7);
    if (this.gazeWeight === 0) return;
    const pitch = Math.atan2(-seen.y, Math.hypot(seen.x, seen.z));
    q.setFromAxisAngle(axis.set(1, 0, 0), clamp(pitch, -0.3, 0.5));
    goal.setFromAxisAngle(UP, clamp(yaw, -1, 1)).multiply(q);
    q.copy(this.body).multiply(goal).multiply(goal.copy(this.body).conjugate()); // into the world
    goal.copy(IDENTITY).slerp(q, this.gazeWeight).multiply(head.rotation);
    this.bones.head.quaternion.copy(q.copy(neck.rotation).conjugate()).multiply(goal);
  }
}
