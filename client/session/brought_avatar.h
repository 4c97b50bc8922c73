// The avatar that a participant wants to have, and what the server has yet to be told of it. Pure.
#pragma once

#include <filesystem>

#include "session/session.h"

namespace lead {

struct BroughtAvatar {
  std::filesystem::path file;  ///< empty: none
  bool share = false;
  ModelHash hash;  ///< of that file as the server got it; empty: it has not been read yet

  bool isUnread() const { return !file.empty() && hash.empty(); }
};

enum class AvatarChange : std::uint8_t {
  none,
  offer,    ///< the file, then send()
  send,     ///< which one
  sharing,  ///< whether it is shared
};

/// `own`: as the room has it; null: none.
inline AvatarChange changeTo(const BroughtAvatar& wanted, const AvatarInfo* own) {
  if (wanted.isUnread()) return AvatarChange::offer;
  if ((own == nullptr ? ModelHash() : own->model) != wanted.hash) return AvatarChange::send;
  if (own == nullptr || own->sharing == Sharing::byLicence) return AvatarChange::none;
  return (own->sharing == Sharing::byOwner) == wanted.share ? AvatarChange::none : AvatarChange::sharing;
}

}  // namespace lead
