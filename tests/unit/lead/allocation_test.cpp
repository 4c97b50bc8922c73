// A tick takes no memory, whatever the avatars do: it never waits for the allocator, and its cost stays flat.
// A program of its own, as it replaces the allocator of all of it.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "lead/world.h"
#include "math/rotation.h"
#include "support/played.h"
#include "support/rigs.h"

namespace {

std::atomic<long> allocations{0};

void* allocate(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* allocate(std::size_t size, std::align_val_t align) {
  ++allocations;
  const auto step = static_cast<std::size_t>(align);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// Not inlined: else g++ sees malloc behind one and free behind the other, and warns of a mismatch. Arrays
// too: a sanitizer's own don't come here.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return allocate(size);
}
[[gnu::noinline]] void* operator new[](std::size_t size) {
  return allocate(size);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t align) {
  return allocate(size, align);
}
[[gnu::noinline]] void* operator new[](std::size_t size, std::align_val_t align) {
  return allocate(size, align);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace lead {
namespace {

constexpr float kDt = 1.0F / 60.0F;
constexpr ParticipantId kLeader = 7;
constexpr ParticipantId kOther = 8;
constexpr AvatarId kAvatars = 6;

/// False where something else has taken the allocator over, so that nothing would be counted.
bool counts() {
  const long before = allocations;
  for (int i = 0; i < 3; ++i) {
    auto one = std::make_unique<int>(i);
    auto many = std::make_unique<int[]>(static_cast<std::size_t>(i + 2));
    EXPECT_NE(static_cast<void*>(one.get()), static_cast<void*>(many.get()));
  }
  return allocations - before >= 6;
}

World crowdedRoom() {
  World world;
  world.space.bounds = RoomBounds{{-4.0F, -4.0F}, {4.0F, 4.0F}};
  world.space.obstacles = {BoxObstacle{{1.5F, 0.0F, 1.5F}, {1.0F, 1.0F, 1.0F}, 0.4F},
                           CylinderObstacle{{-1.5F, 0.0F, -1.0F}, 0.5F, 2.0F}};
  const AvatarRigPtr rig = makeAvatarRig(test::makeTestSkeleton({.optionalBones = true}));
  for (AvatarId id = 1; id <= kAvatars; ++id) {
    world.addAvatar(id, rig, {0.8F * static_cast<float>(id) - 2.5F, 0.0F, 0.0F},
                    0.5F * static_cast<float>(id));
    world.setGaze(id, id % 2 == 0 ? GazeMode::viewer : GazeMode::hand);
  }
  world.setViewers({{0.0F, 1.6F, 3.0F}, {2.0F, 1.6F, -3.0F}});
  world.play(4, test::boundGesture(*rig, true));
  return world;
}

/// Both hands of one are led by two, one with its orientation; a row comes and goes; holds end; somebody is
/// put back.
void play(World& world, int tick) {
  const float turn = 0.02F * static_cast<float>(tick);
  const glm::vec3 leader(2.5F * std::sin(turn), 1.1F, 2.5F * std::cos(turn));
  world.hold(1, Side::left, kLeader, {leader, true, rotationY(turn)});
  world.hold(1, Side::right, kOther, {leader + glm::vec3(0.3F, 0.0F, 0.0F)});
  if (tick % 200 == 150) world.releaseAll(kOther);
  world.hold(2, Side::right, kLeader, {leader + glm::vec3(0.0F, -0.2F, 0.3F)});
  if (tick % 250 == 10) world.chain({2, Side::left}, {3, Side::right});
  if (tick % 250 == 20) world.chain({3, Side::left}, {4, Side::right});
  if (tick % 250 == 180) world.unchainRow(3);
  if (tick % 300 == 299) world.reset(5);
}

/// Allocations of one tick.
long step(World& world) {
  const long before = allocations;
  world.step(kDt);
  return allocations - before;
}

TEST(Allocation, AThousandTicksTakeNoMemory) {
  if (!counts()) GTEST_SKIP() << "another allocator is in the way: allocations can't be counted";
  World world = crowdedRoom();
  int tick = 0;
  for (; tick < 300; ++tick) {
    play(world, tick);
    world.step(kDt);
  }
  long taken = 0;
  float walked = 0.0F;
  for (; tick < 1300; ++tick) {
    play(world, tick);
    taken += step(world);
    walked += world.find(1)->state.speed() * kDt;
  }
  EXPECT_EQ(taken, 0);
  EXPECT_GT(walked, 3.0F) << "nobody was led: nothing was tested";
}

TEST(Allocation, EvaluatingTakesNoMemory) {
  if (!counts()) GTEST_SKIP() << "another allocator is in the way: allocations can't be counted";
  World world = crowdedRoom();
  for (int tick = 0; tick < 120; ++tick) {
    play(world, tick);
    world.step(kDt);
  }
  EvaluatedPose pose;
  const long before = allocations;
  for (int i = 0; i < 100; ++i)
    for (const Avatar& avatar : world.avatars()) evaluate(*avatar.rig, avatar.state, pose);
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace lead
