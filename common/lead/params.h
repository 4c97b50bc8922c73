// The parameters of a room, with the defaults and ranges of docs/spec (spec/lead.md, "Parameters").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lead {

struct Params {
  float slack = 0.85F;     ///< of arm length: the arm stretches this far before the avatar starts walking
  float gain = 4.0F;       ///< 1/s: how walking speed grows with the excess distance
  float vmax = 1.5F;       ///< m/s
  float turn = 4.0F;       ///< rad/s
  float lean = 0.10F;      ///< rad per m/s
  float clipSpeed = 1.2F;  ///< m/s of an on-the-spot walk clip that can't be measured
  /// Somebody set vmax: until then, an avatar with a run clip goes up to that clip's speed.
  bool vmaxGiven = false;

  bool operator==(const Params&) const = default;
};

struct ParamInfo {
  std::string_view name;
  float Params::*member;
  float least;
  float most;
  std::string_view unit;
  std::string_view meaning;
};

/// All parameters, in the order of the spec's table.
std::span<const ParamInfo> paramTable();
const ParamInfo* findParam(std::string_view name);

/// Sets one by name. Returns a sentence if the name is unknown or the value not finite or out of range; then
/// nothing has changed.
std::optional<std::string> setParam(Params& params, std::string_view name, float value);
/// Back to the default, as if nobody had ever set it. Returns a sentence if the name is unknown.
std::optional<std::string> resetParam(Params& params, std::string_view name);

enum class GazeMode : std::uint8_t { off, hand, viewer };
std::string_view name(GazeMode mode);
std::optional<GazeMode> gazeModeFromName(std::string_view name);

}  // namespace lead
