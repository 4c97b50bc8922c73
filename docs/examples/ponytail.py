#!/usr/bin/env python3
"""Gives the built-in avatar a ponytail of spring bones, to look at springs with.

    lead-tool mannequin mannequin.vrm
    docs/examples/ponytail.py mannequin.vrm ponytail.vrm
"""
import json
import struct
import sys

JOINTS = 6
LENGTH = 0.11  # metres a joint


def box(x, y, z):
    """Positions, normals and indices of a box that hangs down from the origin, half as wide as x and z."""
    positions, normals, indices = [], [], []
    for axis in range(3):
        for sign in (-1, 1):
            normal = [0, 0, 0]
            normal[axis] = sign
            first = len(positions)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = [0, 0, 0]
                corner[axis], corner[(axis + 1) % 3], corner[(axis + 2) % 3] = sign, u * sign, v
                positions.append((corner[0] * x, (corner[1] - 1) / 2 * y, corner[2] * z))
                normals.append(tuple(normal))
            indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    return positions, normals, indices


def main(source, target):
    data = open(source, "rb").read()
    size = struct.unpack_from("<I", data, 12)[0]
    gltf = json.loads(data[20:20 + size])
    binary = bytearray(data[28 + size:])

    def accessor(values, kind, component, fmt, buffer_target, **more):
        binary.extend(b"\0" * (-len(binary) % 4))
        flat = [x for v in values for x in (v if isinstance(v, tuple) else (v,))]
        packed = struct.pack(f"<{len(flat)}{fmt}", *flat)
        gltf["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(binary), "byteLength": len(packed), "target": buffer_target})
        binary.extend(packed)
        gltf["accessors"].append({"bufferView": len(gltf["bufferViews"]) - 1, "componentType": component,
                                  "count": len(values), "type": kind, **more})
        return len(gltf["accessors"]) - 1

    positions, normals, indices = box(0.03, LENGTH, 0.02)
    bounds = {"min": [min(p[i] for p in positions) for i in range(3)],
              "max": [max(p[i] for p in positions) for i in range(3)]}
    hair = next((i for i, m in enumerate(gltf["materials"]) if "hair" in m["name"].lower()), 0)
    gltf["meshes"].append({"primitives": [{
        "attributes": {"POSITION": accessor(positions, "VEC3", 5126, "f", 34962, **bounds),
                       "NORMAL": accessor(normals, "VEC3", 5126, "f", 34962)},
        "indices": accessor(indices, "SCALAR", 5123, "H", 34963), "material": hair}]})

    bones = gltf["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]
    head = bones["head"]["node"]
    chest = bones.get("upperChest", bones["chest"])["node"]
    parent, chain = head, []
    for i in range(JOINTS):
        node = {"name": f"ponytail{i}", "translation": [0, 0.13, -0.1] if i == 0 else [0, -LENGTH, 0]}
        if i + 1 < JOINTS:
            node["mesh"] = len(gltf["meshes"]) - 1
        gltf["nodes"].append(node)
        chain.append(len(gltf["nodes"]) - 1)
        gltf["nodes"][parent].setdefault("children", []).append(chain[-1])
        parent = chain[-1]

    gltf["extensionsUsed"] = sorted({*gltf["extensionsUsed"], "VRMC_springBone"})
    gltf["extensions"]["VRMC_springBone"] = {
        "specVersion": "1.0",
        "colliders": [
            {"node": head, "shape": {"sphere": {"offset": [0, 0.09, 0], "radius": 0.1}}},
            {"node": chest, "shape": {"capsule": {"offset": [0, -0.2, 0], "tail": [0, 0.12, 0], "radius": 0.12}}}],
        "colliderGroups": [{"colliders": [0, 1]}],
        "springs": [{"name": "ponytail", "colliderGroups": [0], "joints": [
            {"node": n, "hitRadius": 0.03, "stiffness": 0.15, "dragForce": 0.25, "gravityPower": 0.5}
            for n in chain]}]}

    binary.extend(b"\0" * (-len(binary) % 4))
    gltf["buffers"][0]["byteLength"] = len(binary)
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    with open(target, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text)
        out.write(struct.pack("<I4s", len(binary), b"BIN\0") + binary)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
