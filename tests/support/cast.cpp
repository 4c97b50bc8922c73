#include "support/cast.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "mannequin/mannequin_file.h"
#include "motion/bake_gait.h"
#include "support/rigs.h"
#include "vrm/animation.h"
#include "vrm/load.h"
#include "vrm/vrma_writer.h"

namespace lead::test {
namespace {

namespace fs = std::filesystem;

const fs::path kModels = fs::path(LEAD_SHARED_DIR) / "models";

const std::vector<std::pair<std::string, std::string>> kRigFiles{
    {"godette", "vrm0/godette_v4.vrm"},
    {"debug_robot", "vrm1/debug_robot.vrm"},
    {"sphere_in", "vrm0/addon_sphere_in.vrm"},
    {"Example", "vrm1/addon_Example.vrm"},
    {"required_bones_only", "vrm1/addon_expression_migration_4.2.vrm"},
    {"arms_rest_low", "vrm0/addon_armature_transform_4.2.vrm"},
    {"minimal_in", "vrm0/addon_minimal_in.vrm"},
};

const std::vector<std::pair<std::string, std::vector<std::string>>> kMotionFiles{
    {"Walk_Loop", {"vrma/Walk_Loop.vrma"}},
    {"ozz_walk", {"mocap/ozz_walk.converted.glb"}},
    {"ozz_run", {"mocap/ozz_run.converted.glb"}},
    {"ozz_walk_jog_run", {"mocap/ozz_locomotions.converted.glb"}},
};

Skeleton mannequin() {
  return loadModel(mannequinFile())->skeleton;
}

std::vector<KeyedMotion> motionsOf(const fs::path& file) {
  return loadMotions(readModelFile(kModels / file));
}

/// Through a file's bytes, as a user's would come.
WalkCyclePtr bakedWalk(float speed, bool onTheSpot) {
  return makeWalkCycle(
      loadMotions(writeVrma(bakeGait(makeTestSkeleton({.optionalBones = true}), speed, onTheSpot))).at(0));
}

std::unique_ptr<Skeleton> readRig(const std::string& name) {
  if (name == "mannequin") return std::make_unique<Skeleton>(mannequin());
  if (name == "doll")
    return std::make_unique<Skeleton>(makeTestSkeleton({.scale = 0.06F / 0.9F, .optionalBones = true}));
  if (name == "giant")
    return std::make_unique<Skeleton>(makeTestSkeleton({.scale = 1.6F / 0.9F, .optionalBones = true}));
  for (const auto& [rig, file] : kRigFiles)
    if (rig == name && fs::exists(kModels / file))
      return std::make_unique<Skeleton>(loadModel(readModelFile(kModels / file))->skeleton);
  return nullptr;
}

std::unique_ptr<Motions> readMotions(const std::string& name) {
  auto motions = std::make_unique<Motions>();
  if (name == "gait") return motions;
  if (name == "baked_walk") {
    motions->walks = {bakedWalk(1.2F, true)};
    return motions;
  }
  if (name == "baked_walk_and_run") {
    motions->walks = {bakedWalk(1.1F, false), bakedWalk(3.4F, true)};
    return motions;
  }
  for (const auto& [motion, files] : kMotionFiles) {
    if (motion != name || !fs::exists(kModels / files[0])) continue;
    for (const std::string& file : files)
      for (KeyedMotion& keyed : motionsOf(file)) motions->walks.push_back(makeWalkCycle(std::move(keyed)));
    if (name == "Walk_Loop") motions->idle = makeIdleMotion(motionsOf("vrma/Idle_Loop.vrma").at(0));
    return motions;
  }
  return nullptr;
}

template <typename T, typename Read>
const T* once(std::map<std::string, std::unique_ptr<T>>& known, const std::string& name, Read read) {
  const auto found = known.find(name);
  if (found != known.end()) return found->second.get();
  return known.emplace(name, read(name)).first->second.get();
}

}  // namespace

std::vector<std::string> rigNames() {
  std::vector<std::string> names{"mannequin", "doll", "giant"};
  for (const auto& [name, file] : kRigFiles) names.push_back(name);
  return names;
}

const Skeleton* findRig(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Skeleton>> known;
  return once(known, name, readRig);
}

std::vector<std::string> motionNames() {
  std::vector<std::string> names{"gait", "baked_walk", "baked_walk_and_run"};
  for (const auto& [name, files] : kMotionFiles) names.push_back(name);
  return names;
}

const Motions* findMotions(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Motions>> known;
  return once(known, name, readMotions);
}

std::string plainName(const std::string& name) {
  std::string plain = name;
  std::replace_if(
      plain.begin(), plain.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return plain;
}

}  // namespace lead::test
