#include "lead/space.h"

namespace lead {

std::optional<std::string> checkSpace(const Space&) { return std::nullopt; }
void keepFree(const Space&, float, const glm::vec3&, glm::vec3&, glm::vec3&) {}

}  // namespace lead
