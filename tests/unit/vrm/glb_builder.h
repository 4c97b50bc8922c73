// Makes GLB files for tests: a JSON that the test may change at will, and a BIN chunk that grows.
#pragma once

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "vrm/load.h"

namespace lead::test {

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

inline constexpr int kByte = 5120;
inline constexpr int kUnsignedByte = 5121;
inline constexpr int kShort = 5122;
inline constexpr int kUnsignedShort = 5123;
inline constexpr int kUnsignedInt = 5125;
inline constexpr int kFloat = 5126;

struct GlbBuilder {
  Json json = {{"asset", {{"version", "2.0"}}}};
  Bytes binary;

  /// Appends bytes as a buffer view and gives its index.
  int view(const Bytes& bytes, int stride = 0);

  /// An accessor over a view of its own. `type` as "VEC3"; the count follows from the values.
  template <typename T>
  int accessor(const std::vector<T>& values, int componentType, const std::string& type,
               bool normalized = false) {
    return accessorOver(view(bytesOf(values)), componentType, type,
                        static_cast<int>(values.size() / componentsOf(type)), normalized);
  }
  int floats(const std::vector<float>& values, const std::string& type) {
    return accessor(values, kFloat, type);
  }

  /// An accessor over a given view; a view of -1 is left out of it.
  int accessorOver(int bufferView, int componentType, const std::string& type, int count,
                   bool normalized = false);

  /// Adds an entry to one of the file's arrays and gives its index.
  int add(const char* section, Json entry);

  /// The whole file.
  Bytes build() const;

  template <typename T>
  static Bytes bytesOf(const std::vector<T>& values) {
    Bytes bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }
  static std::size_t componentsOf(const std::string& type);
};

/// A GLB of any JSON text and binary part.
Bytes glbOf(const std::string& json, const Bytes& binary = {});

/// What loadModel says against the file; empty where it loads.
std::string refusal(const Bytes& bytes, const LoadLimits& limits = {});

/// The ids of what loadModel says against the file, in its order; empty where it loads.
std::vector<std::string> faultIds(const Bytes& bytes, const LoadLimits& limits = {});

/// True if one of the model's warnings holds the text.
bool warns(const Model& model, const std::string& text);
/// True if one of the model's warnings has the id.
bool finds(const Model& model, const std::string& id);

/// The same bytes with one to four of them replaced by others.
Bytes withFlippedBytes(const Bytes& seed, std::mt19937& random);

}  // namespace lead::test
