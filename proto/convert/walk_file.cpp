#include "convert/walk_file.h"

#include "vrm/animation.h"

namespace lead {

std::vector<WalkCyclePtr> walksOf(std::span<const std::uint8_t> file) {
  return makeWalkCycles(loadMotions(file));
}

}  // namespace lead
