// What a file is, for people who made it or want to use it: values and text. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/keyed_motion.h"
#include "vrm/load.h"

namespace lead {

struct PictureSummary {
  std::string name;
  std::uint32_t width = 0;  ///< as kept; 0: left out
  std::uint32_t height = 0;
};

/// A loaded model in numbers. Names are the file's own.
struct ModelSummary {
  VrmVersion version = VrmVersion::v1;
  Meta meta;
  std::vector<std::string> licence;  ///< licenceLines of licence.h
  float height = 0.0F;               ///< of the head bone over the lowest foot, metres
  bool turned = false;               ///< the file faces -Z

  std::vector<std::string> bones;
  std::vector<std::string> missingBones;  ///< optional ones; a model without a required one doesn't load
  std::vector<std::string> expressions;   ///< presets that the file has
  std::vector<std::string> customExpressions;
  std::string lookAt;  ///< bone, expression or none
  std::size_t springs = 0;
  std::size_t springJoints = 0;
  std::size_t sphereColliders = 0;
  std::size_t capsuleColliders = 0;
  std::size_t planeColliders = 0;
  std::size_t insideColliders = 0;  ///< among the spheres and capsules
  std::size_t rollConstraints = 0;
  std::size_t aimConstraints = 0;
  std::size_t rotationConstraints = 0;

  std::size_t mtoonMaterials = 0;
  std::size_t unlitMaterials = 0;
  std::size_t pbrMaterials = 0;
  std::size_t transparentMaterials = 0;
  std::size_t outlinedMaterials = 0;
  std::vector<PictureSummary> pictures;
  std::size_t pixels = 0;  ///< of all pictures, as kept

  std::size_t nodes = 0;
  std::size_t meshes = 0;
  std::size_t parts = 0;     ///< draw calls of all meshes
  std::size_t vertices = 0;  ///< that are drawn
  std::size_t triangles = 0;
  std::size_t morphs = 0;  ///< of the part that has most
  std::size_t skins = 0;
  std::size_t joints = 0;  ///< of the skin that has most
};

struct MotionSummary {
  std::string name;
  float seconds = 0.0F;
  std::size_t keys = 0;
  std::vector<std::string> bones;  ///< that it turns
  bool movesHips = false;
  bool movesGaze = false;
  std::vector<std::string> expressions;
};

/// A file of either kind, usable or not.
struct Inspection {
  std::size_t bytes = 0;
  std::vector<Finding> faults;    ///< why it can't be used; empty: it can
  std::vector<Finding> warnings;  ///< what is odd, or left out
  std::optional<ModelSummary> model;
  std::vector<MotionSummary> motions;  ///< of a file that is no model

  bool usable() const { return faults.empty(); }
};

ModelSummary summarize(const Model& model);
MotionSummary summarize(const KeyedMotion& motion);

/// Loads the bytes as a model or, where they are none, as motions. Takes as long as that and throws nothing.
Inspection inspect(std::span<const std::uint8_t> bytes, const LoadLimits& limits = {});

/// The inspection for people, some lines that end with a line break. `name`: the file's.
std::string textOf(const Inspection& inspection, const std::string& name);

}  // namespace lead
