#include "convert/convert.h"

#include <bit>
#include <cmath>

namespace lead {
namespace {

bool withinWorld(float value) {
  return std::isfinite(value) && std::abs(value) <= kMaxCoordinate;
}

void encode(const ArmState& from, v1::ArmState* to) {
  to->set_holder(from.holder);
  to->set_held_since(from.heldSince);
  lead::encode(from.target, to->mutable_target());
  if (from.hasOrientation) lead::encode(from.orientation, to->mutable_orientation());
  to->set_ik_weight(from.ikWeight);
  to->set_grip_weight(from.gripWeight);
  to->set_rest_reach(from.restReach);
  lead::encode(from.dir, to->mutable_dir());
  lead::encode(from.pole, to->mutable_pole());
  to->set_partner(from.partner);
  to->set_partner_hand(toProto(from.partnerHand));
  to->set_leads(from.leads);
}

bool decodeArm(AvatarId avatar, const v1::ArmState& from, ArmState& to) {
  const auto target = decodePosition(from.target());
  const auto dir = decodePosition(from.dir());
  const auto pole = decodePosition(from.pole());
  const auto partnerHand = fromProto(from.partner_hand());
  if (!partnerHand || (from.partner() != 0 && from.partner() == avatar)) return false;
  if (!target || !dir || !pole || !withinWorld(from.ik_weight()) || !withinWorld(from.grip_weight()) ||
      !withinWorld(from.rest_reach()))
    return false;
  to.holder = from.holder();
  to.heldSince = from.held_since();
  to.partner = from.partner();
  to.partnerHand = *partnerHand;
  to.leads = from.leads();
  to.target = *target;
  to.hasOrientation = from.has_orientation();
  if (to.hasOrientation) {
    const auto orientation = decodeRotation(from.orientation());
    if (!orientation) return false;
    to.orientation = *orientation;
  }
  to.ikWeight = from.ik_weight();
  to.gripWeight = from.grip_weight();
  to.restReach = from.rest_reach();
  to.dir = *dir;
  to.pole = *pole;
  return true;
}

void encode(const TrackedBones& from, v1::TrackedBones* to) {
  to->set_bones(from.bones);
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if ((from.bones & bit(boneAt(i))) != 0) lead::encode(from.rotation[i], to->add_rotation());
  lead::encode(from.hipsOffset, to->mutable_hips_offset());
}

bool decodeTracked(const v1::TrackedBones& from, TrackedBones& to) {
  constexpr BoneMask kAll = (BoneMask{1} << kBoneCount) - 1;
  if ((from.bones() & ~kAll) != 0 || from.rotation_size() != std::popcount(from.bones())) return false;
  to.bones = from.bones();
  int next = 0;
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    if ((to.bones & bit(boneAt(i))) == 0) continue;
    const auto rotation = decodeRotation(from.rotation(next++));
    if (!rotation) return false;
    to.rotation[i] = *rotation;
  }
  const auto offset = decodePosition(from.hips_offset());
  if (!offset) return false;
  to.hipsOffset = *offset;
  return true;
}

void encodeExpressions(const ExpressionWeights& from, v1::AvatarState* to) {
  std::size_t used = from.size();
  while (used > 0 && from[used - 1] == 0.0F) --used;
  for (std::size_t i = 0; i < used; ++i) to->add_expressions(from[i]);
}

bool decodeExpressions(const v1::AvatarState& from, ExpressionWeights& to) {
  if (from.expressions_size() > static_cast<int>(to.size())) return false;
  for (int i = 0; i < from.expressions_size(); ++i) {
    if (!std::isfinite(from.expressions(i))) return false;
    to[static_cast<std::size_t>(i)] = from.expressions(i);
  }
  return true;
}

void encodePlays(const AvatarState& from, v1::AvatarState* to) {
  if (from.plays == decltype(from.plays){}) return;
  for (const PlayState& each : from.plays) {
    v1::Play* play = to->add_plays();
    play->set_play(each.play);
    play->set_seconds(each.seconds);
    play->set_weight(each.weight);
    play->set_ending(each.ending);
  }
}

bool decodePlays(const v1::AvatarState& from, AvatarState& to) {
  if (from.plays_size() > static_cast<int>(to.plays.size())) return false;
  for (int i = 0; i < from.plays_size(); ++i) {
    const v1::Play& each = from.plays(i);
    if (!std::isfinite(each.seconds()) || !(each.seconds() >= 0.0F) || !(each.weight() >= 0.0F) ||
        !(each.weight() <= 1.0F))
      return false;
    to.plays[static_cast<std::size_t>(i)] = {each.play(), each.seconds(), each.weight(), each.ending()};
  }
  return true;
}

bool decodeGaze(const v1::GazeState& from, GazeState& to) {
  const auto mode = fromProto(from.mode());
  const auto target = decodePosition(from.target());
  if (!mode || !target || !withinWorld(from.weight())) return false;
  to = {*mode, from.weight(), *target};
  return true;
}

void encodeObstacle(const BoxObstacle& from, v1::Space::Obstacle* to) {
  lead::encode(from.position, to->mutable_box()->mutable_position());
  lead::encode(from.size, to->mutable_box()->mutable_size());
  to->mutable_box()->set_heading(from.heading);
}

void encodeObstacle(const CylinderObstacle& from, v1::Space::Obstacle* to) {
  lead::encode(from.position, to->mutable_cylinder()->mutable_position());
  to->mutable_cylinder()->set_radius(from.radius);
  to->mutable_cylinder()->set_height(from.height);
}

/// As they are: checkSpace() judges the numbers.
glm::vec3 unchecked(const v1::Vec3& from) {
  return {from.x(), from.y(), from.z()};
}

std::optional<Obstacle> decodeObstacle(const v1::Space::Obstacle& from) {
  if (from.has_box())
    return BoxObstacle{unchecked(from.box().position()), unchecked(from.box().size()), from.box().heading()};
  if (from.has_cylinder())
    return CylinderObstacle{unchecked(from.cylinder().position()), from.cylinder().radius(),
                            from.cylinder().height()};
  return std::nullopt;
}

}  // namespace

void encode(const glm::vec3& from, v1::Vec3* to) {
  to->set_x(from.x);
  to->set_y(from.y);
  to->set_z(from.z);
}

void encode(const glm::quat& from, v1::Quat* to) {
  to->set_x(from.x);
  to->set_y(from.y);
  to->set_z(from.z);
  to->set_w(from.w);
}

void encode(const Params& from, v1::Params* to) {
  to->set_slack(from.slack);
  to->set_gain(from.gain);
  to->set_vmax(from.vmax);
  to->set_turn(from.turn);
  to->set_lean(from.lean);
  to->set_clip_speed(from.clipSpeed);
  to->set_vmax_given(from.vmaxGiven);
}

void encode(const Space& from, v1::Space* to) {
  if (from.bounds) {
    to->mutable_bounds()->set_least_x(from.bounds->least.x);
    to->mutable_bounds()->set_least_z(from.bounds->least.y);
    to->mutable_bounds()->set_most_x(from.bounds->most.x);
    to->mutable_bounds()->set_most_z(from.bounds->most.y);
  }
  for (const Obstacle& obstacle : from.obstacles)
    std::visit([to](const auto& shape) { encodeObstacle(shape, to->add_obstacles()); }, obstacle);
}

void encode(AvatarId id, const AvatarState& from, v1::AvatarState* to) {
  to->set_avatar(id);
  to->set_tick(from.tick);
  to->set_seed(from.seed);
  to->set_tick_seconds(from.tickSeconds);
  encode(from.position, to->mutable_position());
  to->set_heading(from.heading);
  encode(from.velocity, to->mutable_velocity());
  encode(from.lean, to->mutable_lean());
  to->set_walk_weight(from.walkWeight);
  to->set_playback_rate(from.playbackRate);
  to->set_phase(from.phase);
  encode(from.arm(Side::left), to->mutable_left());
  encode(from.arm(Side::right), to->mutable_right());
  to->mutable_gaze()->set_mode(toProto(from.gaze.mode));
  to->mutable_gaze()->set_weight(from.gaze.weight);
  encode(from.gaze.target, to->mutable_gaze()->mutable_target());
  if (from.tracked.bones != 0) encode(from.tracked, to->mutable_tracked());
  encodeExpressions(from.expressions, to);
  encodePlays(from, to);
}

std::optional<glm::vec3> decodePosition(const v1::Vec3& from) {
  if (!withinWorld(from.x()) || !withinWorld(from.y()) || !withinWorld(from.z())) return std::nullopt;
  return glm::vec3(from.x(), from.y(), from.z());
}

std::optional<glm::quat> decodeRotation(const v1::Quat& from) {
  const glm::quat q(from.w(), from.x(), from.y(), from.z());
  const float length = glm::length(q);
  if (!(length >= 0.5F && length <= 2.0F)) return std::nullopt;
  return q / length;
}

std::optional<Params> decode(const v1::Params& from) {
  Params params;
  const bool good = !setParam(params, "slack", from.slack()) && !setParam(params, "gain", from.gain()) &&
                    !setParam(params, "vmax", from.vmax()) && !setParam(params, "turn", from.turn()) &&
                    !setParam(params, "lean", from.lean()) &&
                    !setParam(params, "clipSpeed", from.clip_speed());
  params.vmaxGiven = from.vmax_given();
  return good ? std::optional(params) : std::nullopt;
}

std::variant<Space, std::string> decode(const v1::Space& from) {
  Space to;
  if (from.obstacles_size() > static_cast<int>(kMostObstacles))
    return "A room may have up to " + std::to_string(kMostObstacles) + " obstacles.";
  if (from.has_bounds())
    to.bounds = RoomBounds{{from.bounds().least_x(), from.bounds().least_z()},
                           {from.bounds().most_x(), from.bounds().most_z()}};
  for (const v1::Space::Obstacle& each : from.obstacles()) {
    const auto obstacle = decodeObstacle(each);
    if (!obstacle) return "An obstacle is neither a box nor a cylinder.";
    to.obstacles.push_back(*obstacle);
  }
  if (auto fault = checkSpace(to)) return *fault;
  return to;
}

std::optional<AvatarState> decode(const v1::AvatarState& from) {
  AvatarState to;
  const auto position = decodePosition(from.position());
  const auto velocity = decodePosition(from.velocity());
  const auto lean = decodeRotation(from.lean());
  if (!position || !velocity || !lean || !withinWorld(from.heading()) || !withinWorld(from.walk_weight()) ||
      !withinWorld(from.playback_rate()) || !withinWorld(from.phase()) || !(from.tick_seconds() > 0.0F))
    return std::nullopt;
  to.tick = from.tick();
  to.seed = from.seed();
  to.tickSeconds = from.tick_seconds();
  to.position = *position;
  to.heading = from.heading();
  to.velocity = *velocity;
  to.lean = *lean;
  to.walkWeight = from.walk_weight();
  to.playbackRate = from.playback_rate();
  to.phase = from.phase();
  if (!decodeArm(from.avatar(), from.left(), to.arm(Side::left)) ||
      !decodeArm(from.avatar(), from.right(), to.arm(Side::right)) || !decodeGaze(from.gaze(), to.gaze) ||
      !decodeExpressions(from, to.expressions) || !decodePlays(from, to) ||
      (from.has_tracked() && !decodeTracked(from.tracked(), to.tracked)))
    return std::nullopt;
  return to;
}

v1::Hand toProto(Side side) {
  return side == Side::left ? v1::HAND_LEFT : v1::HAND_RIGHT;
}

v1::GazeMode toProto(GazeMode mode) {
  return static_cast<v1::GazeMode>(mode);
}

std::optional<Side> fromProto(v1::Hand hand) {
  if (hand == v1::HAND_LEFT) return Side::left;
  if (hand == v1::HAND_RIGHT) return Side::right;
  return std::nullopt;
}

std::optional<GazeMode> fromProto(v1::GazeMode mode) {
  if (!v1::GazeMode_IsValid(mode)) return std::nullopt;
  return static_cast<GazeMode>(mode);
}

}  // namespace lead
