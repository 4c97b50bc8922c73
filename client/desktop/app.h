// The desktop client: session, scene, panel and pointer brought together. Main thread.
#pragma once

#include <atomic>
#include <fstream>
#include <memory>
#include <optional>

#include "desktop/frame_stats.h"
#include "desktop/grabbing.h"
#include "desktop/options.h"
#include "desktop/panel.h"
#include "desktop/room_view.h"
#include "desktop/script_player.h"
#include "desktop/window.h"
#include "scene/environment.h"
#include "scene/overlay.h"
#include "scene/stage.h"
#include "session/playback.h"
#include "session/session.h"

namespace lead {

class App {
 public:
  /// Throws GraphicsError, ScriptError or std::runtime_error, each with a sentence for the user.
  explicit App(DesktopOptions options);
  ~App();

  /// Until the window is closed, the script or the frames are through, or `stop` is set. Returns the exit
  /// code.
  int run(const std::atomic<bool>& stop);

 private:
  // Order matters: what is in the scene goes before the stage, the stage before the window.
  DesktopOptions options_;
  std::unique_ptr<Window> window_;  ///< null: headless
  Stage stage_;
  Environment environment_;
  Overlay overlay_;
  RoomView room_;
  Session session_;
  Playback playback_;
  Grabbing grabbing_;
  Panel panel_;
  std::optional<ScriptPlayer> script_;
  std::ofstream report_;

  std::string sentence_ = "Connecting…";
  std::optional<int> exitCode_;
  bool everConnected_ = false;
  AvatarId notedAvatar_ = 0;  ///< our own, of whose licence the user has been told
  double began_ = 0.0;
  std::optional<double> readySince_;
  double lastFrame_ = 0.0;
  double nextReport_ = 0.0;
  float framesPerSecond_ = 0.0F;
  int framesDrawn_ = 0;
  FrameStats stats_;
  struct {
    double since = 0.0;
    std::uint64_t lost = 0;
    std::uint64_t came = 0;
    float share = 0.0F;
  } loss_;                                          ///< of snapshots, in the last seconds
  std::vector<std::filesystem::path> screenshots_;  ///< to be taken of this frame
  std::vector<script::Sheet> sheets_;               ///< to be made after this frame
  std::vector<Picture> pictures_;

  void frame(double now);
  void handle(const InputEvent& event);
  void takeIn(const SessionEvent& event, double now);
  void noteOwnAvatar(const RoomInfo& info, double now);
  void noteOddities(const ModelOddities& oddities, double now);
  void changed(const ConnectionChanged& change, double now);
  void checkReady(double now);
  void playScript(double now);
  void carryOut(const script::Action& action, double now);
  void drawPanel(double now);
  void measureLoss(const SessionStats& stats, double now);
  void fulfil(const Panel::Wishes& wishes);
  void drop(const std::filesystem::path& file, double now);
  void play(AvatarId avatar, const std::filesystem::path& file, double now);
  std::optional<AvatarId> playerAt(const Ray& pointer) const;
  void saveStoryboard(double now);
  void show(double now);
  void finish(double now);
  void writeReport(double now);
  std::optional<AvatarId> avatarAt(std::size_t number) const;
  void fail(const std::string& sentence);
};

}  // namespace lead
