// The room as it is drawn: turns states and rosters into avatars, people and spheres of the scene. Render
// thread, except that models are prepared on a worker of its own.
#pragma once

#include <deque>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "desktop/grabbing.h"
#include "lead/avatar_rig.h"
#include "scene/avatar_view.h"
#include "scene/hand_spheres.h"
#include "scene/participant_view.h"
#include "scene/picking.h"
#include "scene/prepared_model.h"
#include "scene/space_view.h"
#include "session/playback.h"
#include "session/rigs.h"
#include "session/session.h"

namespace lead {

/// A name in the scene.
struct SceneLabel {
  glm::vec3 point{0.0F};
  std::string text;
  glm::vec3 color{1.0F};  ///< sRGB
};

class RoomView {
 public:
  explicit RoomView(Stage& stage);
  ~RoomView();

  /// Brings avatars, people and hands up to what the playback shows. `info` may be null (not joined):
  /// everything goes.
  void follow(const RoomInfo* info, const Playback& playback, const Session& session);
  /// Brings the scene up to what was followed last, `seconds` after the last such call. Not for frames that
  /// aren't drawn.
  void draw(float seconds);
  /// Spheres as the pointer has them.
  void drawSpheres(const Grabbing& grabbing, ParticipantId self);

  std::vector<GrabbableHand> hands(const Playback& playback) const;
  /// Those that it draws with.
  Rigs& rigs() { return rigs_; }
  std::vector<SceneLabel> labels(const RoomInfo& info, ParticipantId self) const;
  /// Whose body the ray meets first.
  std::optional<AvatarId> avatarOn(const Ray& ray) const;
  std::optional<AvatarId> nearestTo(const glm::vec3& point) const;
  /// Every avatar of the room has its model and its first pose.
  bool complete(const RoomInfo& info) const;
  /// A box's centre and radius about all avatars, for the first look.
  struct Framing {
    glm::vec3 center{0.0F, 1.0F, 0.0F};
    float radius = 1.0F;
  };
  Framing framing() const;

 private:
  struct ModelEntry;
  struct AvatarEntry;
  struct ParticipantEntry;

  ModelEntry& modelOf(const ModelHash& hash, const Session& session);
  void uploadModels();
  void followAvatars(const RoomInfo& info, const Playback& playback, const Session& session);
  void updateParticipants(const RoomInfo& info, const Playback& playback, ParticipantId self);

  Stage& stage_;
  SpaceView space_;
  HandSpheres spheres_;
  Rigs rigs_;
  std::map<ModelHash, ModelEntry> models_;
  std::map<AvatarId, AvatarEntry> avatars_;
  std::map<ParticipantId, ParticipantEntry> participants_;
};

}  // namespace lead
