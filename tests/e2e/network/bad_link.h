// Clients behind a bad link: client/link in this process, between them and a real server.
#pragma once

#include "client.h"
#include "link/relay.h"
#include "server_process.h"

namespace lead::e2e {

inline RelayOptions to(const ServerProcess& server, const LinkOptions& both = {}) {
  RelayOptions options;
  options.to = server.address();
  options.up = options.down = both;
  return options;
}

/// 5% loss, 100 ms delay and up to 40 ms more: what design/network.md has to be good at.
inline LinkOptions badLink() {
  LinkOptions link;
  link.loss = 0.05;
  link.delay = 0.1;
  link.jitter = 0.04;
  return link;
}

inline bool isOn(Client& client, Path path, double seconds = kPatience) {
  return waitUntil([&] { return client.session().stats().path == path; }, seconds);
}

inline bool holds(Client& client, Client& seenBy, AvatarId avatar, Side side) {
  return seenBy.holder(avatar, side) == client.session().participant();
}

}  // namespace lead::e2e
