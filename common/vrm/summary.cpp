#include "vrm/summary.h"

#include <algorithm>

#include "vrm/animation.h"
#include "vrm/licence.h"

namespace lead {
namespace {

void countMovingParts(const Model& model, ModelSummary& out) {
  out.springs = model.springs.size();
  for (const Spring& spring : model.springs) out.springJoints += spring.joints.size();
  for (const SpringCollider& collider : model.colliders) {
    if (collider.shape == SpringCollider::Shape::sphere) ++out.sphereColliders;
    if (collider.shape == SpringCollider::Shape::capsule) ++out.capsuleColliders;
    if (collider.shape == SpringCollider::Shape::plane) ++out.planeColliders;
    if (collider.inside) ++out.insideColliders;
  }
  for (const NodeConstraint& constraint : model.constraints) {
    if (constraint.kind == NodeConstraint::Kind::roll) ++out.rollConstraints;
    if (constraint.kind == NodeConstraint::Kind::aim) ++out.aimConstraints;
    if (constraint.kind == NodeConstraint::Kind::rotation) ++out.rotationConstraints;
  }
}

void countLooks(const Model& model, ModelSummary& out) {
  for (const Material& material : model.materials) {
    if (material.shading == Shading::mtoon) ++out.mtoonMaterials;
    if (material.shading == Shading::unlit) ++out.unlitMaterials;
    if (material.shading == Shading::pbr) ++out.pbrMaterials;
    if (material.alphaMode == AlphaMode::blend) ++out.transparentMaterials;
    if (material.shading == Shading::mtoon && material.mtoon.outlineWidth != OutlineWidth::none)
      ++out.outlinedMaterials;
  }
  for (const Image& image : model.images) {
    out.pictures.push_back({image.name, image.width, image.height});
    out.pixels += image.rgba.size() / 4;
  }
}

void countGeometry(const Model& model, ModelSummary& out) {
  out.nodes = model.nodes.size() - (model.turned ? 1 : 0);  // without the one that we added
  out.meshes = model.meshes.size();
  for (const Mesh& mesh : model.meshes)
    for (const Primitive& part : mesh.primitives) {
      ++out.parts;
      out.vertices += part.positions.size();
      out.triangles += part.indices.size() / 3;
      out.morphs = std::max(out.morphs, part.morphs.size());
    }
  out.skins = model.skins.size();
  for (const Skin& skin : model.skins) out.joints = std::max(out.joints, skin.joints.size());
}

void listNames(const Model& model, ModelSummary& out) {
  for (std::size_t i = 0; i < kBoneCount; ++i)
    (model.boneNode[i] < 0 ? out.missingBones : out.bones).emplace_back(name(boneAt(i)));
  for (std::size_t i = 0; i < model.expressions.size(); ++i) {
    if (!model.expressions[i].present) continue;
    (i < kExpressionPresets ? out.expressions : out.customExpressions).push_back(model.expressions[i].name);
  }
  out.lookAt = "none";
  if (model.lookAt) out.lookAt = model.lookAt->type == LookAt::Type::bone ? "bone" : "expression";
}

bool finds(const std::vector<Finding>& findings, std::string_view id) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.id == id; });
}

/// What is said of a file that is no VRM: that, unless it is a motion with something wrong in it.
void inspectMotions(std::span<const std::uint8_t> bytes, const LoadLimits& limits, Inspection& out) {
  try {
    for (const KeyedMotion& motion : loadMotions(bytes, limits)) out.motions.push_back(summarize(motion));
    out.faults.clear();
  } catch (const ModelError& error) {
    out.motions.clear();
    for (const char* id : {"file.not-animation", "animation.none", "animation.no-targets"})
      if (finds(error.findings(), id)) return;
    out.faults = error.findings();
  }
}

}  // namespace

ModelSummary summarize(const Model& model) {
  ModelSummary out;
  out.version = model.meta.version;
  out.meta = model.meta;
  out.licence = licenceLines(model.meta);
  out.turned = model.turned;
  const Skeleton& skeleton = model.skeleton;
  out.height = skeleton.restOf(Bone::head).y -
               std::min(skeleton.restOf(Bone::leftFoot).y, skeleton.restOf(Bone::rightFoot).y);
  listNames(model, out);
  countMovingParts(model, out);
  countLooks(model, out);
  countGeometry(model, out);
  return out;
}

MotionSummary summarize(const KeyedMotion& motion) {
  MotionSummary out;
  out.name = motion.name;
  out.seconds = motion.times.back() - motion.times.front();
  out.keys = motion.times.size();
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if ((motion.bones & bit(boneAt(i))) != 0) out.bones.emplace_back(name(boneAt(i)));
  out.movesHips = !motion.hips.empty();
  out.movesGaze = !motion.lookAt.empty();
  for (const ExpressionTrack& track : motion.expressions) out.expressions.push_back(track.name);
  return out;
}

Inspection inspect(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  Inspection out;
  out.bytes = bytes.size();
  try {
    const ModelPtr model = loadModel(bytes, limits);
    out.model = summarize(*model);
    out.warnings = model->warnings;
  } catch (const ModelError& error) {
    out.faults = error.findings();
    if (finds(out.faults, "file.not-vrm")) inspectMotions(bytes, limits, out);
  }
  return out;
}

}  // namespace lead
