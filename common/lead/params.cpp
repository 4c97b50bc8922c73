#include "lead/params.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace lead {
namespace {

constexpr std::array<ParamInfo, 6> kTable{{
    {"slack", &Params::slack, 0.5F, 0.98F, "of arm length",
     "the arm stretches this far before the avatar walks"},
    {"gain", &Params::gain, 0.5F, 12.0F, "1/s", "how walking speed grows with the excess distance"},
    {"vmax", &Params::vmax, 0.2F, 4.0F, "m/s", "top speed"},
    {"turn", &Params::turn, 0.5F, 12.0F, "rad/s", "top turning rate"},
    {"lean", &Params::lean, 0.0F, 0.3F, "rad per m/s", "forward lean"},
    {"clipSpeed", &Params::clipSpeed, 0.3F, 3.0F, "m/s",
     "speed of an on-the-spot walk clip that can't be measured"},
}};

constexpr std::array<std::string_view, 3> kGazeNames{"off", "hand", "viewer"};

std::string unknown(std::string_view name) {
  return "There is no parameter \"" + std::string(name) + "\".";
}

}  // namespace

std::span<const ParamInfo> paramTable() {
  return kTable;
}

const ParamInfo* findParam(std::string_view name) {
  for (const ParamInfo& info : kTable)
    if (info.name == name) return &info;
  return nullptr;
}

std::optional<std::string> setParam(Params& params, std::string_view name, float value) {
  const ParamInfo* info = findParam(name);
  if (info == nullptr) return unknown(name);
  if (!std::isfinite(value) || value < info->least || value > info->most) {
    std::array<char, 96> range{};
    std::snprintf(range.data(), range.size(), " must be from %g to %g, not %g.",
                  static_cast<double>(info->least), static_cast<double>(info->most),
                  static_cast<double>(value));
    return std::string(name) + range.data();
  }
  params.*info->member = value;
  if (info->member == &Params::vmax) params.vmaxGiven = true;
  return std::nullopt;
}

std::optional<std::string> resetParam(Params& params, std::string_view name) {
  const ParamInfo* info = findParam(name);
  if (info == nullptr) return unknown(name);
  params.*info->member = Params{}.*info->member;
  if (info->member == &Params::vmax) params.vmaxGiven = false;
  return std::nullopt;
}

std::string_view name(GazeMode mode) {
  return kGazeNames[static_cast<std::size_t>(mode)];
}

std::optional<GazeMode> gazeModeFromName(std::string_view wanted) {
  for (std::size_t i = 0; i < kGazeNames.size(); ++i)
    if (kGazeNames[i] == wanted) return static_cast<GazeMode>(i);
  return std::nullopt;
}

}  // namespace lead
