// A room as it is at this moment, for lead-tool storyboard.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "session/session.h"
#include "storyboard/projection.h"
#include "tool/command.h"

namespace lead::tool {

struct LiveOptions {
  SessionOptions session;
  double wait = 20.0;  ///< seconds for the server, the models and the motions
};
void addLiveOptions(CLI::App& app, LiveOptions& options);

/// The avatars that a room had, with their models.
class LiveMoment {
 public:
  LiveMoment();
  ~LiveMoment();
  LiveMoment(LiveMoment&&) noexcept;
  const std::vector<storyboard::Subject>& subjects() const { return subjects_; }
  double heading() const { return heading_; }  ///< of the first

 private:
  friend LiveMoment takeMoment(const std::string& where, LiveOptions options);
  struct Body {
    AvatarRigPtr rig;
    EvaluatedPose pose;
  };
  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<storyboard::Subject> subjects_;
  double heading_ = 0.0;
};

/// `where`: SERVER/ROOM. Throws CommandError.
LiveMoment takeMoment(const std::string& where, LiveOptions options);

}  // namespace lead::tool
