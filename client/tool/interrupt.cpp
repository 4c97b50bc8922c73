#include "tool/interrupt.h"

#include <csignal>

namespace lead::tool {
namespace {

volatile std::sig_atomic_t gInterrupted = 0;

void note(int signal) {
  gInterrupted = 1;
  std::signal(signal, SIG_DFL);  // a second one doesn't wait
}

}  // namespace

void catchInterrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

bool interrupted() {
  return gInterrupted != 0;
}

}  // namespace lead::tool
