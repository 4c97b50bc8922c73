// Shows that somebody had a file: a word that only this run of the server can make, given to who has uploaded
// the file's bytes. Others who learn a model's hash in a room still can't bring it. Any thread.
#pragma once

#include <sodium/crypto_auth.h>

#include <array>
#include <string>

namespace lead::server {

class Possession {
 public:
  /// With a key of its own.
  Possession();
  /// For the uploader of the file with that hash.
  std::string of(const std::string& sha256) const;
  bool isShown(const std::string& sha256, const std::string& possession) const;

 private:
  std::array<unsigned char, crypto_auth_KEYBYTES> key_{};
};

}  // namespace lead::server
