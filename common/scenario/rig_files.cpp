#include "scenario/rig_files.h"

#include <stdexcept>
#include <utility>

#include "mannequin/mannequin_file.h"
#include "motion/walk_cycle.h"
#include "vrm/animation.h"
#include "vrm/custom_expressions.h"
#include "vrm/load.h"

namespace lead {

AvatarRigPtr RigFiles::get(const std::string& model, const std::string& motion) {
  Entry& known = rigs_[{model, motion}];
  if (known.rig != nullptr) return known.rig;
  known.model = load(model);
  const Skeleton& skeleton = known.model->skeleton;
  if (motion == "none")
    known.rig = makeAvatarRig(skeleton, Motion::none);
  else if (motion == "gait")
    known.rig = makeAvatarRig(skeleton, Motion::full, {}, customExpressions(*known.model));
  else
    known.rig =
        makeAvatarRig(skeleton, Motion::full, {walksOf(motion), nullptr}, customExpressions(*known.model));
  return known.rig;
}

PlayableMotionPtr RigFiles::motion(const std::string& file, std::uint32_t animation, bool loops) const {
  auto motions = loadMotions(readModelFile(folder_ / file));
  if (animation >= motions.size())
    throw std::runtime_error(file + " has " + std::to_string(motions.size()) + " animations");
  return makePlayable(std::move(motions[animation]), loops);
}

ModelPtr RigFiles::modelOf(const AvatarRigPtr& rig) const {
  for (const auto& [names, entry] : rigs_)
    if (entry.rig == baseOf(rig)) return entry.model;
  return nullptr;
}

const ModelPtr& RigFiles::load(const std::string& model) {
  ModelPtr& known = models_[model];
  if (!known)
    known = model == "mannequin" ? loadModel(mannequinFile()) : loadModel(readModelFile(folder_ / model));
  return known;
}

const std::vector<WalkCyclePtr>& RigFiles::walksOf(const std::string& file) {
  if (const auto known = walks_.find(file); known != walks_.end()) return known->second;
  try {
    auto walks = makeWalkCycles(loadMotions(readModelFile(folder_ / file)));
    return walks_.emplace(file, std::move(walks)).first->second;
  } catch (const MotionError& error) {
    throw std::runtime_error("There is no walk in " + file + ": " + error.what());
  }
}

}  // namespace lead
