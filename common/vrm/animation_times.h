// Private to vrm/: at which times an animation is read.
#pragma once

#include <vector>

#include "vrm/animation_tracks.h"

namespace lead {

/// The key times of all tracks, those closer than 0.1 ms merged, and further ones at 30 Hz or more where the
/// keys alone, read linearly, would not do: in splines, in steps and in large turns. Rising, at most `most`
/// of them. Throws ModelError, which begins with `label`, where there are more.
std::vector<float> sampleTimes(const TracksByNode& tracks, std::size_t most, const std::string& label);

}  // namespace lead
