#include "rig/clip.h"

#include <algorithm>
#include <cmath>

#include "rig/skeleton.h"

namespace lead {

RotationRow RotationRow::identities() {
  RotationRow row{};
  for (auto& block : row.lanes)
    for (float& w : block[3]) w = 1.0F;
  return row;
}

void RotationRow::set(std::size_t bone, const glm::quat& rotation) {
  auto& block = lanes[bone / kRowLanes];
  const std::size_t lane = bone % kRowLanes;
  block[0][lane] = rotation.x;
  block[1][lane] = rotation.y;
  block[2][lane] = rotation.z;
  block[3][lane] = rotation.w;
}

glm::quat RotationRow::at(std::size_t bone) const {
  const auto& block = lanes[bone / kRowLanes];
  const std::size_t lane = bone % kRowLanes;
  return {block[3][lane], block[0][lane], block[1][lane], block[2][lane]};
}

ClipPlace placeIn(const Clip& clip, double turns) {
  const double share = clip.loops ? turns - std::floor(turns) : std::clamp(turns, 0.0, 1.0);
  const double at = share * static_cast<double>(clip.steps());
  const auto row = std::min(static_cast<std::size_t>(at), clip.steps() - 1);
  return {row, static_cast<float>(at - static_cast<double>(row))};
}

}  // namespace lead
