// For reactors of server and client: says to ThreadSanitizer what gRPC promises: the reactions of one reactor follow one another, and follow the
// calls that they answer. gRPC's own locks are in a library that was not compiled for it. Nothing in other
// builds.
#pragma once

#ifdef LEAD_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace lead {

/// For the length of a reaction, or of a call that begins an operation.
class Reaction {
 public:
#ifdef LEAD_TSAN
  explicit Reaction(void* reactor) : reactor_(reactor) {
    __tsan_acquire(reactor_);
  }
  ~Reaction() {
    __tsan_release(reactor_);
  }

 private:
  void* reactor_;
#else
  explicit Reaction(void*) {}
#endif
};

}  // namespace lead
