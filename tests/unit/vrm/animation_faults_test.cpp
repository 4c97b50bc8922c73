// Whatever the bytes of an animation file: motions, or a ModelError that says what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "math/rotation.h"
#include "motion_glb.h"

namespace lead::test {
namespace {

using testing::HasSubstr;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Uses every part of the loader.
MotionFile soundFile() {
  MotionFile file = makeVrma({.rotatedRest = true});
  const glm::quat none(0.0F, 0.0F, 0.0F, 0.0F);
  file.turn(Bone::leftUpperArm, {0.0F, 0.5F, 1.0F}, {kIdentity, rotationZ(-1.0F), kIdentity});
  file.animate(Bone::head, "rotation", {0.0F, 1.0F},
               flat({none, kIdentity, none, none, rotationX(0.3F), none}), "CUBICSPLINE");
  file.animate(Bone::hips, "translation", {0.0F, 1.0F}, {0, 0.9F, 0, 0, 0.8F, 1.0F}, "STEP");
  const int happy = file.add("nodes", {{"name", "happy"}});
  const int gaze = file.add("nodes", {{"name", "gaze"}});
  file.vrma()["expressions"]["preset"]["happy"] = {{"node", happy}};
  file.vrma()["lookAt"] = {{"node", gaze}};
  file.animate(happy, "translation", {0.0F, 1.0F}, {0, 0, 0, 1, 0, 0});
  file.animate(gaze, "rotation", {0.0F, 1.0F}, flat({kIdentity, rotationY(0.2F)}));
  return file;
}

Json& animation(MotionFile& file) {
  return file.json["animations"][0];
}
Json& accessor(MotionFile& file, std::size_t at) {
  return file.json["accessors"][at];
}
void setTimes(MotionFile& file, std::size_t sampler, const std::vector<float>& times) {
  animation(file)["samplers"][sampler]["input"] = file.floats(times, "SCALAR");
}

struct Fault {
  const char* what;
  std::function<void(MotionFile&)> make;
  const char* message;
};

const std::vector<Fault> kFaults{
    {"no animations", [](MotionFile& f) { f.json.erase("animations"); }, "no animations"},
    {"animation of a camera only",
     [](MotionFile& f) {
       f.json["animations"] = Json::array();
       f.animate(f.add("nodes", {{"name", "camera"}}), "translation", {0.0F}, {0, 0, 0});
     },
     "none of the file's animations moves"},
    {"no humanoid",
     [](MotionFile& f) {
       f.json.erase("extensions");
       f.json["nodes"][1]["name"] = "x";
     },
     "no humanoid bones"},
    {"extension of the wrong type", [](MotionFile& f) { f.vrma() = "yes"; }, "is not a JSON object"},
    {"extension that is empty", [](MotionFile& f) { f.vrma() = Json::object(); },
     "neither humanoid bones nor"},
    {"bone of no node", [](MotionFile& f) { f.vrma()["humanoid"]["humanBones"]["head"]["node"] = 999; },
     "the bone head points to a node that doesn't exist"},
    {"expression of no node",
     [](MotionFile& f) {
       f.vrma()["expressions"]["preset"]["sad"] = {{"node", -3}};
     },
     "'sad' points to a node"},
    {"channel of no node", [](MotionFile& f) { animation(f)["channels"][0]["target"]["node"] = 999; },
     "channel 0 moves a node that doesn't exist"},
    {"channel of no sampler", [](MotionFile& f) { animation(f)["channels"][1]["sampler"] = 55; },
     "channel 1 has a sampler that doesn't exist"},
    {"two channels of one thing",
     [](MotionFile& f) { animation(f)["channels"][1]["target"] = animation(f)["channels"][0]["target"]; },
     "moves what another channel moves"},
    {"no such interpolation", [](MotionFile& f) { animation(f)["samplers"][0]["interpolation"] = "BEZIER"; },
     "unknown interpolation"},
    {"no output", [](MotionFile& f) { animation(f)["samplers"][0].erase("output"); }, "lacks its key times"},
    {"no such accessor", [](MotionFile& f) { animation(f)["samplers"][0]["input"] = 4000; },
     "accessor 4000 doesn't exist"},
    {"values of the wrong type", [](MotionFile& f) { accessor(f, 1)["type"] = "VEC3"; },
     "has the wrong type"},
    {"too few values", [](MotionFile& f) { accessor(f, 1)["count"] = 2; },
     "has 2 values, its key times need 3"},
    {"a spline with the values of a line",
     [](MotionFile& f) { animation(f)["samplers"][0]["interpolation"] = "CUBICSPLINE"; },
     "has 3 values, its key times need 9"},
    {"a billion keys", [](MotionFile& f) { accessor(f, 0)["count"] = 1'000'000'000; }, "keys, the limit is"},
    {"many keys without data",
     [](MotionFile& f) {
       accessor(f, 0)["count"] = 36'001;
       accessor(f, 0).erase("bufferView");
     },
     "keys, the limit is"},
    {"no keys", [](MotionFile& f) { accessor(f, 0)["count"] = 0; }, ""},
    {"keys beyond the data", [](MotionFile& f) { accessor(f, 0)["byteOffset"] = 1000; }, "reaches beyond"},
    {"a time that is not a number",
     [](MotionFile& f) {
       setTimes(f, 0, {0.0F, kNan, 1.0F});
     },
     "a key time that is not finite"},
    {"an endless time",
     [](MotionFile& f) {
       setTimes(f, 0, {0.0F, 1.0F, INFINITY});
     },
     "a key time that is not finite"},
    {"times that fall",
     [](MotionFile& f) {
       setTimes(f, 0, {0.0F, 1.0F, 0.5F});
     },
     "don't rise"},
    {"times that stand",
     [](MotionFile& f) {
       setTimes(f, 0, {0.0F, 1.0F, 1.0F});
     },
     "don't rise"},
    {"a time before 0",
     [](MotionFile& f) {
       setTimes(f, 0, {-1.0F, 0.0F, 1.0F});
     },
     "before 0"},
    {"a time after an hour",
     [](MotionFile& f) {
       setTimes(f, 0, {0.0F, 1.0F, 4000.0F});
     },
     "a key at 4000 s"},
    {"an hour of spline",
     [](MotionFile& f) {
       setTimes(f, 1, {0.0F, 3600.0F});
     },
     "needs more than the 36000"},
    {"a rotation that is not a number",
     [](MotionFile& f) {
       animation(f)["samplers"][0]["output"] = f.floats(std::vector<float>(12, kNan), "VEC4");
     },
     "a value that is not finite"},
    {"a rotation of length 0",
     [](MotionFile& f) {
       animation(f)["samplers"][0]["output"] = f.floats(std::vector<float>(12, 0.0F), "VEC4");
     },
     "a rotation of length zero"},
    {"hips at the moon",
     [](MotionFile& f) {
       animation(f)["samplers"][2]["output"] = f.floats(std::vector<float>(6, 3.8e8F), "VEC3");
     },
     "beyond all measure"},
    {"a rest pose at the moon",
     [](MotionFile& f) {
       f.nodeOf(Bone::head)["translation"] = {0, 3.8e8F, 0};
     },
     "beyond all measure"},
    {"a node that is its own ancestor", [](MotionFile& f) { f.json["nodes"][3]["children"].push_back(0); },
     "its own ancestor"},
    {"data in another file",
     [](MotionFile& f) {
       f.json["buffers"] = {{{"uri", "walk.bin"}, {"byteLength", 9}}};
     },
     "is in another file"},
    {"compressed data", [](MotionFile& f) { f.json["extensionsRequired"] = {"EXT_meshopt_compression"}; },
     "without meshopt"},
};

TEST(AnimationFaults, EachIsNamed) {
  ASSERT_EQ(motionRefusal(soundFile().build()), "");
  for (const Fault& fault : kFaults) {
    MotionFile file = soundFile();
    fault.make(file);
    const std::string refusal = motionRefusal(file.build());
    EXPECT_NE(refusal, "") << fault.what;
    EXPECT_THAT(refusal, HasSubstr(fault.message)) << fault.what;
    EXPECT_EQ(refusal.find('\n'), std::string::npos) << fault.what;
  }
}

TEST(AnimationFaults, SeveralAreNamedTogether) {
  MotionFile file = soundFile();
  setTimes(file, 0, {0.0F, 1.0F, 0.5F});
  animation(file)["channels"][1]["sampler"] = 55;
  EXPECT_THAT(motionRefusal(file.build()), testing::AllOf(HasSubstr("don't rise"), HasSubstr("; "),
                                                          HasSubstr("sampler that doesn't exist")));
}

TEST(AnimationFaults, OtherFilesAreRefused) {
  EXPECT_THAT(motionRefusal({}), HasSubstr("empty"));
  const std::string text = "#usda 1.0";
  EXPECT_THAT(motionRefusal(Bytes(text.begin(), text.end())), HasSubstr("no animation file"));
  const std::string json = "{\"asset\": {\"version\": \"2.0\"}}";
  EXPECT_THAT(motionRefusal(Bytes(json.begin(), json.end())), HasSubstr("no animations"));
  EXPECT_THAT(motionRefusal(makeHumanoid({.version = VrmVersion::v0}).build()), HasSubstr("no animations"));
}

TEST(AnimationFaults, LimitsHoldForAllAnimationsTogether) {
  MotionFile file = makeVrma();
  for (file.animation = 0; file.animation < 3; ++file.animation)
    file.turn(Bone::spine, {0.0F, 0.01F, 0.02F, 0.03F}, {4, kIdentity});
  EXPECT_EQ(motionRefusal(file.build()), "");
  LoadLimits limits;
  limits.motionFrames = 11;
  EXPECT_THAT(motionRefusal(file.build(), limits), HasSubstr("'motion 2' needs more than the 3 key times"));
  limits = {};
  limits.motionKeys = 20;
  EXPECT_THAT(motionRefusal(file.build(), limits), HasSubstr("too many keys"));
  limits = {};
  limits.animations = 2;
  EXPECT_THAT(motionRefusal(file.build(), limits), HasSubstr("3 animations, the limit is 2"));
  limits = {};
  limits.motionNodes = 50;
  EXPECT_THAT(motionRefusal(file.build(), limits), HasSubstr("hangs on 56 nodes"));
}

class AnimationMutation : public testing::Test {
 protected:
  /// Anything but a ModelError fails the test by getting out.
  void tryLoad(const Bytes& bytes) {
    try {
      for (const KeyedMotion& motion : loadMotions(bytes)) {
        ASSERT_FALSE(motion.times.empty());
        ASSERT_EQ(motion.rotations.size(), motion.times.size());
        ASSERT_EQ(motion.times.front(), 0.0F);
        for (const auto& pose : motion.rotations)
          for (const glm::quat& q : pose) ASSERT_NEAR(glm::length(q), 1.0F, 1e-3F);
        for (const glm::vec3& offset : motion.hips) ASSERT_TRUE(isFinite(offset));
        for (const ExpressionTrack& track : motion.expressions)
          for (const float weight : track.weights) ASSERT_TRUE(weight >= 0.0F && weight <= 1.0F);
        for (const glm::vec2& gaze : motion.lookAt) ASSERT_TRUE(std::isfinite(gaze.x + gaze.y));
      }
      ++loaded_;
    } catch (const ModelError& error) {
      ASSERT_STRNE(error.what(), "");
      ++refused_;
    }
  }
  int loaded_ = 0;
  int refused_ = 0;
};

TEST_F(AnimationMutation, TruncationsAreRefused) {
  const Bytes seed = soundFile().build();
  for (std::size_t length = 0; length < seed.size(); length += 64)
    tryLoad(Bytes(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(length)));
  EXPECT_EQ(loaded_, 0);
  EXPECT_GT(refused_, 50);
}

TEST_F(AnimationMutation, FlippedBytesLoadOrAreRefused) {
  const Bytes seed = soundFile().build();
  std::mt19937 random(20240608);
  for (int i = 0; i < 3000; ++i) {
    tryLoad(withFlippedBytes(seed, random));
  }
  EXPECT_GT(loaded_, 50);
  EXPECT_GT(refused_, 50);
}

TEST_F(AnimationMutation, FlippedKeysLoadOrAreRefused) {
  const Bytes seed = soundFile().build();
  const std::size_t jsonEnd = 20 + (seed[12] | seed[13] << 8 | seed[14] << 16);
  std::mt19937 random(5);
  for (int i = 0; i < 1500; ++i) {
    Bytes bytes = seed;
    bytes[jsonEnd + 8 + random() % (bytes.size() - jsonEnd - 8)] = static_cast<std::uint8_t>(random());
    tryLoad(bytes);
  }
  EXPECT_GT(loaded_, 50);
  EXPECT_GT(refused_, 50);
}

TEST_F(AnimationMutation, MissingMembersLoadOrAreRefused) {
  MotionFile file = soundFile();
  const Json flatJson = file.json.flatten();
  for (const auto& [path, value] : flatJson.items())
    for (const Json& replacement : {Json("text"), Json(-1), Json(1e30), Json::array()}) {
      Json changed = file.json;
      changed[Json::json_pointer(path)] = replacement;
      changed["buffers"] = {{{"byteLength", file.binary.size()}}};
      tryLoad(glbOf(changed.dump(), file.binary));
    }
  EXPECT_GT(loaded_, 50);
  EXPECT_GT(refused_, 50);
}

}  // namespace
}  // namespace lead::test
