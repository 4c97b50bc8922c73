#include "scenario/rig_files.h"

#include <stdexcept>

#include "mannequin/mannequin_file.h"
#include "motion/walk_cycle.h"
#include "vrm/animation.h"
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
    known.rig = makeAvatarRig(skeleton, Motion::full);
  else
    known.rig = makeAvatarRig(skeleton, Motion::full, {walksOf(motion), nullptr});
  return known.rig;
}

ModelPtr RigFiles::modelOf(const AvatarRigPtr& rig) const {
  for (const auto& [names, entry] : rigs_)
    if (entry.rig == rig) return entry.model;
  return nullptr;
}

const ModelPtr& RigFiles::load(const std::string& model) {
  ModelPtr& known = models_[model];
  if (!known)
    known = model == "mannequin" ? loadModel(mannequinFile()) : loadModel(readModelFile(folder_ / model));
  return known;
}

// All walks and runs of a file; what else is in it is left out.
const std::vector<WalkCyclePtr>& RigFiles::walksOf(const std::string& file) {
  const auto [entry, fresh] = walks_.try_emplace(file);
  if (!fresh) return entry->second;
  std::string why;
  for (KeyedMotion& motion : loadMotions(readModelFile(folder_ / file))) {
    try {
      entry->second.push_back(makeWalkCycle(std::move(motion)));
    } catch (const MotionError& error) {
      why = error.what();
    }
  }
  if (entry->second.empty()) throw std::runtime_error("There is no walk in " + file + ": " + why);
  return entry->second;
}

}  // namespace lead
