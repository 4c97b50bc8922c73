#include "session/release_judge.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <iterator>

namespace lead {
namespace {

constexpr std::size_t kMost = 512;
constexpr double kLater = 0.5;  // seconds

}  // namespace

void ReleaseJudge::released(double tick) {
  release_ = tick;
  atRelease_.reset();
  told_.clear();
}

void ReleaseJudge::told(const AvatarState& state) {
  const auto tick = static_cast<double>(state.tick);
  if (!release_ || tick < *release_) return;
  tickSeconds_ = static_cast<double>(state.tickSeconds);
  told_.push_back({tick, state.position});
  if (told_.size() > kMost) told_.pop_front();
}

std::optional<ReleaseError> ReleaseJudge::shown(double tick, const glm::vec3& place) {
  if (!shown_.empty() && tick <= shown_.back().tick) return std::nullopt;
  shown_.push_back({tick, place});
  if (shown_.size() > kMost) shown_.pop_front();
  std::optional<ReleaseError> error;
  for (; release_ && !told_.empty() && told_.front().tick <= tick; told_.pop_front())
    error = judge(told_.front());
  return error;
}

std::optional<ReleaseError> ReleaseJudge::judge(const Place& told) {
  if (!atRelease_) {
    atRelease_ = errorOf(told);
    return std::nullopt;
  }
  if ((told.tick - *release_) * tickSeconds_ < kLater) return std::nullopt;
  const auto later = errorOf(told);
  if (!later) return std::nullopt;
  const ReleaseError error{*atRelease_, *later};
  release_.reset();
  return error;
}

std::optional<float> ReleaseJudge::errorOf(const Place& told) const {
  const auto after =
      std::find_if(shown_.begin(), shown_.end(), [&](const Place& each) { return each.tick >= told.tick; });
  if (after == shown_.end() || after == shown_.begin()) return std::nullopt;
  const Place& before = *std::prev(after);
  const auto share = static_cast<float>((told.tick - before.tick) / (after->tick - before.tick));
  return glm::distance(glm::mix(before.place, after->place, share), told.place);
}

}  // namespace lead
