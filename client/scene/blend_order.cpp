#include "scene/blend_order.h"

#include <algorithm>
#include <glm/common.hpp>
#include <tuple>

namespace lead {
namespace {

constexpr std::size_t kMaxRank = 0x3FFF;  // Filament has 15 bits, and a part may need two: for its outline

auto queueOf(const Material& material) {
  const bool toon = material.shading == Shading::mtoon;
  const bool writesDepth = toon && material.mtoon.transparentWithZWrite;
  return std::tuple(writesDepth ? 0 : 1, toon ? material.mtoon.renderQueueOffset : 0);
}

}  // namespace

bool isBlended(const Model& model, int material) {
  return material >= 0 && model.materials[static_cast<std::size_t>(material)].alphaMode == AlphaMode::blend;
}

void orderBlended(const Model& model, std::vector<PreparedPart>& parts) {
  std::vector<PreparedPart*> blended;
  for (PreparedPart& part : parts)
    if (isBlended(model, part.material)) blended.push_back(&part);
  if (blended.empty()) return;
  std::stable_sort(blended.begin(), blended.end(), [&](const PreparedPart* a, const PreparedPart* b) {
    return queueOf(model.materials[static_cast<std::size_t>(a->material)]) <
           queueOf(model.materials[static_cast<std::size_t>(b->material)]);
  });
  Bounds reach = blended.front()->reach;
  for (const PreparedPart* part : blended)
    reach = {glm::min(reach.min, part->reach.min), glm::max(reach.max, part->reach.max)};
  for (std::size_t i = 0; i < blended.size(); ++i) {
    blended[i]->blendRank = static_cast<std::uint16_t>(std::min(i, kMaxRank));
    blended[i]->reach = reach;
  }
}

}  // namespace lead
