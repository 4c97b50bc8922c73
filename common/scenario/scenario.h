// Scenario files: the simulation without network or window, as data. docs/scenario.md.
//
// parseScenario() refuses whatever is wrong with its place in the file; runScenario() then can't fail. Pure:
// the caller reads files and gives the models.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "lead/world.h"

namespace lead {

/// What is wrong with a scenario and where: "/events/3/hold/hand: …" (a JSON pointer), or "line 4: …".
class ScenarioError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace scenario {

/// An avatar's hand.
struct NamedHand {
  std::string avatar;
  Side hand = Side::left;
  bool operator<(const NamedHand& other) const {
    return std::tie(avatar, hand) < std::tie(other.avatar, other.hand);
  }
  bool operator==(const NamedHand&) const = default;
};

struct AddAvatar {
  std::string id;
  AvatarRigPtr rig;
  glm::vec3 position{0.0F};
  float heading = 0.0F;
};
struct RemoveAvatar {
  std::string avatar;
};
struct PlaceAvatar {
  std::string avatar;
  glm::vec3 position{0.0F};
  float heading = 0.0F;
};
struct AddParticipant {
  std::string id;
  std::optional<glm::vec3> head;
};
/// Where a participant's own hands are: what each took is pulled there.
struct MoveHand {
  Side hand = Side::left;
  HandTarget target;
};
struct Move {
  std::string participant;
  std::optional<glm::vec3> head;
  std::vector<MoveHand> hands;
};
struct Leave {
  std::string participant;
};
struct Hold {
  std::string participant;
  std::string avatar;
  Side hand = Side::left;
  HandTarget target;
  std::optional<Side> with;  ///< the participant's own hand
};
struct Path {
  std::string participant;
  std::string avatar;
  Side hand = Side::left;
  glm::vec3 from{0.0F};
  glm::vec3 to{0.0F};
  double seconds = 1.0;
  std::optional<glm::quat> orientation;
};
struct Release {
  std::string participant;
  std::string avatar;
  Side hand = Side::left;
};
struct Gaze {
  std::string avatar;
  GazeMode mode = GazeMode::off;
};
struct SetParams {
  std::vector<std::pair<std::string, float>> values;
};
struct Tracked {
  std::string avatar;
  TrackedBones bones;
  std::optional<ExpressionWeights> expressions;
};
struct Chain {
  NamedHand leader;
  NamedHand follower;
};
struct Unchain {
  std::string avatar;
  std::optional<Side> hand;  ///< none: the whole row
};
struct Reset {
  std::string avatar;
};

struct Play {
  std::string avatar;
  BoundMotionPtr motion;
};
struct StopPlaying {
  std::string avatar;
};

using Action = std::variant<AddAvatar, RemoveAvatar, PlaceAvatar, AddParticipant, Move, Leave, Hold, Path,
                            Release, Gaze, SetParams, Tracked, Chain, Unchain, Reset, Play, StopPlaying>;

struct Event {
  double t = 0.0;
  Action action;
};

}  // namespace scenario

struct Scenario {
  double tickRate = 60.0;
  double duration = 0.0;
  Params params;
  Space space;
  std::uint32_t seed = 0;  ///< varies how the avatars breathe and blink
  std::vector<scenario::AddAvatar> avatars;
  std::vector<scenario::Event> events;  ///< in order of t
  std::vector<Bone> bones;              ///< to print
  int every = 1;                        ///< print each n-th tick
};

/// Gives the rig of a `model` and `motion` as named in a scenario. Throws std::exception with a sentence.
using ScenarioRigs = std::function<AvatarRigPtr(const std::string& model, const std::string& motion)>;

/// Gives an animation of a file to be played. Throws std::exception with a sentence.
using ScenarioMotions =
    std::function<PlayableMotionPtr(const std::string& file, std::uint32_t animation, bool loops)>;

/// Throws ScenarioError. Without `motions` nothing can be played.
Scenario parseScenario(std::string_view text, const ScenarioRigs& rigs, const ScenarioMotions& motions = {});

struct ScenarioResult {
  std::uint64_t ticks = 0;
  std::uint64_t hash = 0;  ///< over all states of all ticks
};

/// Writes one JSON line an avatar and printed tick, then `{"ticks","hash"}`.
ScenarioResult runScenario(const Scenario& scenario, std::ostream& out);

/// Up to where a scenario may ask.
inline constexpr double kMostScenarioSeconds = 3600.0;
inline constexpr double kMostTickRate = 1000.0;
inline constexpr std::size_t kMostScenarioAvatars = 1000;

}  // namespace lead
