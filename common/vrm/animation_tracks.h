// Private to vrm/: the channels of one animation, decoded and checked.
#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vrm/accessors.h"
#include "vrm/document.h"

namespace lead {

enum class TrackPath : std::uint8_t { translation, rotation, scale };
enum class Interpolation : std::uint8_t { linear, step, cubicSpline };

/// A value over time; before the first and after the last key it stays as it is there.
struct Track {
  TrackPath path = TrackPath::translation;
  Interpolation interpolation = Interpolation::linear;
  std::shared_ptr<const std::vector<float>> times;  ///< seconds, strictly rising, not empty
  std::vector<glm::vec4> values;  ///< one a key, or of a cubic spline three: in-tangent, value, out-tangent

  /// The value at a time. `key` is where the search begins and ends: 0 at first, then for times that don't
  /// fall.
  glm::vec4 at(float time, std::size_t& key) const;
  const glm::vec4& valueOf(std::size_t key) const {
    return values[interpolation == Interpolation::cubicSpline ? 3 * key + 1 : key];
  }
};

inline glm::quat toQuat(const glm::vec4& v) {
  return {v.w, v.x, v.y, v.z};
}

/// What is read of a node's channels.
struct WantedPaths {
  bool translation = false;
  bool rotation = false;
  bool scale = false;
  bool has(TrackPath path) const {
    return path == TrackPath::translation ? translation : path == TrackPath::rotation ? rotation : scale;
  }
};

struct NodeTracks {
  std::optional<Track> translation;
  std::optional<Track> rotation;
  std::optional<Track> scale;
  std::optional<Track>& of(TrackPath path) {
    return path == TrackPath::translation ? translation : path == TrackPath::rotation ? rotation : scale;
  }
};

using TracksByNode = std::map<int, NodeTracks>;

/// Every track of some nodes.
template <typename Visit>
void forEachTrack(const TracksByNode& tracks, Visit&& visit) {
  for (const auto& [node, of] : tracks)
    for (const std::optional<Track>* track : {&of.translation, &of.rotation, &of.scale})
      if (track->has_value()) visit(**track);
}

/// Reads the animations of one file, within limits for all of them together.
class TrackReader {
 public:
  /// `wanted` is per node of the tree, `newIndex` leads there from the file's node indices.
  TrackReader(AccessorReader& accessors, const std::vector<int>& newIndex,
              const std::vector<WantedPaths>& wanted, const LoadLimits& limits)
      : accessors_(accessors), newIndex_(newIndex), wanted_(wanted), limits_(limits) {}

  /// Channels of other nodes and other kinds aren't looked at. `label` names the animation in faults. Throws
  /// ModelError where the file is over a limit.
  TracksByNode read(const Json& animation, const std::string& label, Faults& faults);

 private:
  void readChannel(const Json& animation, const Json& channel, const std::string& label,
                   TracksByNode& tracks);
  Track readTrack(const Json& sampler, TrackPath path, const std::string& what);
  std::shared_ptr<const std::vector<float>> readTimes(int accessor, const std::string& what);
  void charge(std::size_t keys);

  AccessorReader& accessors_;
  const std::vector<int>& newIndex_;
  const std::vector<WantedPaths>& wanted_;
  const LoadLimits& limits_;
  std::map<int, std::shared_ptr<const std::vector<float>>> times_;  // channels share them
  std::size_t keysRead_ = 0;
};

}  // namespace lead
