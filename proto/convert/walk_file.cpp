#include "convert/walk_file.h"

#include <optional>

#include "vrm/animation.h"

namespace lead {

std::vector<WalkCyclePtr> walksOf(std::span<const std::uint8_t> file) {
  std::vector<WalkCyclePtr> walks;
  std::optional<MotionError> first;
  for (KeyedMotion& motion : loadMotions(file)) {
    try {
      walks.push_back(makeWalkCycle(std::move(motion)));
    } catch (const MotionError& error) {  // another of the file's may be one
      if (!first) first = error;
    }
  }
  if (walks.empty() && first) throw *first;
  return walks;
}

}  // namespace lead
