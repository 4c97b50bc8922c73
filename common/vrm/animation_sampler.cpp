#include "vrm/animation_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "math/rotation.h"
#include "vrm/load.h"
#include "vrm/transform.h"

namespace lead {
namespace {

constexpr float kFarthest = 1e5F;               // metres
constexpr float kStill = 0.01F * kPi / 180.0F;  // a bone that turns less than this isn't driven
constexpr float kStillHips = 1e-4F;             // metres

bool near(const glm::vec3& place) {
  return std::abs(place.x) <= kFarthest && std::abs(place.y) <= kFarthest && std::abs(place.z) <= kFarthest;
}

}  // namespace

/// Where each track is being read.
class AnimationSampler::Cursor {
 public:
  Cursor(const AnimationSampler& sampler, const TracksByNode& tracks) : nodes_(sampler.chain_.size()) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const auto found = tracks.find(sampler.chain_[i]);
      if (found != tracks.end()) nodes_[i].tracks = &found->second;
    }
  }

  void move(std::size_t i, float time, Transform& node) {
    NodeCursor& at = nodes_[i];
    if (at.tracks == nullptr) return;
    if (at.tracks->translation)
      node.translation = glm::vec3(at.tracks->translation->at(time, at.translation));
    if (at.tracks->rotation) node.rotation = toQuat(at.tracks->rotation->at(time, at.rotation));
    if (at.tracks->scale) node.scale = glm::vec3(at.tracks->scale->at(time, at.scale));
  }

 private:
  struct NodeCursor {
    const NodeTracks* tracks = nullptr;
    std::size_t translation = 0;
    std::size_t rotation = 0;
    std::size_t scale = 0;
  };
  std::vector<NodeCursor> nodes_;
};

AnimationSampler::AnimationSampler(const NodeTree& tree, const AnimationTargets& targets,
                                   const LoadLimits& limits, Faults& faults)
    : tree_(tree), targets_(targets), wanted_(tree.nodes.size()) {
  collect();
  if (chain_.size() > limits.motionNodes) {
    faults.add("limit.nodes", fmt::format("the humanoid hangs on {} nodes, the limit is {}", chain_.size(),
                                          limits.motionNodes));
    return;
  }
  placeAtRest(faults);
}

void AnimationSampler::collect() {
  for (const int bone : targets_.bones)
    for (int node = bone; node >= 0; node = tree_.nodes[static_cast<std::size_t>(node)].parent) {
      bool& rotation = wanted_[static_cast<std::size_t>(node)].rotation;
      if (rotation) break;  // and so are those above
      rotation = true;
    }
  std::vector<int> inChain(tree_.nodes.size(), -1);
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    if (!wanted_[i].rotation) continue;
    inChain[i] = static_cast<int>(chain_.size());
    chain_.push_back(static_cast<int>(i));
    const int parent = tree_.nodes[i].parent;
    chainParent_.push_back(parent < 0 ? -1 : inChain[static_cast<std::size_t>(parent)]);
  }
  for (std::size_t i = 0; i < kBoneCount; ++i)
    boneInChain_[i] = targets_.bones[i] < 0 ? -1 : inChain[static_cast<std::size_t>(targets_.bones[i])];
  const int hips = targets_.bones[index(Bone::hips)];
  for (int node = hips; node >= 0; node = tree_.nodes[static_cast<std::size_t>(node)].parent) {
    wanted_[static_cast<std::size_t>(node)].translation = true;
    wanted_[static_cast<std::size_t>(node)].scale = node != hips;
  }
  for (const ExpressionTarget& expression : targets_.expressions)
    if (expression.node >= 0) wanted_[static_cast<std::size_t>(expression.node)].translation = true;
  if (targets_.lookAt >= 0) wanted_[static_cast<std::size_t>(targets_.lookAt)].rotation = true;
}

void AnimationSampler::placeAtRest(Faults& faults) {
  std::vector<glm::mat4> world(chain_.size());
  restRotation_.resize(chain_.size());
  for (std::size_t i = 0; i < chain_.size(); ++i) {
    const Node& node = tree_.nodes[static_cast<std::size_t>(chain_[i])];
    const glm::mat4 local = localMatrix(node.translation, node.rotation, node.scale);
    world[i] = chainParent_[i] < 0 ? local : world[static_cast<std::size_t>(chainParent_[i])] * local;
    bool finite = near(glm::vec3(world[i][3]));
    for (int c = 0; c < 3; ++c) finite = finite && near(glm::vec3(world[i][c]));
    if (!finite) {
      faults.add("animation.values",
                 fmt::format("the place of node {} is beyond all measure", inQuotes(node.name)));
      return;
    }
    restRotation_[i] = rotationOf(world[i]);
  }
  BoneMask bones = 0;
  BoneArray<glm::vec3> places{};
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if (boneInChain_[i] >= 0) {
      bones |= bit(boneAt(i));
      places[i] = glm::vec3(world[static_cast<std::size_t>(boneInChain_[i])][3]);
    }
  canonical_ = canonicalRest(bones, places, targets_.tPose, faults);
}

void AnimationSampler::worldOf(Cursor& cursor, float time, World& out) const {
  for (std::size_t i = 0; i < chain_.size(); ++i) {
    const Node& rest = tree_.nodes[static_cast<std::size_t>(chain_[i])];
    Transform local{rest.translation, rest.rotation, rest.scale};
    cursor.move(i, time, local);
    const glm::mat4 matrix = localMatrix(local.translation, local.rotation, local.scale);
    out.matrix[i] =
        chainParent_[i] < 0 ? matrix : out.matrix[static_cast<std::size_t>(chainParent_[i])] * matrix;
  }
}

void AnimationSampler::addPose(const World& world, KeyedMotion& motion) const {
  const Skeleton& skeleton = canonical_.skeleton;
  BoneArray<glm::quat> turned = Pose::identities();  // since the T-pose, canonical frame
  BoneArray<glm::quat> local = Pose::identities();
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    if (boneInChain_[i] < 0) continue;
    const auto node = static_cast<std::size_t>(boneInChain_[i]);
    const glm::quat since = rotationOf(world.matrix[node]) * glm::conjugate(restRotation_[node]);
    turned[i] = canonical_.turn * since * glm::conjugate(canonical_.turn) * canonical_.correction[i];
    const int parent = skeleton.parent[i];
    local[i] = parent < 0 ? turned[i] : glm::conjugate(turned[static_cast<std::size_t>(parent)]) * turned[i];
    local[i] = glm::normalize(local[i]);
    const glm::quat& before = motion.rotations.empty() ? kIdentity : motion.rotations.back()[i];
    if (glm::dot(local[i], before) < 0.0F) local[i] = -local[i];
  }
  motion.rotations.push_back(local);
  const int hips = boneInChain_[index(Bone::hips)];
  if (hips < 0) return;
  const glm::vec3 place(world.matrix[static_cast<std::size_t>(hips)][3]);
  motion.hips.push_back(canonical_.turn * place - skeleton.restOf(Bone::hips));
}

void AnimationSampler::addExpressions(const TracksByNode& tracks, KeyedMotion& motion) const {
  for (const ExpressionTarget& target : targets_.expressions) {
    const auto found = tracks.find(target.node);
    if (found == tracks.end() || !found->second.translation) continue;
    ExpressionTrack expression{target.name, target.custom, {}};
    expression.weights.reserve(motion.times.size());
    std::size_t key = 0;
    for (const float time : motion.times)
      expression.weights.push_back(std::clamp(found->second.translation->at(time, key).x, 0.0F, 1.0F));
    motion.expressions.push_back(std::move(expression));
  }
}

void AnimationSampler::addLookAt(const TracksByNode& tracks, KeyedMotion& motion) const {
  const auto found = tracks.find(targets_.lookAt);
  if (found == tracks.end() || !found->second.rotation) return;
  std::size_t key = 0;
  for (const float time : motion.times) {
    const glm::vec3 gaze = toQuat(found->second.rotation->at(time, key)) * kForward;
    motion.lookAt.emplace_back(std::atan2(gaze.x, gaze.z), std::asin(std::clamp(-gaze.y, -1.0F, 1.0F)));
  }
}

/// Some files put the hips at the origin at rest. The skeleton is then lifted to stand, and keys that are
/// heights above the ground become offsets.
void AnimationSampler::standUp(KeyedMotion& motion) {
  Skeleton& skeleton = motion.skeleton;
  float lowest = 0.0F;
  bool legs = false;
  for (const Bone foot : {Bone::leftFoot, Bone::rightFoot, Bone::leftToes, Bone::rightToes})
    if (skeleton.has(foot)) {
      lowest = legs ? std::min(lowest, skeleton.restOf(foot).y) : skeleton.restOf(foot).y;
      legs = true;
    }
  if (!legs || !skeleton.has(Bone::hips)) return;
  const float height = skeleton.restOf(Bone::hips).y - lowest;
  if (std::abs(skeleton.restOf(Bone::hips).y) > 0.5F * height) return;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if (skeleton.has(boneAt(i))) skeleton.rest[i].y -= lowest;
  skeleton.offset[index(Bone::hips)].y -= lowest;
  double sum = 0.0;
  for (const glm::vec3& offset : motion.hips) sum += offset.y;
  if (!motion.hips.empty() && sum / static_cast<double>(motion.hips.size()) > 0.5 * height)
    for (glm::vec3& offset : motion.hips) offset.y += lowest;
}

/// Some exporters leave their half turn in the hips' keys: the rest pose faces +Z, and the whole motion -Z.
void AnimationSampler::faceForward(KeyedMotion& motion) {
  glm::vec3 sum(0.0F);
  for (const BoneArray<glm::quat>& pose : motion.rotations) sum += pose[index(Bone::hips)] * kForward;
  const float mean = std::hypot(sum.x, sum.z) / static_cast<float>(motion.rotations.size());
  if (mean < 0.5F || std::abs(std::atan2(sum.x, sum.z)) < 0.75F * kPi) return;
  const glm::quat halfTurn = rotationY(kPi);
  glm::quat before = kIdentity;
  for (BoneArray<glm::quat>& pose : motion.rotations) {
    glm::quat& hips = pose[index(Bone::hips)];
    hips = halfTurn * hips;
    if (glm::dot(hips, before) < 0.0F) hips = -hips;
    before = hips;
  }
  for (glm::vec3& offset : motion.hips) offset = {-offset.x, offset.y, -offset.z};
}

void AnimationSampler::finish(KeyedMotion& motion, const std::string& label) const {
  for (const BoneArray<glm::quat>& pose : motion.rotations)
    for (const glm::quat& rotation : pose)
      if (!isFinite(rotation))
        throw ModelError("animation.values", label + " turns a bone by what is not finite");
  faceForward(motion);
  for (const BoneArray<glm::quat>& pose : motion.rotations)
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (angleOf(pose[i]) > kStill) motion.bones |= bit(boneAt(i));
  motion.skeleton = canonical_.skeleton;
  bool still = true;
  for (const glm::vec3& offset : motion.hips) {
    if (!near(offset)) throw ModelError("animation.values", label + " moves the hips beyond all measure");
    still = still && glm::length(offset) < kStillHips;
  }
  if (still) motion.hips.clear();
  standUp(motion);
  const float start = motion.times.front();
  for (float& time : motion.times) time -= start;
}

KeyedMotion AnimationSampler::sample(const TracksByNode& tracks, std::vector<float> times,
                                     const std::string& label) const {
  KeyedMotion motion;
  motion.times = std::move(times);
  motion.rotations.reserve(motion.times.size());
  World world{std::vector<glm::mat4>(chain_.size())};
  Cursor cursor(*this, tracks);
  for (const float time : motion.times) {
    worldOf(cursor, time, world);
    addPose(world, motion);
  }
  addExpressions(tracks, motion);
  addLookAt(tracks, motion);
  finish(motion, label);
  return motion;
}

}  // namespace lead
