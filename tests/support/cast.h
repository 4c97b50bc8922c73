// Rigs and motions of real files, each read once a process. Links lead_vrm and lead_mannequin_data.
#pragma once

#include <string>
#include <vector>

#include "lead/avatar_rig.h"

namespace lead::test {

/// Built in or made here first, then those of ../shared.
std::vector<std::string> rigNames();
/// Null where its file isn't there.
const Skeleton* findRig(const std::string& name);

/// "gait" (no clip), clips made here, then those of ../shared.
std::vector<std::string> motionNames();
/// Null where its file isn't there. The idle motion of ../shared goes with Walk_Loop.
const Motions* findMotions(const std::string& name);

/// For INSTANTIATE_TEST_SUITE_P.
std::string plainName(const std::string& name);

}  // namespace lead::test

#define FIND_OR_SKIP(variable, found, name) \
  const auto* variable = found(name);       \
  if (variable == nullptr) GTEST_SKIP() << "no file for " << (name) << " under " LEAD_SHARED_DIR
