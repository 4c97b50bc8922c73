#include "desktop/room_view.h"

#include <algorithm>
#include <chrono>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "lead/evaluate.h"
#include "lead/plant_feet.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr std::size_t kUploadBytes = std::size_t{2} * 1024 * 1024;  // a frame

/// Where the eyes look: more and more at what the head turns to, else where a motion has them look.
LookTarget lookOf(const GazeState& gaze, const Pose& pose, const WorldPose& world) {
  constexpr float kFullWeight = 0.7F;
  if (gaze.weight <= 0.0F)
    return pose.hasGaze ? LookTarget(GazeAngles{pose.gaze.x, pose.gaze.y}) : LookTarget(std::monostate());
  const glm::vec3 head = world.positionOf(Bone::head);
  const glm::vec3 ahead =
      head + world.rotationOf(Bone::head) * glm::vec3(0.0F, 0.0F, glm::length(gaze.target - head));
  return glm::mix(ahead, gaze.target, std::min(gaze.weight / kFullWeight, 1.0F));
}

}  // namespace

struct RoomView::ModelEntry {
  ModelPtr model;  ///< made ready or shown; a stand-in may be followed by the model itself
  std::future<PreparedModelPtr> preparing;
  std::unique_ptr<ModelUpload> upload;
  ModelAssetsPtr assets;
};

struct RoomView::AvatarEntry {
  ModelHash model;
  ModelAssetsPtr assets;
  AvatarRigPtr rig;
  std::unique_ptr<AvatarView> view;
  AvatarState state;
  EvaluatedPose pose;
  FootState feet;
};

struct RoomView::ParticipantEntry {
  explicit ParticipantEntry(Stage& stage, ParticipantId id) : view(stage, participantColor(id)) {}
  ParticipantView view;
};

RoomView::RoomView(Stage& stage) : stage_(stage), space_(stage), spheres_(stage) {}
RoomView::~RoomView() = default;

RoomView::ModelEntry& RoomView::modelOf(const ModelHash& hash, const Session& session) {
  ModelEntry& entry = models_[hash];
  if (entry.upload != nullptr) return entry;
  if (!entry.preparing.valid()) {
    const ModelPtr model = session.model(hash);
    if (model == nullptr || model == entry.model) return entry;
    entry.model = model;
    entry.preparing = std::async(std::launch::async, [model] { return prepareModel(model); });
  } else if (entry.preparing.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    entry.upload = std::make_unique<ModelUpload>(stage_, entry.preparing.get());
  }
  return entry;
}

/// One model at a time, so that however many come, a frame takes on only so much.
void RoomView::uploadModels() {
  const Spending spending(stage_.cost(), FramePart::upload);
  for (auto& [hash, entry] : models_) {
    if (entry.upload == nullptr) continue;
    if (entry.upload->step(kUploadBytes)) {
      entry.assets = entry.upload->take();
      entry.upload.reset();
    }
    return;
  }
}

void RoomView::followAvatars(const RoomInfo& info, const Playback& playback, const Session& session) {
  std::erase_if(avatars_, [&](const auto& entry) {
    const AvatarInfo* avatar = info.avatar(entry.first);
    return avatar == nullptr || avatar->model != entry.second.model;
  });
  for (const AvatarSnapshot& snapshot : playback.avatars()) {
    const AvatarInfo* avatar = info.avatar(snapshot.id);
    if (avatar == nullptr) continue;
    const ModelEntry& model = modelOf(avatar->model, session);
    const AvatarRigPtr rig = rigs_.of(session, *avatar);
    if (model.assets == nullptr || rig == nullptr) continue;
    AvatarEntry& entry = avatars_[snapshot.id];
    if (entry.assets != model.assets) {
      entry.model = avatar->model;
      entry.assets = model.assets;
      entry.view = std::make_unique<AvatarView>(stage_, model.assets);
    }
    if (entry.rig == nullptr || baseOf(entry.rig) != baseOf(rig)) entry.feet = {};
    entry.rig = rig;
    entry.state = snapshot.state;
    const Spending spending(stage_.cost(), FramePart::pose);
    evaluate(*entry.rig, entry.state, entry.pose);
  }
  std::erase_if(models_, [&](const auto& model) {
    return std::none_of(info.avatars.begin(), info.avatars.end(),
                        [&](const AvatarInfo& avatar) { return avatar.model == model.first; });
  });
}

void RoomView::updateParticipants(const RoomInfo& info, const Playback& playback, ParticipantId self) {
  std::erase_if(participants_, [&](const auto& entry) { return info.participant(entry.first) == nullptr; });
  for (const ParticipantSnapshot& snapshot : playback.participants()) {
    if (snapshot.id == self || info.participant(snapshot.id) == nullptr) continue;
    ParticipantView& view = participants_.try_emplace(snapshot.id, stage_, snapshot.id).first->second.view;
    std::optional<Placement> head;
    if (snapshot.headPosition) head = Placement{*snapshot.headPosition, snapshot.headOrientation};
    view.setHead(head);
    for (Side side : kSides) {
      const auto& hand = snapshot.hands[index(side)];
      const glm::quat unknown = snapshot.headOrientation;  // a mouse has no hand to turn: as the eyes look
      view.setHand(side, hand ? std::optional(Placement{hand->position, hand->orientation.value_or(unknown)})
                              : std::nullopt);
    }
  }
}

void RoomView::follow(const RoomInfo* info, const Playback& playback, const Session& session) {
  if (info == nullptr) {
    avatars_.clear();
    participants_.clear();
    space_.set({});
    return;
  }
  space_.set(info->space);
  followAvatars(*info, playback, session);
  updateParticipants(*info, playback, session.participant());
}

void RoomView::draw(float seconds) {
  stage_.advance(static_cast<double>(seconds));
  uploadModels();
  for (auto& [id, entry] : avatars_) {
    {
      const Spending spending(stage_.cost(), FramePart::pose);
      plantFeet(*entry.rig, entry.state, seconds, entry.pose, entry.feet);
    }
    entry.view->update(entry.pose.local, lookOf(entry.state.gaze, entry.pose.local, entry.pose.world),
                       seconds);
  }
}

std::vector<GrabbableHand> RoomView::hands(const Playback& playback) const {
  std::vector<GrabbableHand> hands;
  for (const auto& [id, entry] : avatars_)
    for (Side side : kSides)
      hands.push_back({id, side, handPosition(entry.pose.world, side), playback.holderOf(id, side),
                       entry.state.arm(side).partner, entry.state.tick});
  return hands;
}

void RoomView::drawSpheres(const Grabbing& grabbing, ParticipantId self) {
  std::vector<HandSphere> spheres;
  const auto hovered = grabbing.hovered();
  for (std::size_t i = 0; i < grabbing.hands().size(); ++i) {
    const GrabbableHand& hand = grabbing.hands()[i];
    HandSphere sphere{hand.position, HandSphereState::idle, std::nullopt};
    const auto& hold = grabbing.hold();
    if (hold && hold->avatar == hand.avatar && hold->side == hand.side) {
      sphere.state = HandSphereState::held;
      sphere.target = hold->drag.target();
    } else if (hand.holder != 0 && hand.holder != self) {
      sphere.state = HandSphereState::heldByOther;
    } else if (grabbing.chosen() == hand.which()) {
      sphere.state = HandSphereState::chosen;
    } else if (hovered == i) {
      sphere.state = HandSphereState::hover;
    } else if (hand.partner != 0) {
      sphere.state = HandSphereState::joined;
    }
    spheres.push_back(sphere);
  }
  spheres_.set(spheres);
}

std::vector<SceneLabel> RoomView::labels(const RoomInfo& info, ParticipantId self) const {
  std::vector<SceneLabel> labels;
  for (const auto& [id, entry] : participants_) {
    const ParticipantInfo* participant = info.participant(id);
    const auto point = entry.view.labelPoint();
    if (participant != nullptr && point && id != self)
      labels.push_back({*point, participant->name, participantColor(id)});
  }
  return labels;
}

std::optional<AvatarId> RoomView::avatarOn(const Ray& ray) const {
  constexpr float kRadius = 0.2F;  // of hips height, about a joint
  std::optional<AvatarId> first;
  float least = 0.0F;
  for (const auto& [id, entry] : avatars_)
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      const Bone bone = boneAt(i);
      if (!entry.rig->skeleton.has(bone)) continue;
      const float radius = kRadius * entry.rig->skeleton.hipsHeight();
      const auto distance = hitSphere(ray, entry.pose.world.positionOf(bone), radius);
      if (!distance || (first && *distance >= least)) continue;
      first = id;
      least = *distance;
    }
  return first;
}

std::optional<AvatarId> RoomView::nearestTo(const glm::vec3& point) const {
  const auto nearest = std::min_element(avatars_.begin(), avatars_.end(), [&](const auto& a, const auto& b) {
    return glm::distance(a.second.state.position, point) < glm::distance(b.second.state.position, point);
  });
  return nearest == avatars_.end() ? std::nullopt : std::optional(nearest->first);
}

bool RoomView::complete(const RoomInfo& info) const {
  return std::all_of(info.avatars.begin(), info.avatars.end(),
                     [this](const AvatarInfo& avatar) { return avatars_.count(avatar.id) != 0; });
}

RoomView::Framing RoomView::framing() const {
  if (avatars_.empty()) return {};
  glm::vec3 low(1e9F);
  glm::vec3 high(-1e9F);
  for (const auto& [id, entry] : avatars_) {
    for (const glm::vec3& point : {entry.state.position, entry.pose.world.positionOf(Bone::head)}) {
      low = glm::min(low, point);
      high = glm::max(high, point);
    }
  }
  return {(low + high) * 0.5F, std::max(0.9F, 0.5F * glm::length(high - low) + 0.5F)};
}

}  // namespace lead
