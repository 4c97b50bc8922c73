#include "scenario/json_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr double kMostCoordinate = 1000.0;

}  // namespace

nlohmann::json parseJson(std::string_view text) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    throw ScenarioError(std::string("not JSON: ") + error.what());
  }
}

void JsonReader::refuse(const std::string& sentence) const {
  throw ScenarioError((place_.empty() ? "/" : place_) + ": " + sentence);
}

void JsonReader::expectKeys(std::initializer_list<std::string_view> known) const {
  if (!value_->is_object()) refuse("must be an object");
  for (const auto& item : value_->items())
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      refuse("unknown key \"" + item.key() + "\"");
}

bool JsonReader::has(std::string_view key) const {
  return value_->contains(std::string(key));
}

JsonReader JsonReader::at(std::string_view key) const {
  if (!value_->is_object()) refuse("must be an object");
  const auto found = value_->find(std::string(key));
  if (found == value_->end()) refuse("\"" + std::string(key) + "\" is missing");
  return {*found, place_ + "/" + std::string(key)};
}

std::size_t JsonReader::size() const {
  if (!value_->is_array()) refuse("must be an array");
  return value_->size();
}

JsonReader JsonReader::at(std::size_t index) const {
  return {value_->at(index), place_ + "/" + std::to_string(index)};
}

double JsonReader::number() const {
  if (!value_->is_number()) refuse("must be a number");
  const double number = value_->get<double>();
  if (!std::isfinite(number)) refuse("must be finite");
  return number;
}

float JsonReader::coordinate() const {
  const double value = number();
  if (std::abs(value) > kMostCoordinate) refuse("must be within 1000");
  return static_cast<float>(value);
}

std::uint32_t JsonReader::whole() const {
  const double value = number();
  if (value < 0.0 || value > 4294967295.0 || value != std::floor(value))
    refuse("must be a whole number from 0 to 4294967295");
  return static_cast<std::uint32_t>(value);
}

bool JsonReader::truth() const {
  if (!value_->is_boolean()) refuse("must be true or false");
  return value_->get<bool>();
}

std::string JsonReader::text() const {
  if (!value_->is_string()) refuse("must be text");
  return value_->get<std::string>();
}

glm::vec3 JsonReader::vec3() const {
  if (!value_->is_array() || value_->size() != 3) refuse("must be three numbers");
  return {at(std::size_t{0}).coordinate(), at(std::size_t{1}).coordinate(), at(std::size_t{2}).coordinate()};
}

glm::quat JsonReader::quat() const {
  if (!value_->is_array() || value_->size() != 4) refuse("must be four numbers, x y z w");
  const auto part = [this](std::size_t i) { return at(i).coordinate(); };
  const glm::quat q(part(3), part(0), part(1), part(2));
  const float length = glm::length(q);
  if (length < 0.5F || length > 2.0F) refuse("is no rotation: its length must be 1");
  return q / length;
}

Side JsonReader::side() const {
  const std::string side = text();
  if (side == "left") return Side::left;
  if (side == "right") return Side::right;
  refuse("must be \"left\" or \"right\"");
}

Bone JsonReader::bone() const {
  const std::string wanted = text();
  if (const auto bone = boneFromName(wanted)) return *bone;
  refuse("there is no humanoid bone \"" + wanted + "\"");
}

}  // namespace lead
