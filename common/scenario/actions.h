// What can happen in a scenario, each from its JSON.
#pragma once

#include "scenario/cast.h"

namespace lead {

/// Refuses unknown names and values out of range.
scenario::SetParams readParams(const JsonReader& at);

/// The one thing that happens in an event, besides its key "t"; `cast` is as it is after it.
scenario::Action readAction(const JsonReader& event, Cast& cast);

}  // namespace lead
