// Somebody who walks a circle backwards with both of the avatar's hands in theirs; the same as ../leader.h. As a
// table, so that no trigonometry of ours is measured.
const TICKS = 1024;
const RADIUS = 3;
const HAND_HEIGHT = 1.05;

export const LEADER_TICKS = TICKS;
export const DT = 1 / 60;

// x, y, z of the left hand's target and then of the right's, for each tick.
export const handTargets = new Float32Array(TICKS * 6);
for (let i = 0; i < TICKS; ++i) {
  const a = (2 * Math.PI * i) / TICKS;
  for (let side = 0; side < 2; ++side) {
    const out = side === 0 ? -1 : 1; // the avatar faces along the travel: its left is the circle's inside
    const r = RADIUS + 0.2 * out;
    handTargets.set([r * Math.sin(a), HAND_HEIGHT + 0.03 * Math.sin(8 * a + side), r * Math.cos(a)], i * 6 + side * 3);
  }
}
