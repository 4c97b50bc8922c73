// The parts of the mannequin's file that say what it is: VRMC_vrm and the materials.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rig/humanoid.h"

namespace lead::mannequin {

/// Node numbers that VRMC_vrm refers to, and the face's morphs in their order.
struct VrmNodes {
  BoneArray<int> bone{};
  int body = -1;
  int eyes = -1;
  int face = -1;
  std::vector<std::string> morphNames;
};

nlohmann::json vrmJson(const VrmNodes& nodes);

/// One material a Paint, in its order.
nlohmann::json materialsJson();

}  // namespace lead::mannequin
