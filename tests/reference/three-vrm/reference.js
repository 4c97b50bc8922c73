// What three-vrm makes of models: node reference.js MODELS_FOLDER GENERATED_FOLDER [RESULTS_FOLDER]
// Writes inputs.json and one JSON a model; README.md says what is in them. tests/reference compares Lead with it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnimationMixer, Quaternion, Vector3 } from 'three';
import { VRMHumanBoneName } from '@pixiv/three-vrm';
import { createVRMAnimationClip, VRMLookAtQuaternionProxy } from '@pixiv/three-vrm-animation';
import { Avatar } from './avatar.js';
import * as inputs from './inputs.js';
import { load } from './load.js';

const models = {  // of ../shared/models
  'vrm0/addon_armature_transform_4.2': {}, 'vrm0/addon_sphere_in': {}, 'vrm0/addon_template_mesh_4.2': {},
  'vrm0/godette_v4': { motions: ['three_test', 'Walk_Loop', 'Sitting_Enter'] },
  'vrm0/univrm_EmissionMigration_v0.107': { motions: ['Walk_Loop'] },
  'vrm1/addon_Example': { motions: ['three_test', 'Walk_Loop', 'addon_hips_spine_twisting'] },
  'vrm1/addon_expression_migration_4.2': {}, 'vrm1/addon_shapekey_4.2': {}, 'vrm1/addon_skinned_mesh_parent_4.2': {},
  'vrm1/debug_robot': { motions: ['three_test', 'Walk_Loop'] }, 'vrm1/metalkit_smoke_spring': {},
  'vrm1/metalkit_springbone_collider_capsule_x0p02_r0p05': {},
  'vrm1/metalkit_springbone_extended_icaps_anglelimit_60': {}, 'vrm1/spec_isBinary_Overrides': {},
  'vrm1/spec_mtoon_UV_Animation_Test': {},
};
// made by reference_models: our own, and shared ones with the bones that they lack
const generated = ['generated_v0', 'generated_v1', 'usd_constraints', 'usd_lookat', 'usd_springbone',
  'spec_node_constraint_examples'];

const tenthsOfMillimetres = (v) => v.toArray().map((x) => Math.round(x * 1e4));
const tenThousandths = (q) => q.toArray().map((x) => Math.round(x * 1e4));
const rounded = (x, digits = 4) => Math.round(x * 10 ** digits) / 10 ** digits;

function worldsOf(avatar, objects) {
  const out = [];
  for (const object of objects) {
    const { position, rotation } = avatar.worldOf(object);
    out.push([...tenthsOfMillimetres(position), ...tenThousandths(rotation)]);
  }
  return out;
}
const boneWorlds = (avatar) => worldsOf(avatar, avatar.bones.map((b) => avatar.vrm.humanoid.getRawBoneNode(b)));

function poseResults(avatar, poses) {
  const out = {};
  for (const [name, pose] of Object.entries(poses)) {
    avatar.pose(pose);
    avatar.frame(0);
    out[name] = boneWorlds(avatar);
  }
  return out;
}

function springResults(avatar, motion) {
  const joints = [...(avatar.vrm.springBoneManager?.joints ?? [])].filter((j) => avatar.nameOf(j.bone) !== undefined);
  if (joints.length === 0) return undefined;
  if (!asItIs) avatar.keepLengths();
  avatar.pose(motion[0]);
  avatar.startSprings();
  const tail = (joint) => {
    const centre = joint.center ? joint.center.matrixWorld : avatar.root.matrixWorld.clone().identity();
    return tenthsOfMillimetres(joint._currentTail.clone().applyMatrix4(centre));
  };
  const head = (joint) => tenthsOfMillimetres(joint.bone.getWorldPosition(new Vector3()));
  const out = { joints: joints.map((j) => avatar.nameOf(j.bone)), at: {} };
  for (let i = 1; i < motion.length; ++i) {
    avatar.pose(motion[i]);
    avatar.frame(1 / 60);
    if (i % 30 === 0) out.at[i] = joints.map((j) => [...head(j), ...tail(j)]);
  }
  return out;
}

function expressionResults(avatar) {
  const { expressionManager } = avatar.vrm;
  if (!expressionManager || expressionManager.expressions.length === 0) return undefined;
  avatar.watchWeights();
  const shown = [];
  avatar.gltf.scene.traverse((o) => {  // a mesh of several primitives is a group, whose members have its weights
    if (o.morphTargetInfluences === undefined) return;
    const name = avatar.nameOf(o) ?? avatar.nameOf(o.parent);
    if (!shown.some((s) => s.name === name)) shown.push({ name, object: o });
  });
  return inputs.weights(Object.keys(avatar.watched)).map((given) => {
    expressionManager.resetValues();
    for (const [name, weight] of Object.entries(given)) expressionManager.setValue(name, weight);
    avatar.frame(0);
    const weights = {};
    for (const [name, weight] of Object.entries(avatar.watched)) if (weight !== 0) weights[name] = rounded(weight);
    const morphs = {};
    for (const { name, object } of shown) {
      const values = object.morphTargetInfluences;
      const moved = {};
      values.forEach((v, i) => { if (v !== 0) moved[i] = rounded(v); });
      morphs[name] = moved;
    }
    return { given, weights, morphs };
  });
}

function gazeResults(avatar, poses) {
  const { lookAt, humanoid, expressionManager } = avatar.vrm;
  if (!lookAt) return undefined;
  const type = lookAt.applier.constructor.type;
  const eyes = ['leftEye', 'rightEye'].filter((eye) => humanoid.getRawBoneNode(eye));
  const out = { type, eyes, offset: lookAt.offsetFromHeadBone.toArray().map((x) => rounded(x, 6)), at: {} };
  for (const name of ['rest', 'waving']) {
    avatar.pose({ ...poses[name], bones: { ...poses[name].bones, leftEye: undefined, rightEye: undefined } });
    avatar.frame(0);
    const from = lookAt.getLookAtWorldPosition(new Vector3());
    out.at[name] = inputs.gazes().map(({ yaw, pitch }) => {
      const [a, b] = [yaw * Math.PI / 180, pitch * Math.PI / 180];
      const to = new Vector3(Math.sin(a) * Math.cos(b), -Math.sin(b), Math.cos(a) * Math.cos(b)).multiplyScalar(2).add(from);
      to.fromArray(to.toArray().map((x) => rounded(x)));
      avatar.target().position.copy(to);
      expressionManager?.resetValues();
      avatar.frame(0);
      const row = { to: to.toArray(), angles: [rounded(lookAt.yaw, 3), rounded(lookAt.pitch, 3)] };
      if (type === 'bone')
        row.eyes = eyes.map((eye) => tenThousandths(humanoid.getRawBoneNode(eye).getWorldQuaternion(new Quaternion())));
      else
        row.weights = ['lookUp', 'lookDown', 'lookLeft', 'lookRight'].map((n) => (n in avatar.watched ? rounded(avatar.watched[n]) : null));
      return row;
    });
  }
  lookAt.target = null;
  lookAt.reset();
  expressionManager?.resetValues();
  return out;
}

function constraintResults(avatar, poses) {
  const constraints = [...(avatar.vrm.nodeConstraintManager?.constraints ?? [])];
  if (constraints.length === 0) return undefined;
  const driven = new Set(constraints.map((c) => c.destination));
  const sources = [...new Set(constraints.map((c) => c.source))].filter((s) => !driven.has(s));
  const rest = sources.map((s) => [s.quaternion.clone(), s.position.clone()]);
  avatar.pose(poses.rest);
  avatar.frame(0);
  const out = { sources: sources.map((s) => avatar.nameOf(s)), nodes: constraints.map((c) => avatar.nameOf(c.destination)) };
  out.at = inputs.sources().map(({ turn, move }) => {
    sources.forEach((s, i) => {
      s.quaternion.copy(rest[i][0]).multiply(new Quaternion(...turn));
      s.position.copy(rest[i][1]).add(new Vector3(...move));
    });
    avatar.vrm.nodeConstraintManager.update();
    return constraints.map((c) => tenThousandths(c.destination.quaternion));
  });
  sources.forEach((s, i) => { s.quaternion.copy(rest[i][0]); s.position.copy(rest[i][1]); });
  return out;
}

// Constrained nodes in whole frames, where the pose moves what they follow.
function constrainedInPoses(avatar, poses) {
  const constraints = [...(avatar.vrm.nodeConstraintManager?.constraints ?? [])];
  if (constraints.length === 0) return undefined;
  const out = {};
  for (const [name, pose] of Object.entries(poses)) {
    avatar.pose(pose);
    avatar.frame(0);
    out[name] = worldsOf(avatar, constraints.map((c) => c.destination));
  }
  return out;
}

async function motionResults(path, folder, names) {
  if (!names) return undefined;
  const out = {};
  for (const name of names) {
    const avatar = new Avatar(await load(path));  // fresh: no other clip's proxies
    const { vrm } = avatar;
    avatar.watchWeights();
    const [animation] = (await load(join(folder, 'vrma', `${name}.vrma`))).userData.vrmAnimations;
    if (vrm.lookAt) {
      const proxy = new VRMLookAtQuaternionProxy(vrm.lookAt);
      proxy.name = 'VRMLookAtQuaternionProxy';
      vrm.scene.add(proxy);
    }
    const mixer = new AnimationMixer(vrm.scene);
    mixer.clipAction(createVRMAnimationClip(animation, vrm)).play();
    out[name] = { at: [] };
    for (const share of [0.3, 0.7]) {
      const seconds = rounded(animation.duration * share, 3);
      vrm.expressionManager?.resetValues();
      mixer.setTime(seconds);
      avatar.frame(0);
      const weights = {};
      for (const [n, w] of Object.entries(avatar.watched)) if (w !== 0) weights[n] = rounded(w);
      const angles = animation.lookAtTrack && vrm.lookAt ? [rounded(vrm.lookAt.yaw, 3), rounded(vrm.lookAt.pitch, 3)] : undefined;
      out[name].at.push({ seconds, worlds: boneWorlds(avatar), weights, angles });
    }
  }
  return out;
}

// One line an innermost array or object, so that differences between versions can be read.
function text(value) {
  const inner = (v) => typeof v !== 'object' || v === null || !Object.values(v).some((x) => typeof x === 'object' && x !== null);
  const print = (v) => {
    if (inner(v)) return JSON.stringify(v);
    if (Array.isArray(v)) return `[\n${v.map(print).join(',\n')}\n]`;
    return `{\n${Object.entries(v).filter(([, x]) => x !== undefined).map(([k, x]) => `${JSON.stringify(k)}: ${print(x)}`).join(',\n')}\n}`;
  };
  return `${print(value)}\n`;
}

const words = process.argv.slice(2);
const asItIs = words.includes('--lengths-as-they-are');
const [folder, generatedFolder, results = join(dirname(fileURLToPath(import.meta.url)), 'results')] =
  words.filter((w) => !w.startsWith('--'));
if (!generatedFolder) {
  console.error('usage: node reference.js MODELS_FOLDER GENERATED_FOLDER [RESULTS_FOLDER] [--lengths-as-they-are]');
  process.exit(1);
}
mkdirSync(results, { recursive: true });
const poses = inputs.poses(Object.values(VRMHumanBoneName).sort());
const motion = inputs.motion();
writeFileSync(join(results, 'inputs.json'), text({ poses, motion, sources: inputs.sources() }));

const jobs = [
  ...Object.entries(models).map(([name, settings]) => ({ name, path: join(folder, `${name}.vrm`), settings })),
  ...generated.map((name) => ({ name, path: join(generatedFolder, `${name}.vrm`), settings: {} })),
];
for (const { name, path, settings } of jobs) {
  const fresh = async () => new Avatar(await load(path));
  const first = await fresh();
  const result = {
    turned: first.turned,
    bones: first.bones,
    poses: poseResults(first, poses),
    springs: springResults(await fresh(), motion),
    expressions: expressionResults(await fresh()),
    constraints: constraintResults(await fresh(), poses),
    constrained: constrainedInPoses(await fresh(), poses),
    motions: await motionResults(path, folder, settings.motions),
  };
  const looking = await fresh();
  looking.watchWeights();
  result.gaze = gazeResults(looking, poses);
  writeFileSync(join(results, `${basename(name)}.json`), text(result));
  console.log(name, Object.keys(result).filter((k) => result[k] !== undefined).join(' '));
}
