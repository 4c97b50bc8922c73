// Animations of a .vrma or a glTF file -> KeyedMotion. Pure, like loadModel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/keyed_motion.h"
#include "vrm/load.h"

namespace lead {

/// Every animation of the file that moves a humanoid bone, an expression or the gaze, in the file's order;
/// never empty. Reads
/// - VRM animations (VRMC_vrm_animation 1.0), whose rest pose is a T-pose by their specification, and the
///   animations of VRM 1.0 models;
/// - any other glTF 2.0, binary or JSON with its data embedded. Bones are known by common node names (VRM,
/// VRoid,
///   Mixamo, Unreal, Biped, ...). The file is turned to face +Z, and where its rest pose is no T-pose, its
///   rotations are expressed as if it were.
/// A motion that faces -Z throughout is turned as a whole. Meshes, materials and pictures are left out
/// unread. Throws ModelError; never anything else, whatever the bytes.
std::vector<KeyedMotion> loadMotions(std::span<const std::uint8_t> bytes, const LoadLimits& limits = {});

}  // namespace lead
