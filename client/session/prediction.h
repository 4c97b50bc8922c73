// What the user leads, as the server will have it when an input that is sent now gets there: the server's own
// step from the newest states that it has told, with the inputs that were not in them yet. Pure.
//
// It runs ahead of the server by one way, and is corrected whenever the server tells more.
#pragma once

#include <array>
#include <functional>
#include <glm/vec3.hpp>
#include <map>
#include <vector>

#include "lead/world.h"
#include "session/claims.h"
#include "session/input_timeline.h"

namespace lead {

class Prediction {
 public:
  static constexpr std::uint32_t kMostTicks = 60;  ///< ahead of what the server has told

  struct Scene {
    const RoomInfo& room;
    ParticipantId self;
    const InputTimeline& timeline;
    ToldOf told;
    std::function<AvatarRigPtr(AvatarId)> rigOf;  ///< null where it isn't there yet
    std::vector<AvatarId> led;  ///< to be predicted: what our hands hold, and the rows that these are in
    std::vector<AvatarId> neighbours;  ///< that they must keep clear of
    std::vector<glm::vec3> viewers;
  };

  /// Brings all of it to our time `now`.
  void advance(double now, const Scene& scene);
  void clear() { *this = Prediction(); }

  bool has(AvatarId id) const { return past_.contains(id); }
  /// True if the last advance() began anew from what the server told.
  bool corrected() const { return corrected_; }
  /// Server's tick to draw, with its fraction; never goes back.
  double shown() const { return shown_; }
  /// Of an avatar that it has.
  AvatarState sampleAt(AvatarId id, double tick) const;

 private:
  static constexpr std::size_t kPast = 128;

  struct Past {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::array<AvatarState, kPast> states{};  ///< by tick
  };

  void moveOn(double now, const Scene& scene);
  bool chooseAvatars(const Scene& scene);
  void begin(const Scene& scene);
  void claimAsTold(const Scene& scene, std::uint32_t sequence);
  void stepTo(std::uint32_t tick, const Scene& scene);
  void apply(const SentInput& input, ParticipantId self);
  void record();

  World world_;
  std::vector<AvatarId> ids_;  ///< in the world's order
  std::map<AvatarId, Past> past_;
  Claims claims_{};
  std::uint32_t base_ = 0;     ///< tick that it began from
  std::uint32_t applied_ = 0;  ///< sequence of the newest input in it
  double shown_ = 0.0;
  double lastNow_ = 0.0;
  bool running_ = false;
  bool corrected_ = false;
};

}  // namespace lead
