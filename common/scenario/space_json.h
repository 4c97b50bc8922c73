// A room's bounds and obstacles as JSON, as in scenario files and in files of their own. docs/scenario.md.
#pragma once

#include <string_view>

#include "lead/space.h"
#include "scenario/json_reader.h"

namespace lead {

/// Of the object's keys "bounds" and "obstacles", which may both be missing. Throws ScenarioError.
Space readSpace(const JsonReader& object);

/// A file that has nothing else in it. Throws ScenarioError.
Space parseSpace(std::string_view text);

}  // namespace lead
