#include "vrm/accessors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "vrm/load.h"

namespace lead {
namespace {

/// Elements at a stride in some bytes, checked to lie within them.
struct Elements {
  const std::uint8_t* first = nullptr;
  std::size_t stride = 0;
};

std::size_t componentBytes(int type) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return 4;
    default:
      return 0;  // not a type of glTF 2
  }
}

template <typename T>
T load(const std::uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);  // may be unaligned in files in the wild
  return value;
}

template <typename T>
float scaled(T value, bool normalized) {
  if (!normalized) return static_cast<float>(value);
  const float scaledValue = static_cast<float>(value) / static_cast<float>(std::numeric_limits<T>::max());
  return std::max(scaledValue, -1.0F);
}

float floatComponent(const std::uint8_t* at, int type, bool normalized) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return scaled(load<std::int8_t>(at), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return scaled(*at, normalized);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return scaled(load<std::int16_t>(at), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return scaled(load<std::uint16_t>(at), normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return scaled(load<std::uint32_t>(at), normalized);
    default:
      return load<float>(at);
  }
}

std::uint32_t integerComponent(const std::uint8_t* at, int type) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return *at;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return load<std::uint16_t>(at);
    default:
      return load<std::uint32_t>(at);
  }
}

template <typename T>
bool suits(int type) {
  if constexpr (std::is_same_v<T, float>)
    return componentBytes(type) > 0;
  else
    return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE || type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
           type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

template <typename T>
T component(const std::uint8_t* at, int type, [[maybe_unused]] bool normalized) {
  if constexpr (std::is_same_v<T, float>)
    return floatComponent(at, type, normalized);
  else
    return integerComponent(at, type);
}

Elements locate(std::span<const std::uint8_t> view, std::size_t offset, std::size_t stride, std::size_t bytes,
                std::size_t count, const std::string& what) {
  if (stride == 0) stride = bytes;
  if (stride < bytes)
    throw ModelError("accessor.range",
                     fmt::format("{}: elements of {} bytes lie {} bytes apart", what, bytes, stride));
  // count is below the limit and stride below the file's size, so nothing here overflows 64 bits
  if (count > 0 && (offset > view.size() || stride * (count - 1) + bytes > view.size() - offset))
    throw ModelError("accessor.range",
                     fmt::format("{}: the accessor reaches beyond the end of its data", what));
  return {count > 0 ? view.data() + offset : nullptr, stride};
}

std::size_t checkedOffset(int offset, const std::string& what) {
  if (offset < 0)
    throw ModelError("accessor.range", fmt::format("{}: the accessor's offset is negative", what));
  return static_cast<std::size_t>(offset);
}

}  // namespace

const tinygltf::Accessor& AccessorReader::find(int accessor, const std::string& what) const {
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= gltf_.accessors.size())
    throw ModelError("accessor.missing", fmt::format("{}: accessor {} doesn't exist; the file has {}", what,
                                                     accessor, gltf_.accessors.size()));
  return gltf_.accessors[static_cast<std::size_t>(accessor)];
}

std::size_t AccessorReader::count(int accessor, const std::string& what) const {
  return find(accessor, what).count;
}

void AccessorReader::charge(std::size_t elements) {
  if (elements > limits_.elementsRead - elementsRead_)
    throw ModelError(
        "limit.data",
        fmt::format("the file's meshes hold too much data: the limit is {} elements", limits_.elementsRead));
  elementsRead_ += elements;
}

template <typename T>
std::vector<T> AccessorReader::read(int at, int components, const std::string& what) {
  const tinygltf::Accessor& accessor = find(at, what);
  if (tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type)) != components ||
      !suits<T>(accessor.componentType))
    throw ModelError("accessor.type", fmt::format("{}: accessor {} has the wrong type", what, at));
  if (accessor.count > limits_.indices)
    throw ModelError("limit.data", fmt::format("{}: accessor {} has {} elements, the limit is {}", what, at,
                                               accessor.count, limits_.indices));
  charge(accessor.count);

  const auto width = static_cast<std::size_t>(components);
  const std::size_t size = componentBytes(accessor.componentType);
  std::vector<T> out;
  if (accessor.bufferView >= 0) {
    const auto view = buffers_.view(gltf_, accessor.bufferView);
    const std::size_t stride = gltf_.bufferViews[static_cast<std::size_t>(accessor.bufferView)].byteStride;
    const Elements in = locate(view, accessor.byteOffset, stride, size * width, accessor.count, what);
    out.resize(accessor.count * width);
    for (std::size_t i = 0; i < accessor.count; ++i)
      for (std::size_t c = 0; c < width; ++c)
        out[i * width + c] =
            component<T>(in.first + i * in.stride + c * size, accessor.componentType, accessor.normalized);
  } else {
    out.assign(accessor.count * width, T{});  // zeros, says the standard; usually with a sparse part
  }
  if (accessor.sparse.isSparse) readSparse(accessor, components, what, out);
  return out;
}

template <typename T>
void AccessorReader::readSparse(const tinygltf::Accessor& accessor, int components, const std::string& what,
                                std::vector<T>& out) {
  const auto& sparse = accessor.sparse;
  if (sparse.count < 0 || static_cast<std::size_t>(sparse.count) > accessor.count)
    throw ModelError("accessor.sparse", fmt::format("{}: a sparse accessor replaces {} of {} elements", what,
                                                    sparse.count, accessor.count));
  if (!suits<std::uint32_t>(sparse.indices.componentType))
    throw ModelError("accessor.sparse",
                     fmt::format("{}: a sparse accessor's indices have the wrong type", what));
  const auto count = static_cast<std::size_t>(sparse.count);
  charge(count);

  const auto width = static_cast<std::size_t>(components);
  const std::size_t size = componentBytes(accessor.componentType);
  const Elements indices =
      locate(buffers_.view(gltf_, sparse.indices.bufferView), checkedOffset(sparse.indices.byteOffset, what),
             0, componentBytes(sparse.indices.componentType), count, what);
  const Elements values = locate(buffers_.view(gltf_, sparse.values.bufferView),
                                 checkedOffset(sparse.values.byteOffset, what), 0, size * width, count, what);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t target =
        integerComponent(indices.first + i * indices.stride, sparse.indices.componentType);
    if (target >= accessor.count)
      throw ModelError("accessor.sparse", fmt::format("{}: a sparse accessor replaces element {} of {}", what,
                                                      target, accessor.count));
    for (std::size_t c = 0; c < width; ++c)
      out[target * width + c] = component<T>(values.first + i * values.stride + c * size,
                                             accessor.componentType, accessor.normalized);
  }
}

std::vector<float> AccessorReader::floats(int accessor, int components, const std::string& what) {
  return read<float>(accessor, components, what);
}

std::vector<std::uint32_t> AccessorReader::integers(int accessor, int components, const std::string& what) {
  return read<std::uint32_t>(accessor, components, what);
}

}  // namespace lead
