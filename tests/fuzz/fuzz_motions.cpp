// Whatever the bytes: loadMotions gives motions of finite poses or throws a ModelError that says why.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "vrm/animation.h"

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

void check(const lead::KeyedMotion& motion) {
  expect(!motion.times.empty());
  expect(motion.rotations.size() == motion.times.size());
  expect(motion.hips.empty() || motion.hips.size() == motion.times.size());
  for (std::size_t i = 0; i < motion.times.size(); ++i) {
    expect(std::isfinite(motion.times[i]) && (i == 0 || motion.times[i] > motion.times[i - 1]));
    for (const glm::quat& q : motion.rotations[i]) expect(std::isfinite(q.x + q.y + q.z + q.w));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto motions = lead::loadMotions({data, size});
    expect(!motions.empty());
    for (const lead::KeyedMotion& motion : motions) check(motion);
  } catch (const lead::ModelError& error) {
    expect(!error.findings().empty());
  }
  return 0;
}
