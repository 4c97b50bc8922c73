// A model of three-vrm driven in Lead's canonical frame, and read in it.
import { Group, Object3D, Quaternion, Vector3 } from 'three';

const halfTurn = (q) => new Quaternion(-q[0], q[1], -q[2], q[3]);  // seen from a frame turned by 180° about y

export class Avatar {
  constructor(gltf) {
    this.gltf = gltf;
    this.vrm = gltf.userData.vrm;
    this.json = gltf.parser.json;
    this.root = new Group();
    this.root.add(gltf.scene);
    this.root.updateMatrixWorld(true);
    this.bones = Object.keys(this.vrm.humanoid.humanBones).filter((b) => this.vrm.humanoid.getRawBoneNode(b)).sort();
    this.turned = this.facesBack();
    if (this.turned) gltf.scene.rotation.y = Math.PI;  // as VRMUtils.rotateVRM0 does
    this.restHips = this.vrm.humanoid.normalizedRestPose.hips.position;
    this.root.updateMatrixWorld(true);
    this.nodeIndex = new Map();
    for (const [object, at] of gltf.parser.associations)
      if (at?.nodes !== undefined && object.isObject3D) this.nodeIndex.set(object, at.nodes);
  }

  // By where its left is, as Lead does it.
  facesBack() {
    const x = (bone) => this.vrm.humanoid.getRawBoneNode(bone).getWorldPosition(new Vector3()).x;
    const arms = x('leftUpperArm') - x('rightUpperArm') + x('leftHand') - x('rightHand');
    return arms < 0;
  }

  nameOf(object) { return this.json.nodes[this.nodeIndex.get(object)]?.name; }

  quaternion(q) { return this.turned ? halfTurn(q) : new Quaternion(...q); }

  pose({ root, turn, hips, bones }) {
    const { humanoid } = this.vrm;
    this.root.position.fromArray(root);
    this.root.quaternion.fromArray(turn);
    for (const bone of this.bones) {
      const node = humanoid.getNormalizedBoneNode(bone);
      node.quaternion.copy(bones[bone] ? this.quaternion(bones[bone]) : new Quaternion());
    }
    const sign = this.turned ? -1 : 1;
    humanoid.getNormalizedBoneNode('hips').position.set(
      this.restHips[0] + sign * hips[0], this.restHips[1] + hips[1], this.restHips[2] + sign * hips[2]);
  }

  // One frame. The look-at reads world matrices, which three-vrm doesn't bring up to date before it.
  frame(dt) {
    this.vrm.humanoid.update();
    this.root.updateMatrixWorld(true);
    this.vrm.update(dt);
    this.root.updateMatrixWorld(true);
  }

  // three-vrm measures a joint with its child where that was before the joint above it swung in this frame, so
  // lengths of all but a chain's first joint come and go. The specification has them constant.
  keepLengths() {
    for (const joint of this.vrm.springBoneManager?.joints ?? []) {
      const measure = joint._calcWorldSpaceBoneLength;
      joint._calcWorldSpaceBoneLength = () => {
        joint.child?.updateWorldMatrix(false, false);
        measure.call(joint);
      };
    }
  }

  startSprings() {
    this.frame(0);
    this.vrm.springBoneManager?.reset();
    this.root.updateMatrixWorld(true);
  }

  worldOf(object) {
    const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
    object.matrixWorld.decompose(position, rotation, scale);
    return { position, rotation };
  }

  // What an expression comes to after overrides, as its binds are told.
  watchWeights() {
    this.watched = {};
    for (const expression of this.vrm.expressionManager?.expressions ?? []) {
      const name = expression.expressionName;
      this.watched[name] = 0;
      expression.addBind({ applyWeight: (w) => { this.watched[name] = w; }, clearAppliedWeight: () => {} });
    }
  }

  target() {
    if (!this.lookTarget) {
      this.lookTarget = new Object3D();  // of no scene: its position is the world's
      this.vrm.lookAt.target = this.lookTarget;
    }
    return this.lookTarget;
  }
}
