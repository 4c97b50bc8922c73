// The budgets and errors of design/network.md, on recorded sessions. Prints a table: docs/PERFORMANCE.md has
// it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "math/approach.h"
#include "math/rotation.h"
#include "scenario/rig_files.h"
#include "scenario/runner.h"
#include "support/led.h"
#include "support/played.h"
#include "support/wire_meter.h"
#include "vrm/animation.h"
#include "vrm/load.h"
#include "wire/input_payload.h"

namespace lead::test {
namespace {

namespace fs = std::filesystem;

constexpr float kDegree = kPi / 180.0F;
constexpr float kTick = 1.0F / 60.0F;

void expectErrors(const WireMeter& meter) {
  const WireErrors& most = meter.errors();
  EXPECT_LE(most.place, 0.002F);
  EXPECT_LE(most.heading, 0.3F * kDegree);
  EXPECT_LE(most.lean, 0.05F * kDegree);
  EXPECT_LE(most.target, 0.002F);
  EXPECT_LE(most.bone, 0.25F * kDegree);
  EXPECT_LE(most.wrist, 0.004F);
  EXPECT_LE(most.elbow, 3.0F * kDegree);
}

void print(const WireMeter& meter, const std::string& name) {
  static const bool head = [] {
    std::cout << "| session | bytes, mean | p99 | most | root mm | heading ° | lean ° | target mm | bone ° | "
                 "finger ° | "
                 "wrist mm | elbow ° |\n";
    return true;
  }();
  (void)head;
  std::cout << meter.row(name) << '\n';
  testing::Test::RecordProperty("bytes", fmt::format("{:.2f}", meter.meanBytes()));
}

/// A hand that leads: along a path at walking speed, swaying with its owner's steps and trembling.
struct LeadingHand {
  std::mt19937 random{3};
  glm::vec3 tremble{0.0F};

  glm::vec3 at(const glm::vec3& path, float t) {
    std::normal_distribution<float> noise(0.0F, 0.0006F);
    tremble = tremble * 0.9F + glm::vec3(noise(random), noise(random), noise(random));
    const glm::vec3 sway(0.02F * std::sin(6.0F * t), 0.015F * std::sin(12.0F * t),
                         0.02F * std::cos(6.3F * t));
    return path + sway + tremble;
  }
};

glm::vec3 onCircle(float t, float speed, float radius = 3.0F) {
  const float angle = speed * t / radius;
  return {radius * std::sin(angle), 1.0F, radius * (1.0F - std::cos(angle))};
}

/// Led in a circle by one hand or both; counted from when it walks.
void lead(WireMeter& meter, float speed, bool bothHands, bool orientation, float seconds = 30.0F) {
  Led led;
  LeadingHand left;
  LeadingHand right;
  const auto target = [&](LeadingHand& hand, float t, float aside) {
    HandTarget target{hand.at(onCircle(t, speed), t) + glm::vec3(aside, 0.0F, 0.0F), orientation};
    target.orientation = rotationY(0.3F * std::sin(3.0F * t)) * rotationX(0.2F * std::sin(2.0F * t));
    return target;
  };
  for (float t = 0.0F; t < seconds; t += kTick) {
    led.world.hold(1, Side::left, 7, target(left, t, 0.0F));
    if (bothHands) led.world.hold(1, Side::right, 8, target(right, t, -0.3F));
    led.run(kTick);
    meter.add(led.world, t > 2.0F);
  }
}

TEST(WireBudgets, StandingIdle) {
  WireMeter meter;
  Led led;
  for (int i = 0; i < 1200; ++i) {
    led.run(kTick);
    meter.add(led.world);
  }
  print(meter, "idle");
  expectErrors(meter);
  EXPECT_LE(meter.bytesAt(1.0), 1.0) << "the budget is 2";
}

TEST(WireBudgets, WalkingLedByOneHand) {
  for (float speed : {0.5F, 1.0F, 1.4F}) {
    WireMeter meter;
    lead(meter, speed, false, false);
    print(meter, fmt::format("led at {:.1f} m/s by one hand", speed));
    expectErrors(meter);
    EXPECT_LE(meter.meanBytes(), 20.0);
  }
}

TEST(WireBudgets, WalkingLedByBothHands) {
  WireMeter one;
  lead(one, 1.0F, false, false);
  WireMeter both;
  lead(both, 1.0F, true, false);
  print(both, "led at 1.0 m/s by both hands");
  expectErrors(both);
  EXPECT_LE(both.meanBytes(), 20.0) << "the budget is 20 + 4";
  EXPECT_LE(both.meanBytes() - one.meanBytes(), 6.0);
}

TEST(WireBudgets, WalkingLedByAControllerInVr) {
  WireMeter meter;
  lead(meter, 1.0F, false, true);
  print(meter, "led at 1.0 m/s, hand's orientation too");
  expectErrors(meter);
}

TEST(WireBudgets, HandInHandInARow) {
  World world;
  LeadingHand hand;
  for (AvatarId id = 1; id <= 4; ++id)
    world.addAvatar(id, makeTestRig(Motion::full, {.optionalBones = true}),
                    glm::vec3(-0.9F * static_cast<float>(id - 1), 0.0F, 0.0F), 0.0F);
  for (AvatarId id = 1; id < 4; ++id) world.chain({id, Side::right}, {id + 1, Side::left});
  WireMeter meter;
  for (float t = 0.0F; t < 30.0F; t += kTick) {
    world.hold(1, Side::left, 7, {hand.at(onCircle(t, 0.8F), t)});
    world.step(kTick);
    meter.add(world, t > 3.0F);
  }
  print(meter, "row of four, hand in hand");
  expectErrors(meter);
  EXPECT_LE(meter.meanBytes(), 24.0);
}

TEST(WireBudgets, PlayingMotions) {
  Led led;
  const BoundMotionPtr motion = boundGesture(*led.avatar().rig, true);
  WireMeter meter;
  for (int i = 0; i < 1200; ++i) {
    if (i == 60 || i == 600) led.world.play(1, motion);
    led.run(kTick);
    meter.add(led.world);
  }
  print(meter, "playing a motion that loops");
  EXPECT_LE(meter.meanBytes(), 2.0);
}

TEST(WireBudgets, LookingAtSomebodyWhoMoves) {
  Led led;
  led.world.setGaze(1, GazeMode::viewer);
  LeadingHand head;
  WireMeter meter;
  for (float t = 0.0F; t < 20.0F; t += kTick) {
    led.world.setViewers({head.at({std::sin(t), 1.6F, 2.0F}, t)});
    led.run(kTick);
    meter.add(led.world);
  }
  print(meter, "looking at somebody who walks about");
  EXPECT_LE(meter.meanBytes(), 6.0);
}

/// Rotations and hips of a motion's file at a time, going round.
TrackedBones trackedAt(const KeyedMotion& motion, BoneMask bones, float t, std::mt19937& random) {
  TrackedBones tracked;
  tracked.bones = motion.bones & bones;
  if (motion.times.size() < 2) return tracked;
  // There and back, so that the end is no jump.
  const float length = motion.times.back();
  const float at = length - std::abs(std::fmod(t, 2.0F * length) - length);
  const auto after = std::upper_bound(motion.times.begin(), motion.times.end(), at);
  const std::size_t next =
      std::min<std::size_t>(static_cast<std::size_t>(after - motion.times.begin()), motion.times.size() - 1);
  const std::size_t last = next > 0 ? next - 1 : 0;
  const float span = motion.times[next] - motion.times[last];
  const float share = span > 0.0F ? (at - motion.times[last]) / span : 0.0F;
  std::normal_distribution<float> noise(0.0F, 0.0005F);  // of a good tracker: 0.06 degrees
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    if ((tracked.bones & bit(boneAt(i))) == 0) continue;
    glm::quat q = glm::slerp(motion.rotations[last][i], motion.rotations[next][i], share);
    q = glm::normalize(q * glm::quat(1.0F, noise(random), noise(random), noise(random)));
    tracked.rotation[i] = q;
  }
  if (!motion.hips.empty()) {
    tracked.hipsOffset = glm::mix(motion.hips[last], motion.hips[next], share);
    tracked.hipsOffset.z = 0.0F;  // the walk's way is the root's
    tracked.bones |= bit(Bone::hips) & bones;
  }
  return tracked;
}

constexpr BoneMask kEyesAndJaw = bit(Bone::leftEye) | bit(Bone::rightEye) | bit(Bone::jaw);
constexpr BoneMask kFingers = kAllBones & ~(bit(Bone::leftThumbMetacarpal) - 1);
constexpr BoneMask kBody = kAllBones & ~kFingers & ~kEyesAndJaw;

void measureTracked(WireMeter& meter, const KeyedMotion& motion, BoneMask bones, float seconds = 20.0F) {
  Led led;
  std::mt19937 random(4);
  for (float t = 0.0F; t < seconds; t += kTick) {
    led.state().tracked = trackedAt(motion, bones, t, random);
    led.run(kTick);
    meter.add(led.world);
  }
}

std::vector<std::pair<std::string, KeyedMotion>> recordedMotions() {
  std::vector<std::pair<std::string, KeyedMotion>> motions;
  const fs::path models = fs::path(LEAD_SHARED_DIR) / "models";
  for (const char* name :
       {"mocap/ozz_walk.converted.glb", "mocap/ozz_run.converted.glb", "vrma/Sitting_Talking_Loop.vrma",
        "vrma/usd_canonical_walk.vrma", "vrma/Idle_Loop.vrma", "vrma/Jump_Land.vrma"}) {
    if (!fs::exists(models / name)) continue;
    motions.emplace_back(fs::path(name).filename(), loadMotions(readModelFile(models / name)).at(0));
  }
  return motions;
}

/// Swings of every bone, about as fast as a dance.
KeyedMotion swings() {
  KeyedMotion motion;
  motion.bones = kBody | kFingers;
  std::mt19937 random(5);
  std::uniform_real_distribution<float> amplitude(0.1F, 0.4F);
  std::uniform_real_distribution<float> frequency(0.3F, 1.2F);
  BoneArray<glm::vec3> axes{};
  BoneArray<float> rates{};
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    axes[i] = glm::vec3(amplitude(random), amplitude(random), amplitude(random));
    rates[i] = frequency(random);
  }
  for (int key = 0; key <= 600; ++key) {
    const float t = static_cast<float>(key) / 30.0F;
    motion.times.push_back(t);
    auto& pose = motion.rotations.emplace_back(Pose::identities());
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      const float swing = std::sin(2.0F * kPi * rates[i] * t);
      pose[i] = rotationX(axes[i].x * swing) * rotationY(axes[i].y * swing) * rotationZ(axes[i].z * swing);
      // A finger closes and opens, all of a hand about alike.
      if (i >= index(Bone::leftThumbMetacarpal))
        pose[i] = rotationZ(0.6F + 0.6F * std::sin(1.3F * t + 0.3F * axes[i].x));
    }
    motion.hips.push_back({0.05F * std::sin(2.0F * t), 0.04F * std::sin(4.0F * t), 0.0F});
  }
  return motion;
}

TEST(WireBudgets, TrackedBody) {
  auto motions = recordedMotions();
  motions.emplace_back("swings of every bone (generated)", swings());
  for (const auto& [name, motion] : motions) {
    WireMeter meter;
    measureTracked(meter, motion, kBody);
    const int bones = __builtin_popcountll(motion.bones & kBody);
    print(meter, fmt::format("tracked body, {} bones: {}", bones, name));
    expectErrors(meter);
    EXPECT_LE(meter.meanBytes(), 90.0) << name;
  }
}

TEST(WireBudgets, TrackedFingers) {
  double sum = 0.0;
  int count = 0;
  auto motions = recordedMotions();
  motions.emplace_back("closing and opening (generated)", swings());
  for (const auto& [name, motion] : motions) {
    if ((motion.bones & kFingers) == 0) continue;
    WireMeter meter;
    measureTracked(meter, motion, kFingers);
    print(meter, fmt::format("tracked fingers alone, {} bones: {}",
                             __builtin_popcountll(motion.bones & kFingers), name));
    EXPECT_LE(meter.meanBytes(), 17.0) << name;
    EXPECT_LE(meter.errors().finger, 12.0F * kDegree) << name;
    sum += meter.meanBytes();
    ++count;
  }
  EXPECT_LE(sum / count, 14.0);
}

TEST(WireBudgets, TrackedFace) {
  Led led;
  WireMeter meter;
  std::mt19937 random(6);
  std::normal_distribution<float> noise(0.0F, 0.004F);
  for (float t = 0.0F; t < 30.0F; t += kTick) {
    ExpressionWeights weights{};
    const auto set = [&](Expression expression, float weight) {
      weights[index(expression)] = std::clamp(weight + noise(random), 0.0F, 1.0F);
    };
    // Speech: a vowel after the other, five a second; a blink every three seconds; moods that come and go.
    const float vowel = std::fmod(t * 5.0F, 5.0F);
    for (std::size_t i = 0; i < 5; ++i) {
      const float away = std::abs(std::remainder(vowel - static_cast<float>(i), 5.0F));
      if (away < 1.0F) set(static_cast<Expression>(index(Expression::aa) + i), 0.8F * (1.0F - away));
    }
    const float blink = std::fmod(t, 3.0F);
    if (blink < 0.2F) set(Expression::blink, 1.0F - std::abs(blink - 0.1F) / 0.1F);
    set(Expression::happy, 0.4F + 0.4F * std::sin(0.7F * t));
    set(Expression::surprised, std::max(0.0F, std::sin(0.9F * t)));
    set(Expression::lookLeft, std::max(0.0F, std::sin(1.7F * t)));
    set(Expression::lookRight, std::max(0.0F, -std::sin(1.7F * t)));
    set(Expression::lookUp, std::max(0.0F, std::sin(1.1F * t)));
    led.state().expressions = weights;
    led.run(kTick);
    meter.add(led.world);
  }
  print(meter, "face that speaks");
  EXPECT_LE(meter.meanBytes(), 12.0);
  EXPECT_LE(meter.errors().expression, 0.017F);
}

/// Mean bytes of a payload with the newest sample and the two before it, sixty a second.
double inputBytes(bool vr) {
  LeadingHand hands[3];
  std::vector<wire::InputSample> samples;
  std::size_t sum = 0;
  std::size_t count = 0;
  for (float t = 0.0F; t < 20.0F; t += kTick) {
    wire::InputSample sample;
    sample.sequence = static_cast<std::uint32_t>(samples.size());
    sample.clientTime = 100.0 + t;
    sample.seenTick = sample.sequence / 2 * 2;
    sample.headPosition = hands[2].at(onCircle(t, 1.0F) + glm::vec3(0.0F, 0.6F, 0.0F), t);
    sample.headOrientation = rotationY(0.3F * std::sin(t)) * rotationX(0.1F * std::sin(2.0F * t));
    for (std::size_t h = 0; h < (vr ? 2U : 1U); ++h) {
      wire::InputHand hand;
      hand.position = hands[h].at(onCircle(t, 1.0F), t);
      hand.heldAvatar = 5;
      hand.grabbedPoint = {0.01F, 0.02F, -0.03F};
      const glm::quat turn = rotationY(0.3F * std::sin(3.0F * t)) * rotationX(0.2F * std::sin(2.0F * t));
      if (vr) hand.orientation = hand.handOrientation = turn;
      sample.hands[h] = hand;
    }
    samples.push_back(sample);
    if (samples.size() < 3) continue;
    wire::InputPayload payload{{true, 7, ~0U, false}, {samples.rbegin(), samples.rbegin() + 3}};
    std::vector<std::uint8_t> bytes;
    wire::writeInput(payload, bytes);
    sum += bytes.size();
    ++count;
  }
  return static_cast<double>(sum) / static_cast<double>(count);
}

TEST(WireBudgets, Inputs) {
  const double mouse = inputBytes(false);
  const double vr = inputBytes(true);
  std::cout << fmt::format("inputs: mouse {:.0f} bytes, VR with both hands {:.0f}\n", mouse, vr);
  EXPECT_LE(mouse, 110.0);
  EXPECT_LE(vr, 200.0);
}

TEST(WireBudgets, TheScenariosOfTheDocs) {
  const fs::path folder = fs::path(LEAD_SOURCE_DIR) / "docs" / "examples";
  int run = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    RigFiles rigs(folder);
    const auto find = [&rigs](const std::string& model, const std::string& motion) {
      return rigs.get(model, motion);
    };
    std::optional<Scenario> scenario;
    try {
      scenario = parseScenario(text.str(), find);
    } catch (const ScenarioError& error) {
      std::cout << entry.path().filename() << " skipped: " << error.what() << '\n';
      continue;
    }
    ScenarioRunner runner(*scenario);
    WireMeter meter;
    while (runner.step()) meter.add(runner.world());
    print(meter, "docs/examples/" + entry.path().filename().string());
    expectErrors(meter);
    EXPECT_LE(meter.meanBytes(), 24.0);
    ++run;
  }
  EXPECT_GE(run, 6);
}

}  // namespace
}  // namespace lead::test
