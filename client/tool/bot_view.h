// What a bot would draw, frame by frame, and how well that looks.
#pragma once

#include <array>
#include <map>

#include "session/playback.h"
#include "session/rigs.h"
#include "tool/bot_recorder.h"

namespace lead::tool {

/// One thread.
class BotView {
 public:
  static constexpr double kFreezeSeconds = 0.1;

  explicit BotView(BotRecorder& recorder) : recorder_(recorder) {}
  /// A frame at `now`; `input`: what the bot wants in it. `source` has a rigOf.
  void draw(const PlaybackSource& source, const ParticipantInput& input, double now);

 private:
  struct Hand {
    glm::vec3 place{0.0F};
    glm::vec3 velocity{0.0F};
    int frames = 0;  ///< in a row that it was held by a standing avatar
  };
  struct Seen {
    glm::vec3 place{0.0F};
    double stuck = 0.0;  ///< seconds, of those that are measured
    double still = 0.0;  ///< seconds that it has stood
    std::array<Hand, 2> hands{};
    bool known = false;
  };

  void judgeMotion(const AvatarState& state, double dt, Seen& seen);
  void judgeHands(const AvatarRig& rig, const AvatarState& state, double dt, Seen& seen);
  void judgeOwnHands(const ParticipantInput& input);
  void takeFigures();

  BotRecorder& recorder_;
  Playback playback_;
  std::map<AvatarId, Seen> seen_;
  double last_ = 0.0;
  double lastDt_ = 0.0;
  // What has been taken of Playback's figures.
  std::size_t corrections_ = 0;
  std::size_t releases_ = 0;
  std::array<std::uint64_t, 3> frames_{};
};

}  // namespace lead::tool
