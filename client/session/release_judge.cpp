#include "session/release_judge.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace lead {
namespace {

constexpr std::size_t kMost = 512;
constexpr double kLater = 0.5;  // seconds

}  // namespace

void ReleaseJudge::shown(double tick, const glm::vec3& place) {
  if (!shown_.empty() && tick <= shown_.back().tick) return;
  shown_.push_back({tick, place});
  if (shown_.size() > kMost) shown_.pop_front();
}

void ReleaseJudge::released(double tick) {
  release_ = tick;
  atRelease_.reset();
}

std::optional<float> ReleaseJudge::errorOf(const AvatarState& state) const {
  const auto tick = static_cast<double>(state.tick);
  const auto after =
      std::find_if(shown_.begin(), shown_.end(), [tick](const Shown& each) { return each.tick >= tick; });
  if (after == shown_.end() || after == shown_.begin()) return std::nullopt;
  const Shown& before = *std::prev(after);
  const auto share = static_cast<float>((tick - before.tick) / (after->tick - before.tick));
  return glm::distance(glm::mix(before.place, after->place, share), state.position);
}

std::optional<ReleaseError> ReleaseJudge::told(const AvatarState& state) {
  if (!release_) return std::nullopt;
  const double since = static_cast<double>(state.tick) - *release_;
  if (!atRelease_) {
    if (since >= 0.0) atRelease_ = errorOf(state);
    return std::nullopt;
  }
  if (since * static_cast<double>(state.tickSeconds) < kLater) return std::nullopt;
  const auto later = errorOf(state);
  release_.reset();
  return later ? std::optional(ReleaseError{*atRelease_, *later}) : std::nullopt;
}

}  // namespace lead
