// What is on the screen, as JSON lines: for tests that drive the window from outside, and for bug reports.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "desktop/grabbing.h"
#include "session/playback.h"

namespace lead {

/// One line: time, tick, people, each avatar's state and where its hands are, in the world and in pixels.
/// `room` may be null.
std::string reportLine(double unixTime, const RoomInfo* room, const Playback& playback,
                       const Grabbing& grabbing, glm::vec2 viewport, ParticipantId self);

}  // namespace lead
