// The kernels of a pose.
#include <benchmark/benchmark.h>

#include <glm/geometric.hpp>

#include "rig/elbow_pole.h"
#include "rig/two_bone.h"
#include "scene.h"

namespace lead::bench {
namespace {

void ForwardKinematics(benchmark::State& state) {
  const Avatar& avatar = ledAvatar();
  WorldPose world;
  for (auto _ : state) {
    forwardKinematics(avatar.rig->skeleton, avatar.pose.local, world);
    benchmark::DoNotOptimize(world);
  }
}
BENCHMARK(ForwardKinematics);

/// One limb: where the joint goes, and both bones turned to it.
void TwoBoneIk(benchmark::State& state) {
  const Skeleton& skeleton = mannequinRig()->skeleton;
  const std::vector<HandTargets> targets = lap();
  const float upper = skeleton.arm(Side::left).upper;
  const float lower = skeleton.arm(Side::left).lower;
  const glm::vec3 shoulder = skeleton.restOf(Bone::leftUpperArm);
  std::size_t i = 0;
  for (auto _ : state) {
    const glm::vec3 target = targets[i++ % kLapTicks][0];
    const glm::vec3 dir = twoBoneDir(shoulder, target, kForward);
    const TwoBoneResult solved =
        solveTwoBone({shoulder, upper, lower, target, dir, firstPole(Side::left, kIdentity, dir)});
    const glm::quat upperArm = aimBone(kIdentity, {1.0F, 0.0F, 0.0F}, solved.joint - shoulder);
    glm::quat lowerArm = aimBone(upperArm, upperArm * glm::vec3(1.0F, 0.0F, 0.0F), solved.end - solved.joint);
    benchmark::DoNotOptimize(lowerArm);
  }
}
BENCHMARK(TwoBoneIk);

void CarryPole(benchmark::State& state) {
  const std::vector<HandTargets> targets = lap();
  glm::vec3 dir = kForward;
  glm::vec3 pole = firstPole(Side::left, kIdentity, dir);
  std::size_t i = 0;
  for (auto _ : state) {
    const glm::vec3 next = glm::normalize(targets[i++ % kLapTicks][0]);
    pole = carryPole(Side::left, kIdentity, pole, dir, next, kTickSeconds);
    dir = next;
    benchmark::DoNotOptimize(pole);
  }
}
BENCHMARK(CarryPole);

}  // namespace
}  // namespace lead::bench
