// A real lead-server (and other programs of ours) as child processes.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace lead::e2e {

/// A folder that goes with the object.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// One of our programs. Killed, if it still runs, with the object.
class Child {
 public:
  Child(const std::string& program, std::vector<std::string> arguments);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Reads stdout and stderr until a line contains `text`; returns that line, empty if it never comes.
  std::string waitForLine(const std::string& text, double seconds = 20.0);
  void signal(int number);
  /// Exit code; -signal where one ended it; throws where it takes longer.
  int wait(double seconds = 20.0);
  const std::string& output() const { return output_; }

 private:
  bool readMore(int milliseconds);
  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string output_;
  std::size_t searched_ = 0;
};

class ServerProcess {
 public:
  /// Port 0: any free one.
  explicit ServerProcess(std::vector<std::string> options = {}, int port = 0);

  const std::string& address() const { return address_; }
  int port() const;
  Child& process() { return child_; }

 private:
  TempFolder data_;
  Child child_;
  std::string address_;
};

}  // namespace lead::e2e
