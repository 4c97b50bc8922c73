#include "desktop/report.h"

#include <nlohmann/json.hpp>

namespace lead {
namespace {

using nlohmann::ordered_json;

ordered_json toJson(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}

ordered_json handJson(const GrabbableHand& hand, const CameraPose& camera, glm::vec2 viewport) {
  ordered_json json;
  json["position"] = toJson(hand.position);
  json["holder"] = hand.holder;
  json["partner"] = hand.partner;
  if (const auto pixel = camera.toPixel(hand.position, viewport)) json["pixel"] = {pixel->x, pixel->y};
  return json;
}

ordered_json avatarJson(const AvatarSnapshot& avatar) {
  const AvatarState& state = avatar.state;
  ordered_json json;
  json["id"] = avatar.id;
  json["position"] = toJson(state.position);
  json["heading"] = state.heading;
  json["speed"] = state.speed();
  json["walkWeight"] = state.walkWeight;
  for (Side side : kSides) {
    json["ik"][std::string(name(side))] = state.arm(side).ikWeight;
    json["grip"][std::string(name(side))] = state.arm(side).gripWeight;
  }
  return json;
}

}  // namespace

std::string reportLine(double unixTime, const RoomInfo* room, const Playback& playback,
                       const Grabbing& grabbing, glm::vec2 viewport, ParticipantId self) {
  const CameraPose camera = grabbing.camera.pose();
  ordered_json line;
  line["time"] = unixTime;
  line["tick"] = playback.tick();
  line["self"] = self;
  line["participants"] = room != nullptr ? room->participants.size() : 0;
  line["holding"] = grabbing.hold().has_value();
  line["avatars"] = ordered_json::array();
  for (const AvatarSnapshot& avatar : playback.avatars()) {
    ordered_json json = avatarJson(avatar);
    for (const GrabbableHand& hand : grabbing.hands())
      if (hand.avatar == avatar.id)
        json["hands"][std::string(name(hand.side))] = handJson(hand, camera, viewport);
    line["avatars"].push_back(std::move(json));
  }
  return line.dump();
}

}  // namespace lead
