#include "character/character.h"

#include <algorithm>

#include "character/constraints.h"
#include "math/rotation.h"

namespace lead {
namespace {

bool isFinitePose(const Pose& pose) {
  return isFinite(pose.rootPosition) && isFinite(pose.rootRotation) && isFinite(pose.hipsOffset) &&
         std::all_of(pose.rotation.begin(), pose.rotation.end(),
                     [](const glm::quat& q) { return isFinite(q); });
}

}  // namespace

Character::Character(ModelPtr model)
    : model_(std::move(model)),
      expressions_(*model_),
      springs_(*model_),
      nodes_(restNodes(*model_)),
      world_(model_->restWorld),
      face_(expressions_.makeFace()),
      springState_(springs_.makeState()) {}

bool Character::update(const Pose& pose, const LookTarget& target, float dt) {
  if (!isFinitePose(pose)) return false;
  const glm::mat4 root = rootMatrix(pose);
  poseLocals(*model_, pose, nodes_);
  ExpressionWeights weights = pose.expressions;
  look(target, root, weights);
  expressions_.apply(weights, face_);
  if (!shown_) {  // whoever draws has nothing yet
    std::fill(face_.morphsChanged.begin(), face_.morphsChanged.end(), std::uint8_t{1});
    face_.materialsChanged = true;
    shown_ = true;
  }
  applyConstraints(*model_, root, nodes_);
  nodeWorlds(*model_, root, nodes_, world_);
  if (springs_.empty()) return true;
  springs_.update(root, world_, dt, nodes_, springState_);
  nodeWorlds(*model_, root, nodes_, world_, springs_.firstNode());
  return true;
}

void Character::look(const LookTarget& target, const glm::mat4& root, ExpressionWeights& weights) {
  if (!model_->lookAt || std::holds_alternative<std::monostate>(target)) return;
  const LookAt& lookAt = *model_->lookAt;
  GazeAngles gaze;
  if (const auto* point = std::get_if<glm::vec3>(&target)) {
    const int head = model_->boneNode[index(Bone::head)];
    gaze = gazeTo(*model_, lookAt, nodeWorld(*model_, root, nodes_, head), *point);
  } else {
    gaze = std::get<GazeAngles>(target);
    if (!isFinite(gaze.yaw) || !isFinite(gaze.pitch)) return;
  }
  if (lookAt.type == LookAt::Type::expression) {
    setLookWeights(lookAt, gaze, weights);
    return;
  }
  const EyeRotations eyes = eyeRotations(lookAt, gaze);
  for (const Bone eye : {Bone::leftEye, Bone::rightEye})
    if (const int node = model_->boneNode[index(eye)]; node >= 0)
      nodes_.rotation[static_cast<std::size_t>(node)] =
          boneRotation(*model_, eye, eye == Bone::leftEye ? eyes.left : eyes.right);
}

}  // namespace lead
