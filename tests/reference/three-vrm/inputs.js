// What every model is given: poses, a motion for its springs, gaze targets, weights, turns of constraints' sources.
// In Lead's canonical frame: metres, +Y up, facing +Z, left at +X; quaternions x, y, z, w.
import { Euler, Quaternion } from 'three';

const rounded = (values) => values.map((v) => Math.round(v * 1e6) / 1e6);
const degrees = (x, y, z) => rounded(new Quaternion().setFromEuler(
  new Euler(x * Math.PI / 180, y * Math.PI / 180, z * Math.PI / 180, 'YXZ')).toArray());

const pose = (bones = {}, rest = {}) => ({
  root: [0, 0, 0], turn: [0, 0, 0, 1], hips: [0, 0, 0], ...rest, bones });

// The same numbers in every run.
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// Every bone turned by anything.
function anything(seed, names) {
  const random = randomOf(seed);
  const bones = {};
  for (const name of names) bones[name] = degrees(...[0, 1, 2].map(() => (random() * 2 - 1) * 170));
  return bones;
}

export function poses(names) {
  return {
    rest: pose(),
    waving: pose({
      hips: degrees(5, -20, 3), spine: degrees(8, 10, -4), chest: degrees(-6, 15, 2), neck: degrees(5, -20, 0),
      head: degrees(-15, 25, 10), leftUpperArm: degrees(10, 20, -70), leftLowerArm: degrees(0, -60, 10),
      rightUpperArm: degrees(-20, 15, -40), rightLowerArm: degrees(30, 95, 5), rightHand: degrees(-10, 5, 30),
      leftUpperLeg: degrees(-35, 5, 4), leftLowerLeg: degrees(60, 0, 0), rightFoot: degrees(20, -10, 0),
      rightIndexProximal: degrees(0, 0, -50), leftThumbProximal: degrees(10, 35, 5), jaw: degrees(12, 0, 0),
      leftEye: degrees(5, 12, 0), rightEye: degrees(5, 12, 0), leftShoulder: degrees(0, -10, 15),
    }, { root: [1.5, 0.25, -2], turn: degrees(0, 130, 0), hips: [0.05, -0.12, 0.2] }),
    extreme: pose(anything(7, names), { root: [-3, 1, 4], turn: degrees(35, -100, 60), hips: [-0.4, 0.7, -0.3] }),
  };
}

// Two seconds at 60 frames a second: the root walks in curves, hips sway, the head shakes; the first is the start.
export function motion() {
  const frames = [];
  for (let i = 0; i <= 120; ++i) {
    const t = i / 60;
    frames.push({
      root: rounded([0.6 * Math.sin(2 * t), 0.03 * (1 - Math.cos(8 * t)), 1.4 * t]),
      turn: degrees(0, 40 * Math.sin(1.5 * t), 0),
      hips: rounded([0.02 * Math.sin(6 * t), 0.02 * Math.sin(12 * t), 0]),
      bones: {
        hips: degrees(0, 8 * Math.sin(6 * t), 4 * Math.sin(6 * t + 1)),
        spine: degrees(6 * Math.sin(5 * t), 0, 5 * Math.sin(4 * t)),
        head: degrees(20 * Math.sin(7 * t), 35 * Math.sin(4 * t), 10 * Math.sin(9 * t)),
      },
    });
  }
  return frames;
}

// Where to look, from between the eyes of a head that is at rest: degrees to the left and down, metres away.
export function gazes() {
  const all = [];
  for (const yaw of [-150, -80, -30, 0, 20, 65, 120])
    for (const pitch of [-60, -15, 0, 10, 45]) all.push({ yaw, pitch });
  return all;
}

// Weights of a model's expressions, by name: all at once, few, and one after the other.
export function weights(names) {
  const sorted = [...names].sort();
  const random = randomOf(11);
  const part = (share) => Object.fromEntries(
    sorted.filter(() => random() < share).map((name) => [name, Math.round((0.05 + 0.95 * random()) * 1000) / 1000]));
  const all = [{}, part(0.15), part(0.15), part(0.3), part(0.3), part(0.6), part(1)];
  for (const name of sorted) all.push({ [name]: 0.7 });
  return all;
}

// Turns and moves of what constraints follow, since its rest.
export function sources() {
  return [
    { turn: degrees(0, 0, 0), move: [0, 0, 0] },
    { turn: degrees(40, 0, 0), move: [0.5, 0.2, 0.1] },
    { turn: degrees(10, -75, 25), move: [-0.3, 1.5, -0.7] },
    { turn: degrees(-60, 110, 80), move: [2, -1, 3] },
  ];
}
