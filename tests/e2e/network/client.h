// A Session as tests use it: waits for things, remembers events, takes hands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "session/rigs.h"
#include "session/session.h"

namespace lead::e2e {

/// Generous: sanitizers and a busy machine count too.
inline constexpr double kPatience = 30.0;

/// True as soon as `condition` is; asked every 2 ms.
bool waitUntil(const std::function<bool()>& condition, double seconds = kPatience);
void pause(double seconds);
double now();

SessionOptions optionsFor(const std::string& server, const std::string& name);

class Client {
 public:
  explicit Client(SessionOptions options);
  Client(const std::string& server, const std::string& name) : Client(optionsFor(server, name)) {}

  Session& session() { return *session_; }
  void destroy() { session_.reset(); }
  bool waitConnected();
  /// Until it is in the room, has a state and, where models are loaded, a model of that avatar.
  bool waitForAvatar(AvatarId id);
  /// The sentence with which it failed; empty if it doesn't.
  std::string waitFailed();

  /// All events so far.
  const std::vector<SessionEvent>& events();
  template <typename Event>
  std::vector<Event> all() {
    std::vector<Event> found;
    for (const SessionEvent& event : events())
      if (const auto* each = std::get_if<Event>(&event)) found.push_back(*each);
    return found;
  }

  AvatarId firstAvatar() const;
  const AvatarState* state(AvatarId id);
  glm::vec3 wrist(AvatarId id, Side side);
  ParticipantId holder(AvatarId id, Side side);
  /// With what it plays; null where something of it isn't there.
  AvatarRigPtr rig(AvatarId id);

  /// Takes a hand where it is, with our hand of the same index; then it's led by moveTo().
  void take(AvatarId id, Side side);
  void moveTo(Side side, glm::vec3 target);
  void release(Side side);
  glm::vec3 target(Side side) const { return input_.hands[index(side)]->position; }

 private:
  std::unique_ptr<Session> session_;
  std::vector<SessionEvent> events_;
  SnapshotPtr snapshot_;
  Rigs rigs_;
  ParticipantInput input_;
};

}  // namespace lead::e2e
