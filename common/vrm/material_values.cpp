#include "vrm/material_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lead {
namespace {

constexpr float kRounding = 1e-3F;  // exporters write 1.0000001
constexpr float kMostShift = 1e4F;
constexpr float kMostTurn = 1e3F;

}  // namespace

MaterialValues::MaterialValues(const std::string& material, std::size_t textures, Warnings& warnings)
    : name_(inQuotes(material)), textures_(textures), warnings_(warnings) {}

void MaterialValues::warn(const char* id, const std::string& what) {
  warnings_.add(id, fmt::format("material {} {}", name_, what));
}

float MaterialValues::within(float value, const char* key, float least, float most) {
  const float kept = std::clamp(value, least, most);
  if (std::abs(kept - value) > kRounding)
    warn("material.value", fmt::format("has a {} of {}; {} is used", key, value, kept));
  return kept;
}

float MaterialValues::number(const Json& object, const char* key, float fallback, float least, float most) {
  const Json& value = member(object, key);
  if (value.is_null()) return fallback;
  const auto number = asNumber(value);
  if (number) return within(*number, key, least, most);
  warn("material.value", fmt::format("has a {} that is no finite number; {} is used", key, fallback));
  return fallback;
}

void MaterialValues::color(const Json& object, const char* key, int count, float most, float* values) {
  const Json& array = member(object, key);
  if (array.is_null()) return;
  const std::size_t size = array.is_array() ? array.size() : 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto number = i < size ? asNumber(array[i]) : std::nullopt;
    if (number)
      values[i] = within(*number, key, 0.0F, most);
    else
      warn("material.value", fmt::format("has a {} that isn't {} finite numbers", key, count));
  }
}

glm::vec3 MaterialValues::color(const Json& object, const char* key, const glm::vec3& fallback, float most) {
  glm::vec3 value = fallback;
  color(object, key, 3, most, &value.x);
  return value;
}

bool MaterialValues::flag(const Json& object, const char* key, bool fallback) {
  const Json& value = member(object, key);
  if (value.is_null()) return fallback;
  if (!value.is_boolean())
    warn("material.value", fmt::format("has a {} that is neither true nor false", key));
  return flagMember(object, key, fallback);
}

int MaterialValues::textureIndex(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (value.is_null() || (value.is_number() && value.get<double>() == -1)) return -1;
  const auto at = asIndex(value);
  if (at && static_cast<std::size_t>(*at) < textures_) return *at;
  warn("material.texture", fmt::format("uses texture {}, which doesn't exist; the file has {}",
                                       value.is_number() ? value.dump() : "?", textures_));
  return -1;
}

void MaterialValues::pair(const Json& object, const char* key, glm::vec2& value) {
  const Json& array = member(object, key);
  if (array.is_null()) return;
  const std::size_t size = array.is_array() ? array.size() : 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto number = i < size ? asNumber(array[i]) : std::nullopt;
    if (number)
      value[static_cast<glm::vec2::length_type>(i)] = within(*number, key, -kMostShift, kMostShift);
    else
      warn("material.value", fmt::format("has a texture whose {} isn't 2 finite numbers", key));
  }
}

TextureUse MaterialValues::texture(const Json& object, const char* key) {
  TextureUse use;
  const Json& info = member(object, key);
  if (info.is_null()) return use;
  if (!info.is_object()) {
    warn("material.texture", fmt::format("has a {} that is not an object", key));
    return use;
  }
  use.texture = textureIndex(info, "index");
  if (use.texture < 0) return use;
  const Json& transform = member(member(info, "extensions"), "KHR_texture_transform");
  pair(transform, "offset", use.offset);
  pair(transform, "scale", use.scale);
  use.rotation = number(transform, "rotation", 0.0F, -kMostTurn, kMostTurn);
  const Json& own = member(transform, "texCoord");
  const Json& set = own.is_null() ? member(info, "texCoord") : own;
  use.texCoord = set.is_null() ? 0 : asIndex(set).value_or(-1);
  if (use.texCoord < 0 || use.texCoord > 1) {
    warn("material.texcoord",
         fmt::format("has a {} on texture coordinates other than the first two sets, which "
                     "aren't kept; the first is used",
                     key));
    use.texCoord = 0;
  }
  return use;
}

}  // namespace lead
