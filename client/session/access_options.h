// The options with which our programs say how a server is reached. For programs that link CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <fstream>
#include <string>

#include "session/access.h"
#include "token/token.h"

namespace lead {

/// What --token has: the token, or "@" and a file with it. An empty result: fine, `text` is the token now.
inline std::string takeToken(std::string& text) {
  std::string from = "the token";
  if (text.starts_with('@')) {
    from = "what is in " + text.substr(1);
    std::ifstream in(text.substr(1), std::ios::binary);
    std::string content(kTokenTextBytes + 2, '\0');
    in.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (!in.eof() && !in) return "The token's file " + text.substr(1) + " can't be read.";
    content.resize(static_cast<std::size_t>(in.gcount()));
    text = content;
  }
  text = std::string(trimmed(text));
  if (readToken(text)) return {};
  return "There is no token in " + from + ": one begins with \"lead1.\", and was perhaps not copied whole.";
}

inline void addAccessOptions(CLI::App& app, Access& access) {
  app.add_flag("--tls", access.tls, "Speak TLS with the server");
  app.add_option(
         "--ca", access.ca,
         "Speak TLS, and trust the certificates in this PEM file rather than the system's authorities")
      ->type_name("FILE");
  app.add_option(
         "--token", access.token,
         "Token from the server's operator, or @ and a file with it (default: $LEAD_TOKEN, which doesn't "
         "show in the list of processes)")
      ->type_name("TOKEN|@FILE")
      ->envname("LEAD_TOKEN")
      ->transform(CLI::Validator(takeToken, "", "token"));
}

}  // namespace lead
