// Private to vrm/: reading JSON that may be anything. No function here throws for a value of the wrong type.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "vrm/faults.h"
#include "vrm/limits.h"

namespace lead {

using Json = nlohmann::json;

/// Parses the text within the limits on size and nesting. NaN and Infinity, which JSON doesn't have but
/// careless exporters write, become null and a fault, so that the file's other faults can be named as well.
/// Throws ModelError where nothing can be made of the text.
Json parseJson(std::string_view text, const LoadLimits& limits, Faults& faults);

/// The member, or null JSON where `object` isn't an object or lacks it.
const Json& member(const Json& object, const char* key);
/// The member if it is an array, else an empty array.
const Json& arrayMember(const Json& object, const char* key);

/// An integer ≥ 0 that fits an int; none for anything else.
std::optional<int> asIndex(const Json& value);
std::optional<float> asNumber(const Json& value);  ///< finite ones only

std::string textMember(const Json& object, const char* key);
float numberMember(const Json& object, const char* key, float fallback);
bool flagMember(const Json& object, const char* key, bool fallback);
/// The first `count` numbers of an array member; entries that aren't finite numbers keep their fallback.
void numbersMember(const Json& object, const char* key, std::size_t count, float* values);

}  // namespace lead
