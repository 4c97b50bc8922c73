#include "server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

namespace lead::e2e {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::string> serverArguments(const TempFolder& data, std::vector<std::string> options, int port) {
  options.insert(options.end(),
                 {"--listen", "127.0.0.1:" + std::to_string(port), "--data", data.path().string()});
  return options;
}

}  // namespace

TempFolder::TempFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "lead-e2e-XXXXXX").string();
  path_ = mkdtemp(pattern.data());
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Child::Child(const std::string& program, std::vector<std::string> arguments) {
  const std::string path = std::string(LEAD_BINARY_DIR) + "/bin/" + program;
  arguments.insert(arguments.begin(), path);
  std::vector<char*> raw;
  for (std::string& each : arguments) raw.push_back(each.data());
  raw.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = fork();
  if (pid_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    execv(path.c_str(), raw.data());
    _exit(127);
  }
  close(ends[1]);
  pipe_ = ends[0];
  if (pid_ < 0) throw std::runtime_error("no process");
}

Child::~Child() {
  if (pid_ > 0) {
    kill(pid_, SIGCONT);
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(pipe_);
}

bool Child::readMore(int milliseconds) {
  pollfd poll{pipe_, POLLIN, 0};
  if (::poll(&poll, 1, milliseconds) <= 0) return true;
  char buffer[4096];
  const ssize_t size = read(pipe_, buffer, sizeof buffer);
  if (size > 0) output_.append(buffer, static_cast<std::size_t>(size));
  return size > 0;
}

std::string Child::waitForLine(const std::string& text, double seconds) {
  const auto start = Clock::now();
  bool open = true;
  while (true) {
    for (auto end = output_.find('\n', searched_); end != std::string::npos;
         end = output_.find('\n', searched_)) {
      const std::string line = output_.substr(searched_, end - searched_);
      searched_ = end + 1;
      if (line.find(text) != std::string::npos) return line;
    }
    if (!open || secondsSince(start) > seconds) return {};
    open = readMore(50);
  }
}

void Child::signal(int number) {
  kill(pid_, number);
}

int Child::wait(double seconds) {
  const auto start = Clock::now();
  bool open = true;
  while (secondsSince(start) < seconds) {
    if (open)
      open = readMore(20);
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) continue;
    pid_ = -1;
    for (int i = 0; open && i < 100; ++i) open = readMore(1);  // what it said last
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  throw std::runtime_error("the program doesn't end; so far it said:\n" + output_);
}

ServerProcess::ServerProcess(std::vector<std::string> options, int port)
    : child_("lead-server", serverArguments(data_, std::move(options), port)) {
  const std::string sign = "listening on ";
  const std::string line = child_.waitForLine(sign);
  if (line.empty()) throw std::runtime_error("the server did not start:\n" + child_.output());
  address_ = line.substr(line.find(sign) + sign.size());
}

int ServerProcess::port() const {
  return std::stoi(address_.substr(address_.rfind(':') + 1));
}

}  // namespace lead::e2e
