// The models and motions that a scenario names, from files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lead/avatar_rig.h"
#include "vrm/model.h"

namespace lead {

/// Each file is read once; kept until this is gone. One thread at a time.
class RigFiles {
 public:
  /// Paths are looked for from `folder`.
  explicit RigFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// For parseScenario(). Throws std::exception with a sentence.
  AvatarRigPtr get(const std::string& model, const std::string& motion);
  /// Likewise: an animation of a file.
  PlayableMotionPtr motion(const std::string& file, std::uint32_t animation, bool loops) const;
  /// The model that one of these rigs was made from.
  ModelPtr modelOf(const AvatarRigPtr& rig) const;

 private:
  const ModelPtr& load(const std::string& model);
  const std::vector<WalkCyclePtr>& walksOf(const std::string& file);

  struct Entry {
    AvatarRigPtr rig;
    ModelPtr model;
  };
  std::filesystem::path folder_;
  std::map<std::string, ModelPtr> models_;
  std::map<std::string, std::vector<WalkCyclePtr>> walks_;
  std::map<std::pair<std::string, std::string>, Entry> rigs_;
};

}  // namespace lead
