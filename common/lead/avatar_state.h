// What causes an avatar's pose: a plain value, without pointers, that travels, can be saved, compared and
// hashed. evaluate(rig, state) turns it into a Pose; nothing else is needed. Units: metres, seconds, radians;
// world frame unless said otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "lead/params.h"
#include "rig/skeleton.h"

namespace lead {

/// Session-local numbers; 0 is nobody.
using AvatarId = std::uint32_t;
using ParticipantId = std::uint32_t;

struct ArmState {
  ParticipantId holder = 0;           ///< who holds the hand; 0: no participant
  AvatarId partner = 0;               ///< in a chain: the avatar whose hand this one has taken; 0: none
  Side partnerHand = Side::left;      ///< which hand of the partner
  bool leads = false;                 ///< in a chain: the partner walks after this hand, not the other way
  std::uint32_t heldSince = 0;        ///< tick of the grab, to tell the later of two
  glm::vec3 target{0.0F};             ///< where the wrist is pulled to; after release the last one
  bool hasOrientation = false;        ///< the holder sends the hand's orientation (VR)
  glm::quat orientation = kIdentity;  ///< of the hand, normalised rig, world
  float ikWeight = 0.0F;
  float gripWeight = 0.0F;
  float restReach = -1.0F;  ///< h0 of the spec; negative until the hold's first tick
  glm::vec3 dir{0.0F};      ///< last shoulder→target direction, unit; zero: none yet
  glm::vec3 pole{0.0F};     ///< the elbow's side, unit, orthogonal to dir; zero: none yet

  /// By a participant.
  bool held() const { return holder != 0; }
  /// By a participant or by an avatar of a chain, at either end.
  bool taken() const { return holder != 0 || partner != 0; }
  /// Its avatar walks after this hand.
  bool pulled() const { return holder != 0 || (partner != 0 && !leads); }
  bool operator==(const ArmState&) const = default;
};

struct GazeState {
  GazeMode mode = GazeMode::off;
  float weight = 0.0F;     ///< 0 … 0.7
  glm::vec3 target{0.0F};  ///< the last point looked at
  bool operator==(const GazeState&) const = default;
};

/// Bones given by a tracker (VR body, webcam) instead of by the walk: local rotations of the normalised rig.
struct TrackedBones {
  BoneMask bones = 0;
  BoneArray<glm::quat> rotation = Pose::identities();
  glm::vec3 hipsOffset{0.0F};
  bool operator==(const TrackedBones&) const = default;
};

/// A motion that is played in place of standing idle; AvatarRig::played knows which.
struct PlayState {
  std::uint32_t play = 0;  ///< the tick that it was begun in, which names it; 0: none
  float seconds = 0.0F;    ///< since its start; of one that loops, within the loop
  float weight = 0.0F;     ///< 0 … 1, before the walk has its share
  bool ending = false;     ///< blends out; gone when its weight is 0
  bool operator==(const PlayState&) const = default;
};

struct AvatarState {
  std::uint32_t tick = 0;  ///< the tick that made this state; breath and blink are computed from it
  std::uint32_t seed = 0;  ///< so that avatars don't breathe and blink in step
  float tickSeconds = 1.0F / 60.0F;
  glm::vec3 position{0.0F};    ///< of the feet
  float heading = 0.0F;        ///< atan2(x, z) of the facing, in (-π, π]
  glm::vec3 velocity{0.0F};    ///< horizontal, m/s
  glm::quat lean = kIdentity;  ///< about the feet, world
  float walkWeight = 0.0F;
  float playbackRate = 0.0F;       ///< of the walk clip or gait, 1 at its own speed
  float phase = 0.0F;              ///< of the walk cycle, [0, 1)
  std::array<ArmState, 2> arms{};  ///< indexed by Side
  GazeState gaze;
  TrackedBones tracked;
  ExpressionWeights expressions{};
  std::array<PlayState, 2> plays{};  ///< in any order: one can begin while another ends

  ArmState& arm(Side side) { return arms[index(side)]; }
  const ArmState& arm(Side side) const { return arms[index(side)]; }
  float speed() const;
  bool operator==(const AvatarState&) const = default;
};

/// FNV-1a over every field's bits (never over padding); equal states give equal hashes on every build.
/// `seed` chains several states.
inline constexpr std::uint64_t kHashSeed = 0xcbf29ce484222325ULL;
std::uint64_t hashState(const AvatarState& state, std::uint64_t seed = kHashSeed);

}  // namespace lead
