#include "vrm/json_read.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include "vrm/load.h"

namespace lead {
namespace {

/// Counts values and nesting without building anything; stops at a limit.
class Measure : public nlohmann::json_sax<Json> {
 public:
  explicit Measure(const LoadLimits& limits) : limits_(limits) {}

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool key(string_t&) override { return value(); }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    constexpr int kNumberOverflow = 406;
    overflow_ = error.id == kNumberOverflow;
    errorAt_ = position;
    return false;
  }

  std::optional<std::size_t> errorAt() const { return errorAt_; }
  bool overflow() const { return overflow_; }
  bool tooDeep() const { return depth_ > limits_.jsonDepth; }
  bool tooMany() const { return values_ > limits_.jsonValues; }

 private:
  bool value() { return ++values_ <= limits_.jsonValues; }
  bool open() { return ++depth_ <= limits_.jsonDepth && value(); }
  bool close() {
    --depth_;
    return true;
  }

  const LoadLimits& limits_;
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
  std::optional<std::size_t> errorAt_;
  bool overflow_ = false;
};

/// Throws for text over the limits; gives where the text isn't JSON.
std::optional<std::size_t> measure(std::string_view text, const LoadLimits& limits) {
  Measure measure(limits);
  Json::sax_parse(text.begin(), text.end(), &measure);
  if (measure.tooDeep())
    throw ModelError(
        "json.too-deep",
        fmt::format("the file's JSON is nested too deep: the limit is {} levels", limits.jsonDepth));
  if (measure.tooMany())
    throw ModelError(
        "json.too-many-values",
        fmt::format("the file's JSON holds too many values: the limit is {}", limits.jsonValues));
  if (measure.overflow())
    throw ModelError(
        "json.not-finite",
        fmt::format("the file's JSON has a number that is not finite at byte {}", *measure.errorAt()));
  return measure.errorAt();
}

/// Puts null where a value outside of strings is NaN or ±Infinity. True if there was one.
bool replaceNonFinite(std::string& text) {
  static constexpr std::array<std::string_view, 4> kTokens{"-Infinity", "Infinity", "-NaN", "NaN"};
  std::string out;
  out.reserve(text.size());
  bool inString = false;
  bool found = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (inString && c == '\\' && i + 1 < text.size()) {
      out.append(text, i, 2);
      i += 2;
      continue;
    }
    if (c == '"') inString = !inString;
    std::size_t skip = 0;
    if (!inString && (c == 'N' || c == 'I' || c == '-'))
      for (const std::string_view token : kTokens)
        if (text.compare(i, token.size(), token) == 0) skip = token.size();
    if (skip > 0) {
      out += "null";
      i += skip;
      found = true;
    } else {
      out += c;
      ++i;
    }
  }
  text = std::move(out);
  return found;
}

std::string_view withoutPadding(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  while (!text.empty() && (text.back() == '\0' || std::isspace(static_cast<unsigned char>(text.back())) != 0))
    text.remove_suffix(1);
  return text;
}

}  // namespace

Json parseJson(std::string_view text, const LoadLimits& limits, Faults& faults) {
  text = withoutPadding(text);
  std::string repaired;
  auto errorAt = measure(text, limits);
  if (errorAt) {
    repaired = text;
    if (replaceNonFinite(repaired)) {
      const auto stillAt = measure(repaired, limits);
      if (!stillAt) {
        faults.add("json.not-finite", "the file's JSON has numbers that are not finite (NaN or Infinity)");
        errorAt = std::nullopt;
        text = repaired;
      }
    }
  }
  if (errorAt)
    throw ModelError("json.malformed", fmt::format("the file's JSON is malformed at byte {}", *errorAt));
  Json json = Json::parse(text.begin(), text.end());
  if (!json.is_object()) throw ModelError("json.shape", "the file's JSON is not an object");
  return json;
}

const Json& member(const Json& object, const char* key) {
  static const Json kNull;
  if (!object.is_object()) return kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

const Json& arrayMember(const Json& object, const char* key) {
  static const Json kEmpty = Json::array();
  const Json& value = member(object, key);
  return value.is_array() ? value : kEmpty;
}

std::optional<int> asIndex(const Json& value) {
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();  // some exporters write 3.0
  if (!(number >= 0) || number > std::numeric_limits<int>::max() || number != std::floor(number))
    return std::nullopt;
  return static_cast<int>(number);
}

std::optional<float> asNumber(const Json& value) {
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  if (!(std::abs(number) <= std::numeric_limits<float>::max())) return std::nullopt;
  return static_cast<float>(number);
}

std::string textMember(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

float numberMember(const Json& object, const char* key, float fallback) {
  return asNumber(member(object, key)).value_or(fallback);
}

bool flagMember(const Json& object, const char* key, bool fallback) {
  const Json& value = member(object, key);
  return value.is_boolean() ? value.get<bool>() : fallback;
}

void numbersMember(const Json& object, const char* key, std::size_t count, float* values) {
  const Json& array = arrayMember(object, key);
  for (std::size_t i = 0; i < count && i < array.size(); ++i)
    values[i] = asNumber(array[i]).value_or(values[i]);
}

}  // namespace lead
