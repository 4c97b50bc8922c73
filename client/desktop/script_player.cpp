#include "desktop/script_player.h"

#include <algorithm>
#include <glm/common.hpp>

namespace lead {

std::vector<script::Action> ScriptPlayer::due(double t) {
  std::vector<script::Action> actions;
  for (; next_ < script_.size() && script_[next_].t <= t; ++next_) {
    const script::Step& step = script_[next_];
    if (const auto* glide = std::get_if<script::Glide>(&step.action)) {
      glide_ = Gliding{pointer_, glide->to, step.t, glide->seconds};
      continue;
    }
    if (const auto* move = std::get_if<script::Move>(&step.action)) pointer_ = move->to;
    actions.push_back(step.action);
    // The pointer's place is known only once this has been carried out.
    if (std::holds_alternative<script::Point>(step.action)) {
      glide_.reset();
      ++next_;
      return actions;
    }
  }
  if (glide_) {
    const auto share = static_cast<float>(std::min(1.0, (t - glide_->began) / glide_->seconds));
    pointer_ = glm::mix(glide_->from, glide_->to, share);
    actions.emplace_back(script::Move{pointer_});
    if (share >= 1.0F) glide_.reset();
  }
  return actions;
}

}  // namespace lead
