// Prints, as JSON, microseconds of processor time an avatar a frame: the median over rounds, for 1 and 100 avatars.
//   node bench.js [--avatars=1,100] [--seconds=3]
import { REVISION, Vector3 } from 'three';
import { Avatar } from './avatar.js';
import { makeWalk } from './clips.js';
import { DT, LEADER_TICKS, handTargets } from './leader.js';

const ROUNDS = 15;
const cpu = () => process.cpuUsage().user; // µs; others on the machine don't count
const viewer = new Vector3(0, 1.6, 0);

function option(name, fallback) {
  const given = process.argv.find((a) => a.startsWith(`--${name}=`));
  return given ? given.slice(name.length + 3) : fallback;
}

function makeCrowd(count) {
  const crowd = Array.from({ length: count }, () => new Avatar());
  const walk = makeWalk('walk', crowd[0].bones, 0.8);
  const run = makeWalk('run', crowd[0].bones, 1.3);
  for (const [i, avatar] of crowd.entries()) {
    aimHands(avatar, i * 37);
    avatar.root.position.set(avatar.arms[0].target.x, 0, avatar.arms[0].target.z);
    avatar.heading = Math.PI / 2;
    avatar.play(walk, run);
  }
  return crowd;
}

function aimHands(avatar, tick) {
  const at = (tick % LEADER_TICKS) * 6;
  avatar.arms[0].target.fromArray(handTargets, at);
  avatar.arms[1].target.fromArray(handTargets, at + 3);
}

let tick = 0;
function frames(crowd, count) {
  for (let n = 0; n < count; ++n, ++tick)
    for (let i = 0; i < crowd.length; ++i) {
      aimHands(crowd[i], tick + i * 37);
      crowd[i].frame(DT, viewer);
    }
}

// Led well: it walks at the leader's speed, with its wrist at the end of its reach towards the target.
function check(avatar) {
  const arm = avatar.arms[0];
  const hand = new Vector3().setFromMatrixPosition(avatar.bones.leftHand.matrixWorld);
  const reach = Math.min(arm.root.distanceTo(arm.target), 0.98 * arm.length);
  const wanted = arm.root.clone().addScaledVector(arm.target.clone().sub(arm.root).normalize(), reach);
  if (!(Math.abs(avatar.speed - 1.1) < 0.4) || !(hand.distanceTo(wanted) < 1e-3))
    throw new Error(`not led: speed ${avatar.speed}, wrist off by ${hand.distanceTo(wanted)} m`);
}

function measure(count, seconds) {
  tick = 0;
  const crowd = makeCrowd(count);
  const warm = cpu() + 1e6 * Math.min(1.5, seconds);
  while (cpu() < warm || tick < 240) frames(crowd, 60);
  const begin = cpu();
  frames(crowd, 600);
  const perRound = Math.max(1, Math.round((600 * 1e6 * seconds) / ROUNDS / (cpu() - begin)));
  const micros = [];
  for (let round = 0; round < ROUNDS; ++round) {
    const start = cpu();
    frames(crowd, perRound);
    micros.push((cpu() - start) / (perRound * count));
  }
  crowd.forEach(check);
  micros.sort((a, b) => a - b);
  return micros[ROUNDS >> 1];
}

const seconds = Number(option('seconds', '3'));
const avatars = option('avatars', '1,100').split(',').map(Number);
const micros = Object.fromEntries(avatars.map((count) => [count, Number(measure(count, seconds).toFixed(3))]));
console.log(JSON.stringify({ three: REVISION, node: process.version, microsecondsPerAvatarFrame: micros }));
