// A room without people or sockets: avatars and parameters. The server's Room, a client's prediction and
// `lead-tool sim` all run this. Deterministic: no clock, no randomness; one thread at a time.
#pragma once

#include <cstdint>

#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "lead/avatar_rig.h"
#include "lead/avatar_state.h"
#include "lead/evaluate.h"
#include "lead/params.h"
#include "lead/separation.h"
#include "lead/space.h"

namespace lead {

struct Avatar {
  AvatarId id = 0;
  AvatarRigPtr rig;
  glm::vec3 spawnPosition{0.0F};
  float spawnHeading = 0.0F;
  AvatarState state;
  EvaluatedPose pose;  ///< always evaluate(rig, state)
};

/// Where a holder wants a hand.
struct HandTarget {
  glm::vec3 position{0.0F};  ///< world
  bool hasOrientation = false;
  glm::quat orientation = kIdentity;  ///< world, of the normalised hand bone
};

enum class HoldResult : std::uint8_t { taken, alreadyYours, heldByOther, noSuchAvatar };

/// One end of a link of a chain.
struct HandOf {
  AvatarId avatar = 0;
  Side hand = Side::left;
  bool operator==(const HandOf&) const = default;
};
enum class ChainResult : std::uint8_t {
  joined,
  alreadyJoined,
  handTaken,   ///< one of the two is held, or in another link
  wouldClose,  ///< the row would bite its own tail
  noSuchAvatar,
};

enum class PlayResult : std::uint8_t {
  begun,
  busy,  ///< it is just changing from one motion to another
  noSuchAvatar,
};

class World {
 public:
  Params params;
  Space space;             ///< set before the first step
  std::uint32_t seed = 0;  ///< set before the first avatar is added; varies how they breathe and blink

  /// Adds an avatar with its feet at `position`. The id must be unused and not 0 (std::invalid_argument).
  Avatar& addAvatar(AvatarId id, AvatarRigPtr rig, glm::vec3 position, float heading);
  bool removeAvatar(AvatarId id);
  Avatar* find(AvatarId id);
  const Avatar* find(AvatarId id) const;
  const std::vector<Avatar>& avatars() const { return avatars_; }
  std::vector<Avatar>& avatars() { return avatars_; }

  /// First come, first served; nobody is ever pushed off a hand. The target takes effect with the next step.
  HoldResult hold(AvatarId avatar, Side hand, ParticipantId holder, const HandTarget& target);
  /// Moves what `holder` holds; ignored (false) if it doesn't hold that hand.
  bool setTarget(AvatarId avatar, Side hand, ParticipantId holder, const HandTarget& target);
  bool release(AvatarId avatar, Side hand, ParticipantId holder);
  void releaseAll(ParticipantId holder);
  /// Frees its hands, also from chains, and puts it back to where it was added.
  void reset(AvatarId avatar);
  /// Puts it somewhere else; hands and gait stay as they are.
  void place(AvatarId avatar, const glm::vec3& position, float heading);
  void setTracked(AvatarId avatar, const TrackedBones& tracked);
  void setExpressions(AvatarId avatar, const ExpressionWeights& weights);

  /// Makes a free hand of one avatar hold a free hand of another, which then walks after it. An avatar may
  /// lead with both hands and follow with both. A linked hand is "heldByOther" for everybody.
  ChainResult chain(const HandOf& leader, const HandOf& follower);
  /// Opens the link that this hand is in, at either end; false if it is in none.
  bool unchain(const HandOf& hand);
  /// Opens every link of the row that the avatar is in.
  void unchainRow(AvatarId avatar);

  void setGaze(AvatarId avatar, GazeMode mode);

  /// Plays a motion (bound to the avatar's rig) from the next step on, in place of standing idle: what is
  /// played already ends while it begins, and walking has its share before it. The avatar gets another rig,
  /// which knows the motion.
  PlayResult play(AvatarId avatar, BoundMotionPtr motion);
  /// Ends what is played, within 0.3 s; false if there is nothing.
  bool stopPlaying(AvatarId avatar);
  /// Lets the rig forget the motions that have ended.
  void forgetPlayed(AvatarId avatar);

  /// Heads of the participants, which gaze mode "viewer" looks at; kept until set again.
  void setViewers(std::vector<glm::vec3> heads) { viewers_ = std::move(heads); }

  /// Advances everything by one tick of dt seconds (0 < dt ≤ 1). Every avatar is moved by where the others
  /// stood in the last tick, so their order doesn't matter. Allocates nothing, but after avatars were added.
  void step(float dt);
  std::uint32_t tick() const { return tick_; }
  std::uint64_t hash() const;

  /// Goes on from saved states: one for each avatar, in the order in which they were added. Parameters, space
  /// and viewers are the caller's to restore. A link with an end only is opened. Throws std::invalid_argument
  /// where the number of states is not that of the avatars; then nothing has changed.
  void restore(std::span<const AvatarState> states, std::uint32_t tick);

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  struct IdPlace {
    AvatarId id;
    std::size_t place;  // in avatars_
  };

  std::size_t placeOf(AvatarId id) const;
  void indexAvatars();
  ArmState* otherEnd(const ArmState& arm);
  void openLink(ArmState& arm);
  bool leadsTo(AvatarId from, AvatarId to) const;
  glm::vec3 joinHands(Avatar& behind, Side side, float dt);
  void joinAllHands(float dt);
  void keepApart();

  std::vector<Avatar> avatars_;
  std::vector<IdPlace> index_;  // by id
  std::vector<glm::vec3> viewers_;
  std::uint32_t tick_ = 0;
  // One an avatar, made anew in each tick; kept so that a tick allocates nothing.
  std::vector<CrowdBody> bodies_;
  std::vector<glm::vec3> pushes_;
  Separation separation_;
};

/// One avatar's share of World::step; a client predicts what it leads with this. `pose` is evaluate() of the
/// last tick's state and becomes that of the new one.
struct StepContext {
  const Params& params;
  const Space& space;
  float dt;
  std::uint32_t tick;
  const std::vector<glm::vec3>& viewers;
  /// Horizontal velocity, m/s, on top of any pull: what others' nearness asks for, and what a follower in a
  /// row needs to keep up with or stop with the one ahead.
  glm::vec3 push{0.0F};
};
void stepAvatar(const AvatarRig& rig, const StepContext& context, AvatarState& state, EvaluatedPose& pose);

}  // namespace lead
