// What a model's licence allows, in plain words, and whether it lets a server hand the file to others. Pure;
// any thread.
#pragma once

#include <string>
#include <vector>

#include "vrm/model.h"

namespace lead {

/// Whether anyone who has the file may give it to others without asking: VRM 1.0's allowRedistribution; of
/// 0.x files those under a Creative Commons licence. What the file doesn't say is forbidden.
bool mayBeHandedOn(const Meta& meta);

/// "Ann, Bob"; empty where the file names nobody.
std::string authorsOf(const Meta& meta);

/// The permissions, a line each, for people: authors, licence, who may use it, for what, what may be done
/// with the file. Always the same lines in the same order, then those that only some files have. What comes
/// from the file is on one line, without control characters, and cut where it is long.
std::vector<std::string> licenceLines(const Meta& meta);

/// One short line: "by Ann; Creative Commons BY; may be handed on".
std::string licenceSummary(const Meta& meta);

}  // namespace lead
