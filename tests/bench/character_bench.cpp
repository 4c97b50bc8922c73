// Character::update: what a client computes for one avatar in a frame before anything is drawn, part by part.
// The difference to CharacterPose is the part's.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "character/character.h"
#include "mannequin/mannequin_file.h"
#include "vrm/load.h"

namespace lead::bench {
namespace {

constexpr float kFrame = 1.0F / 60.0F;

/// The mannequin with what a VTuber's model has besides. Looks are left out.
class Equipped {
 public:
  Equipped() : model(*loadModel(mannequinFile())) {
    model.images.clear();
    model.springs.clear();
    model.colliders.clear();
    model.constraints.clear();
    head = model.boneNode[index(Bone::head)];
  }

  /// Chains of joints in a ring around a node, of loose hair.
  void addChains(int parent, int chains, int joints) {
    for (int c = 0; c < chains; ++c) {
      const float angle = 6.28F * static_cast<float>(c) / static_cast<float>(chains);
      int at = addNode(parent, {0.08F * std::sin(angle), 0.1F, 0.08F * std::cos(angle)});
      Spring spring;
      for (int j = 0; j < joints; ++j) {
        const glm::vec3 tail(0.01F * std::sin(angle), -0.06F, 0.01F * std::cos(angle));
        spring.joints.push_back({at, tail, 0.02F, 0.6F, 0.4F, 0.3F, {0.0F, -1.0F, 0.0F}, {}});
        at = addNode(at, tail);
      }
      for (std::size_t i = 0; i < model.colliders.size(); ++i)
        spring.colliders.push_back(static_cast<int>(i));
      model.springs.push_back(spring);
    }
  }

  void addCollider(Bone bone, float radius) {
    SpringCollider collider;
    collider.node = model.boneNode[index(bone)];
    collider.radius = radius;
    model.colliders.push_back(collider);
  }

  /// Twist helpers on the limbs, as exporters make them.
  void addConstraints() {
    for (const auto& [bone, source] : {std::pair{Bone::leftLowerArm, Bone::leftHand},
                                       {Bone::rightLowerArm, Bone::rightHand},
                                       {Bone::leftUpperArm, Bone::leftLowerArm},
                                       {Bone::rightUpperArm, Bone::rightLowerArm},
                                       {Bone::leftUpperLeg, Bone::leftLowerLeg},
                                       {Bone::rightUpperLeg, Bone::rightLowerLeg}}) {
      NodeConstraint constraint;
      constraint.kind = NodeConstraint::Kind::roll;
      constraint.node = addNode(model.boneNode[index(bone)], {0.1F, 0.0F, 0.0F});
      constraint.source = model.boneNode[index(source)];
      constraint.weight = 0.5F;
      model.constraints.push_back(constraint);
    }
  }

  ModelPtr finish() const { return std::make_shared<const Model>(model); }

  Model model;
  int head = -1;

 private:
  int addNode(int parent, const glm::vec3& place) {
    Node node;
    node.parent = parent;
    node.translation = place;
    model.nodes.push_back(node);
    model.restWorld.push_back(model.restWorld[static_cast<std::size_t>(parent)]);
    model.restWorld.back()[3] = model.restWorld.back() * glm::vec4(place, 1.0F);
    return static_cast<int>(model.nodes.size()) - 1;
  }
};

/// A second of walking and nodding, made before anything is measured.
const std::vector<Pose>& poses() {
  static const std::vector<Pose> all = [] {
    std::vector<Pose> made(60);
    for (std::size_t i = 0; i < made.size(); ++i) {
      const float t = 6.2832F * static_cast<float>(i) / 60.0F;
      Pose& pose = made[i];
      pose.rootPosition = {0.3F * std::sin(t), 0.0F, 0.3F * std::cos(t)};
      for (std::size_t b = 0; b < kBoneCount; ++b)
        pose.rotation[b] =
            glm::angleAxis(0.2F * std::sin(t + static_cast<float>(b)), glm::normalize(glm::vec3(1, 1, 0.4F)));
    }
    return made;
  }();
  return all;
}

enum class Face { still, changing };

void run(benchmark::State& state, const ModelPtr& model, bool looks = false, Face face = Face::still) {
  Character character(model);
  std::vector<Pose> frames = poses();
  if (face == Face::changing)
    for (std::size_t i = 0; i < frames.size(); ++i)
      for (const Expression e : {Expression::blink, Expression::aa, Expression::happy})
        frames[i].expressions[index(e)] = 0.5F + 0.5F * std::sin(0.1F * static_cast<float>(i));
  const LookTarget target = looks ? LookTarget(glm::vec3(0.5F, 1.5F, 2.0F)) : LookTarget();
  std::size_t frame = 0;
  for (auto _ : state) {
    character.update(frames[frame], target, kFrame);
    frame = (frame + 1) % frames.size();
    benchmark::DoNotOptimize(character.world().data());
    benchmark::ClobberMemory();
  }
  state.counters["joints"] = static_cast<double>(character.springs().joints().size());
  state.counters["nodes"] = static_cast<double>(model->nodes.size());
}

void CharacterPose(benchmark::State& state) {
  run(state, Equipped().finish());
}
BENCHMARK(CharacterPose)->Unit(benchmark::kMicrosecond);

void CharacterPoseAndLookAt(benchmark::State& state) {
  run(state, Equipped().finish(), true);
}
BENCHMARK(CharacterPoseAndLookAt)->Unit(benchmark::kMicrosecond);

/// Three expressions that change in every frame.
void CharacterPoseAndExpressions(benchmark::State& state) {
  run(state, Equipped().finish(), false, Face::changing);
}
BENCHMARK(CharacterPoseAndExpressions)->Unit(benchmark::kMicrosecond);

void CharacterPoseAndConstraints(benchmark::State& state) {
  Equipped equipped;
  equipped.addConstraints();
  run(state, equipped.finish());
}
BENCHMARK(CharacterPoseAndConstraints)->Unit(benchmark::kMicrosecond);

/// As many as godette has: 16 joints in eight chains, four colliders.
void CharacterPoseAndSprings(benchmark::State& state) {
  Equipped equipped;
  for (const Bone bone : {Bone::head, Bone::neck, Bone::leftUpperArm, Bone::rightUpperArm})
    equipped.addCollider(bone, 0.1F);
  equipped.addChains(equipped.head, 8, 2);
  run(state, equipped.finish());
}
BENCHMARK(CharacterPoseAndSprings)->Unit(benchmark::kMicrosecond);

/// All of it, with long hair and a skirt: 200 joints, ten colliders.
void CharacterWithEverything(benchmark::State& state) {
  Equipped equipped;
  equipped.addConstraints();
  for (const Bone bone :
       {Bone::head, Bone::neck, Bone::chest, Bone::hips, Bone::leftUpperArm, Bone::rightUpperArm,
        Bone::leftUpperLeg, Bone::rightUpperLeg, Bone::leftHand, Bone::rightHand})
    equipped.addCollider(bone, 0.1F);
  equipped.addChains(equipped.head, 20, 6);
  equipped.addChains(equipped.model.boneNode[index(Bone::hips)], 16, 5);
  run(state, equipped.finish(), true, Face::changing);
}
BENCHMARK(CharacterWithEverything)->Unit(benchmark::kMicrosecond);

void CharacterGodette(benchmark::State& state) {
  const std::filesystem::path path = std::filesystem::path(LEAD_SHARED_DIR) / "models/vrm0/godette_v4.vrm";
  if (!std::filesystem::exists(path)) return state.SkipWithError((path.string() + " is not there").c_str());
  run(state, loadModel(readModelFile(path)), true, Face::changing);
}
BENCHMARK(CharacterGodette)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace lead::bench
