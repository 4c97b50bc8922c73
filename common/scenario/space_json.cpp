#include "scenario/space_json.h"

#include <nlohmann/json.hpp>

namespace lead {
namespace {

glm::vec2 readFloorPoint(const JsonReader& point) {
  if (point.size() != 2) point.refuse("must be two numbers, x z");
  return {point.at(std::size_t{0}).coordinate(), point.at(std::size_t{1}).coordinate()};
}

float readSize(const JsonReader& size) {
  const float value = size.coordinate();
  if (value <= 0.0F) size.refuse("must be over 0");
  return value;
}

RoomBounds readBounds(const JsonReader& from) {
  from.expectKeys({"least", "most"});
  const RoomBounds bounds{readFloorPoint(from.at("least")), readFloorPoint(from.at("most"))};
  if (bounds.least.x >= bounds.most.x || bounds.least.y >= bounds.most.y)
    from.refuse("\"least\" must be under \"most\"");
  return bounds;
}

BoxObstacle readBox(const JsonReader& from) {
  from.expectKeys({"position", "size", "heading"});
  BoxObstacle box{from.at("position").vec3(), from.at("size").vec3()};
  for (std::size_t axis = 0; axis < 3; ++axis) readSize(from.at("size").at(axis));
  if (from.has("heading")) box.heading = from.at("heading").coordinate();
  return box;
}

CylinderObstacle readCylinder(const JsonReader& from) {
  from.expectKeys({"position", "radius", "height"});
  return {from.at("position").vec3(), readSize(from.at("radius")), readSize(from.at("height"))};
}

Obstacle readObstacle(const JsonReader& from) {
  from.expectKeys({"box", "cylinder"});
  if (from.has("box") == from.has("cylinder")) from.refuse("must have either a \"box\" or a \"cylinder\"");
  if (from.has("box")) return readBox(from.at("box"));
  return readCylinder(from.at("cylinder"));
}

}  // namespace

Space readSpace(const JsonReader& object) {
  Space space;
  if (object.has("bounds")) space.bounds = readBounds(object.at("bounds"));
  if (object.has("obstacles")) {
    const JsonReader obstacles = object.at("obstacles");
    if (obstacles.size() > kMostObstacles)
      obstacles.refuse("there may be at most " + std::to_string(kMostObstacles));
    for (std::size_t i = 0; i < obstacles.size(); ++i)
      space.obstacles.push_back(readObstacle(obstacles.at(i)));
  }
  if (const auto fault = checkSpace(space)) object.refuse(*fault);
  return space;
}

Space parseSpace(std::string_view text) {
  const nlohmann::json document = parseJson(text);
  const JsonReader object(document, "");
  object.expectKeys({"bounds", "obstacles"});
  return readSpace(object);
}

}  // namespace lead
