// A whole server: for the program, and for tests in one process with their clients.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "operations/options.h"
#include "operations/stats.h"

namespace lead::server {

/// Why the server does not start: one sentence.
class StartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Server {
 public:
  /// Listens when it returns. Throws StartError.
  explicit Server(Options options);
  /// Stops, if that has not been done.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The port that was asked for or, for 0, found.
  std::uint16_t port() const;
  std::string address() const;        ///< HOST:PORT
  std::string mannequinHash() const;  ///< 32 bytes
  Stats& stats();

  /// Tells every client, lets streams end, cancels what hasn't after 1.5 s. Blocks. May be called again.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lead::server
