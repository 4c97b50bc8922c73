// "loss=5,delay=100" -> LinkOptions. Pure.
#pragma once

#include <optional>
#include <string>

#include "link/link_model.h"

namespace lead::tool {

/// Changes what `text` names: loss, reorder, duplicate in percent, delay and jitter in milliseconds, rate in
/// kbit/s. Empty if it could be read, else a sentence.
std::string changeLink(const std::string& text, LinkOptions& options);

/// "AT:SECONDS".
std::optional<Blackout> parseBlackout(const std::string& text);

}  // namespace lead::tool
