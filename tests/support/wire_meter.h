// What avatars cost on the wire, and how far what is seen of them is from what they are: a sender and a
// receiver that acknowledges as late as over a usual link.
#pragma once

#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "lead/evaluate.h"
#include "lead/world.h"
#include "wire/avatar_codec.h"

namespace lead::test {

/// The largest differences after decoding. Metres, radians.
struct WireErrors {
  float place = 0.0F;
  float heading = 0.0F;
  float lean = 0.0F;
  float target = 0.0F;  ///< of a taken hand
  float bone = 0.0F;    ///< tracked, but fingers
  float finger = 0.0F;  ///< tracked fingers
  float wrist = 0.0F;   ///< of a led arm, evaluated
  float elbow = 0.0F;   ///< likewise: the side on which it stands off the line from shoulder to wrist
  float expression = 0.0F;
};

class WireMeter {
 public:
  /// Ticks between snapshots; baselines are 2 to 6 snapshots old.
  explicit WireMeter(std::uint32_t ticksPerSnapshot = 2) : ticksPerSnapshot_(ticksPerSnapshot) {}

  /// To be called each tick. `measured` false: what it costs is not counted (yet).
  void add(AvatarId id, const AvatarRig& rig, const AvatarState& state, bool measured = true);
  void add(const World& world, bool measured = true) {
    for (const Avatar& avatar : world.avatars()) add(avatar.id, *avatar.rig, avatar.state, measured);
  }

  const WireErrors& errors() const { return errors_; }
  std::size_t snapshots() const { return bits_.size(); }
  /// Of an avatar's entry, with its slot and baseline in a snapshot of many: two bits.
  double meanBytes() const;
  double bytesAt(double share) const;  ///< 0.5: median, 1: most
  /// One line of a table.
  std::string row(const std::string& name) const;

 private:
  struct Sent {
    std::uint32_t tick;
    wire::QuantisedAvatar avatar;
  };
  void compare(const AvatarRig& rig, const AvatarState& state, const AvatarState& seen);

  std::uint32_t ticksPerSnapshot_;
  std::mt19937 random_{1};
  std::map<AvatarId, std::deque<Sent>> sent_;
  std::vector<std::uint32_t> bits_;
  WireErrors errors_;
  EvaluatedPose pose_;
  EvaluatedPose seenPose_;
};

}  // namespace lead::test
