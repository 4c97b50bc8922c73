// A room with a simple avatar, and people who do what a test tells them.
#pragma once

#include <glm/vec3.hpp>
#include <memory>
#include <string>

#include "lead/evaluate.h"
#include "room/room.h"

namespace lead::server::test {

inline constexpr float kTick = 1.0F / 60.0F;

/// The 15 required bones, 1.6 m tall, in a T-pose.
inline AvatarRigPtr simpleRig() {
  BoneArray<glm::vec3> rest{};
  BoneMask bones = 0;
  const auto put = [&](Bone bone, glm::vec3 position) {
    rest[index(bone)] = position;
    bones |= bit(bone);
  };
  put(Bone::hips, {0.0F, 0.9F, 0.0F});
  put(Bone::spine, {0.0F, 1.0F, 0.0F});
  put(Bone::head, {0.0F, 1.45F, 0.0F});
  for (const Side side : kSides) {
    const float x = outwardSign(side);
    put(onSide(Bone::leftUpperLeg, side), {0.09F * x, 0.86F, 0.0F});
    put(onSide(Bone::leftLowerLeg, side), {0.09F * x, 0.47F, 0.01F});
    put(onSide(Bone::leftFoot, side), {0.09F * x, 0.08F, -0.01F});
    put(onSide(Bone::leftUpperArm, side), {0.16F * x, 1.32F, 0.0F});
    put(onSide(Bone::leftLowerArm, side), {0.41F * x, 1.32F, -0.01F});
    put(onSide(Bone::leftHand, side), {0.65F * x, 1.32F, 0.0F});
  }
  return makeAvatarRig(makeSkeleton(bones, rest));
}

inline AvatarModel simpleModel() {
  static const AvatarRigPtr rig = simpleRig();
  return {std::string(32, 'm'), "Simple", rig};
}

/// Avatar 1 belongs to the room.
struct TestRoom {
  Room room{{"lobby", 60}};
  TestRoom() = default;
  explicit TestRoom(Room made) : room(std::move(made)) {}
  AvatarId avatar = room.addAvatar(simpleModel());
  std::uint32_t sequence = 0;

  ParticipantId join(const std::string& name, Role role = Role::leader) {
    return room.join({name, role, "secret of " + name, "", {}}).participant;
  }

  glm::vec3 handOf(AvatarId id, Side side) const {
    return handPosition(room.world().find(id)->pose.world, side);
  }

  /// An own hand that is right at the avatar's hand and holds it.
  HandInput holding(AvatarId id, Side side) const {
    HandInput hand;
    hand.heldAvatar = id;
    hand.heldHand = side;
    hand.position = room.world().find(id) != nullptr ? handOf(id, side) : glm::vec3(0.0F);
    return hand;
  }
  HandInput holding(Side side) const { return holding(avatar, side); }

  bool send(ParticipantId id, std::optional<HandInput> left, std::optional<HandInput> right = {}) {
    Input input;
    input.sequence = ++sequence;
    input.seenTick = room.tick();
    input.hands = {left, right};
    return room.input(id, input);
  }

  void steps(int count) {
    for (int i = 0; i < count; ++i) room.step(kTick);
  }

  ParticipantId holder(Side side) const { return room.world().find(avatar)->state.arm(side).holder; }
  const Participant& person(ParticipantId id) const { return *room.find(id); }
};

inline std::vector<HoldRefusedNotice> refusals(Room& room) {
  std::vector<HoldRefusedNotice> result;
  for (const Notice& notice : room.takeNotices())
    if (const auto* refused = std::get_if<HoldRefusedNotice>(&notice)) result.push_back(*refused);
  return result;
}

}  // namespace lead::server::test
