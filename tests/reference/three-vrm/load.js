// three-vrm in Node: a .vrm or .vrma file -> what GLTFLoader makes of it, without pictures.
import { readFileSync } from 'node:fs';
import { Texture } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { VRMAnimationLoaderPlugin } from '@pixiv/three-vrm-animation';

globalThis.self = globalThis;  // GLTFLoader looks for self.URL

// No pixel is looked at here, and Node has no pictures.
class NoPictures {
  constructor(parser) {
    this.name = 'NO_PICTURES';
    parser.textureLoader = { load: (url, loaded) => loaded(new Texture({ width: 1, height: 1 })) };
  }
}

const loader = new GLTFLoader();
loader.register((parser) => new NoPictures(parser));
loader.register((parser) => new VRMLoaderPlugin(parser));
loader.register((parser) => new VRMAnimationLoaderPlugin(parser));

// Some files have extensions without the version that three-vrm asks for; then it would not read them at all.
function withVersions(json) {
  const named = 'VRMC_springBone_extended_collider';
  for (const collider of json.extensions?.VRMC_springBone?.colliders ?? []) {
    collider.shape ??= {};
    if (collider.extensions?.[named]) collider.extensions[named].specVersion ??= '1.0';
  }
}

function withJson(file, change) {
  const length = file.readUInt32LE(12);
  const json = JSON.parse(file.subarray(20, 20 + length).toString('utf8'));
  change(json);
  let text = Buffer.from(JSON.stringify(json));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = Buffer.from(file.subarray(0, 20));
  head.writeUInt32LE(text.length, 12);
  const out = Buffer.concat([head, text, file.subarray(20 + length)]);
  out.writeUInt32LE(out.length, 8);
  return out;
}

export async function load(path) {
  const file = withJson(readFileSync(path), withVersions);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  return loader.parseAsync(bytes, '');
}
