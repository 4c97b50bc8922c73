// Private to vrm/: decoding accessors. Knows strides, all component types of glTF 2, normalised integers and
// sparse parts, with a buffer view under them or without.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vrm/document.h"

namespace lead {

/// Every function throws ModelError where the accessor doesn't exist, isn't of the wanted kind, or reaches
/// beyond its data. `what` names the use in the message.
class AccessorReader {
 public:
  AccessorReader(const tinygltf::Model& gltf, const Buffers& buffers, const LoadLimits& limits)
      : gltf_(gltf), buffers_(buffers), limits_(limits) {}

  /// Number of elements. Nothing is read.
  std::size_t count(int accessor, const std::string& what) const;

  /// count · components floats; integers are scaled where the accessor is normalised.
  std::vector<float> floats(int accessor, int components, const std::string& what);

  /// count · components unsigned integers.
  std::vector<std::uint32_t> integers(int accessor, int components, const std::string& what);

 private:
  template <typename T>
  std::vector<T> read(int accessor, int components, const std::string& what);
  template <typename T>
  void readSparse(const tinygltf::Accessor& accessor, int components, const std::string& what,
                  std::vector<T>& out);
  const tinygltf::Accessor& find(int accessor, const std::string& what) const;
  void charge(std::size_t elements);

  const tinygltf::Model& gltf_;
  const Buffers& buffers_;
  const LoadLimits& limits_;
  std::size_t elementsRead_ = 0;
};

}  // namespace lead
