#include "vrm/animation_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/rotation.h"
#include "vrm/load.h"

namespace lead {
namespace {

constexpr float kClosest = 1e-4F;  // seconds
constexpr float kSpacing = 1.0F / 30.0F;
constexpr float kLargeTurn = 30.0F * kPi / 180.0F;

struct Interval {
  float from = 0.0F;
  float to = 0.0F;
};

bool needsSamples(const Track& track, std::size_t key) {
  const glm::vec4& from = track.valueOf(key);
  const glm::vec4& to = track.valueOf(key + 1);
  switch (track.interpolation) {
    case Interpolation::step:
      return from != to;
    case Interpolation::cubicSpline: {
      const glm::vec4 still(0.0F);
      return from != to || track.values[3 * key + 2] != still || track.values[3 * key + 3] != still;
    }
    case Interpolation::linear:
      break;
  }
  return track.path == TrackPath::rotation && angleOf(glm::conjugate(toQuat(from)) * toQuat(to)) > kLargeTurn;
}

/// Where further samples are needed, rising and apart.
std::vector<Interval> denseIntervals(const TracksByNode& tracks) {
  std::vector<Interval> all;
  forEachTrack(tracks, [&](const Track& track) {
    const std::vector<float>& t = *track.times;
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
      if (t[i + 1] - t[i] <= kSpacing || !needsSamples(track, i)) continue;
      if (!all.empty() && all.back().to == t[i])
        all.back().to = t[i + 1];
      else
        all.push_back({t[i], t[i + 1]});
    }
  });
  std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.from < b.from; });
  std::vector<Interval> merged;
  for (const Interval& interval : all) {
    if (!merged.empty() && interval.from <= merged.back().to)
      merged.back().to = std::max(merged.back().to, interval.to);
    else
      merged.push_back(interval);
  }
  return merged;
}

std::vector<float> mergedTimes(const TracksByNode& tracks) {
  std::vector<const std::vector<float>*> seen;  // most files have one list for all channels
  std::vector<float> all;
  forEachTrack(tracks, [&](const Track& track) {
    if (std::find(seen.begin(), seen.end(), track.times.get()) != seen.end()) return;
    seen.push_back(track.times.get());
    all.insert(all.end(), track.times->begin(), track.times->end());
  });
  std::sort(all.begin(), all.end());
  std::vector<float> merged;
  for (const float time : all)
    if (merged.empty() || time - merged.back() >= kClosest) merged.push_back(time);
  return merged;
}

}  // namespace

std::vector<float> sampleTimes(const TracksByNode& tracks, std::size_t most, const std::string& label) {
  const auto tooMany = [&] {
    return ModelError("limit.keys",
                      fmt::format("{} needs more than the {} key times that are left to it", label, most));
  };
  const std::vector<float> keys = mergedTimes(tracks);
  if (keys.size() > most) throw tooMany();
  const std::vector<Interval> dense = denseIntervals(tracks);
  std::vector<float> times;
  auto interval = dense.begin();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    times.push_back(keys[i]);
    if (i + 1 == keys.size()) break;
    const float gap = keys[i + 1] - keys[i];
    const float middle = keys[i] + 0.5F * gap;
    while (interval != dense.end() && interval->to < middle) ++interval;
    if (interval == dense.end() || interval->from > middle) continue;
    const auto parts = static_cast<std::size_t>(std::ceil(gap / kSpacing - 1e-2F));
    if (times.size() + parts > most) throw tooMany();
    for (std::size_t part = 1; part < parts; ++part)
      times.push_back(keys[i] + gap * static_cast<float>(part) / static_cast<float>(parts));
  }
  if (times.size() > most) throw tooMany();
  return times;
}

}  // namespace lead
