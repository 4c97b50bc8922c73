// A JSON value together with its place in the file, so that every complaint can name it.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "scenario/scenario.h"

namespace lead {

/// Throws ScenarioError with the line.
nlohmann::json parseJson(std::string_view text);

class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, std::string place) : value_(&value), place_(std::move(place)) {}

  [[noreturn]] void refuse(const std::string& sentence) const;

  /// Refuses anything but an object whose keys are all among `known`.
  void expectKeys(std::initializer_list<std::string_view> known) const;
  bool has(std::string_view key) const;
  JsonReader at(std::string_view key) const;  ///< refuses where it is missing
  std::size_t size() const;                   ///< of an array
  JsonReader at(std::size_t index) const;
  const nlohmann::json& value() const { return *value_; }

  double number() const;     ///< finite
  float coordinate() const;  ///< within 1000
  std::uint32_t whole() const;
  bool truth() const;  ///< true or false
  std::string text() const;
  glm::vec3 vec3() const;
  glm::quat quat() const;  ///< [x, y, z, w], normalised
  Side side() const;
  Bone bone() const;

 private:
  const nlohmann::json* value_;
  std::string place_;
};

}  // namespace lead
