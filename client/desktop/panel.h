// The panel: room, people, what is going on, parameters, avatars, loading a model. Draws Dear ImGui; says
// what the user wants done and does nothing itself. Render thread.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "session/session.h"

namespace lead {

/// What the panel shows.
struct PanelData {
  ConnectionState state = ConnectionState::connecting;
  std::string sentence;  ///< about the connection
  std::string server;
  const RoomInfo* info = nullptr;
  ParticipantId self = 0;
  SessionStats stats;
  std::map<AvatarId, GazeMode> gazes;
  std::map<AvatarId, std::array<ArmState, 2>> arms;  ///< by Side
  std::map<AvatarId, std::array<PlayState, 2>> plays;
  std::set<AvatarId> placeholders;  ///< who is drawn as a stand-in
  float framesPerSecond = 0.0F;
  float loss = 0.0F;  ///< share of the snapshots, lately
};

class Panel {
 public:
  bool visible = true;
  bool spectator = false;
  bool toggleGrab = false;
  bool loops = true;  ///< what is played next

  // What the user asked for in the last draw(); read and cleared by the caller.
  struct Wishes {
    std::vector<std::pair<std::string, std::optional<float>>> params;  ///< no value: the default
    std::vector<std::pair<AvatarId, GazeMode>> gazes;
    std::vector<AvatarId> resets;
    std::vector<std::pair<HandOf, HandOf>> joins;  ///< leader, follower
    std::vector<HandOf> parts;
    std::vector<AvatarId> partRows;
    std::vector<std::pair<AvatarId, std::string>> plays;  ///< a file each; looped or not as `loops` says
    std::vector<AvatarId> stops;
    std::optional<std::string> bringAvatar;
    std::optional<bool> spectate;
    std::optional<bool> share;  ///< of the own avatar
  };
  Wishes draw(const PanelData& data, double now);

  /// A sentence that fades after a while.
  void notice(std::string sentence, double now);
  void progress(const ModelProgress& progress);
  void finished(const ModelHash& model);

 private:
  void drawConnection(const PanelData& data) const;
  void drawPeople(const PanelData& data) const;
  void drawAvatars(const PanelData& data, Wishes& wishes) const;
  static void drawLicence(const AvatarInfo& avatar, const PanelData& data, Wishes& wishes);
  void drawHand(const HandOf& hand, const PanelData& data, Wishes& wishes) const;
  void drawParams(const PanelData& data, Wishes& wishes);
  void drawMotion(const PanelData& data, Wishes& wishes);
  void drawModel(Wishes& wishes);
  void drawNotices(double now);

  struct Notice {
    std::string sentence;
    double until;
  };
  std::deque<Notice> notices_;
  std::map<ModelHash, ModelProgress> transfers_;
  std::map<std::string, float> editing_;  ///< a slider under the hand keeps its own value
  std::array<char, 1024> path_{};         ///< ImGui edits it in place
  std::array<char, 1024> motionPath_{};
  AvatarId player_ = 0;  ///< who is to play it
};

}  // namespace lead
