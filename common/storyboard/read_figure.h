// Internal to this folder: presets are read as files are.
#pragma once

#include "scenario/json_reader.h"
#include "storyboard/storyboard_file.h"

namespace lead::storyboard {

/// Throws ScenarioError at the field.
Figure readFigure(const JsonReader& at);

}  // namespace lead::storyboard
