// An inspection of a file as JSON, for programs. The members' names stay; new ones may come.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "vrm/summary.h"

namespace lead::tool {

nlohmann::json jsonOf(const Inspection& inspection, const std::string& file);

}  // namespace lead::tool
