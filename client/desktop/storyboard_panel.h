// What the window shows, as a drawn panel: an SVG file. No graphics.
#pragma once

#include <filesystem>
#include <glm/vec2.hpp>
#include <vector>

#include "scene/orbit_camera.h"
#include "session/session.h"

namespace lead {

class Rigs;

/// Avatars whose model isn't there are left out. Goes into the user's folder of pictures, else where the
/// program was started, under a name that isn't taken. Throws std::runtime_error with a sentence.
std::filesystem::path saveStoryboardPanel(const Session& session, Rigs& rigs,
                                          const std::vector<AvatarSnapshot>& avatars,
                                          const CameraPose& camera, glm::vec2 viewport);

}  // namespace lead
