#include "vrm/document.h"

#include <fmt/format.h>

#include "vrm/load.h"

namespace lead {

tinygltf::Model readGltf(const Json& json) {
  // Only the parts that are used: what isn't read can't break the file. Without buffers and images, tinygltf
  // has nothing to copy, to decode or to fetch.
  Json parts = {{"asset", {{"version", "2.0"}}}};
  for (const char* section :
       {"accessors", "bufferViews", "meshes", "skins", "materials", "textures", "samplers"})
    if (const Json& entries = member(json, section); entries.is_array()) parts[section] = entries;
  const std::string text = parts.dump();

  tinygltf::Model gltf;
  tinygltf::TinyGLTF loader;
  std::string error;
  std::string warning;
  if (!loader.LoadASCIIFromString(&gltf, &error, &warning, text.data(), static_cast<unsigned>(text.size()),
                                  ""))
    throw ModelError("file.broken",
                     fmt::format("the file's glTF is broken: {}", error.substr(0, error.find('\n'))));
  return gltf;
}

std::vector<std::uint8_t> decodeDataUri(const std::string& uri, const std::string& what) {
  std::vector<std::uint8_t> bytes;
  std::string mimeType;
  if (!tinygltf::DecodeDataURI(&bytes, mimeType, uri, 0, false))
    throw ModelError("buffer.data", what + " has a data: address that can't be decoded");
  return bytes;
}

Buffers::Buffers(const Json& json, std::span<const std::uint8_t> binary) {
  const Json& buffers = arrayMember(json, "buffers");
  decoded_.reserve(buffers.size());  // the spans below point into its elements
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const std::string uri = textMember(buffers[i], "uri");
    std::span<const std::uint8_t> data;
    if (!uri.empty()) {
      decoded_.push_back(decodeDataUri(uri, fmt::format("buffer {}", i)));
      data = decoded_.back();
    } else if (i == 0) {
      data = binary;
    }
    const auto length = asIndex(member(buffers[i], "byteLength"));
    if (!length) throw ModelError("buffer.data", fmt::format("buffer {} has no valid length", i));
    if (static_cast<std::size_t>(*length) > data.size())
      throw ModelError("buffer.data", fmt::format("buffer {} should have {} bytes, the file has only {}", i,
                                                  *length, data.size()));
    buffers_.push_back(data.first(static_cast<std::size_t>(*length)));
  }
}

std::span<const std::uint8_t> Buffers::view(const tinygltf::Model& gltf, int bufferView) const {
  if (bufferView < 0 || static_cast<std::size_t>(bufferView) >= gltf.bufferViews.size())
    throw ModelError("buffer.view", fmt::format("buffer view {} doesn't exist; the file has {}", bufferView,
                                                gltf.bufferViews.size()));
  const tinygltf::BufferView& view = gltf.bufferViews[static_cast<std::size_t>(bufferView)];
  if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= buffers_.size())
    throw ModelError("buffer.view", fmt::format("buffer view {} points to buffer {}; the file has {}",
                                                bufferView, view.buffer, buffers_.size()));
  const std::span<const std::uint8_t> buffer = buffers_[static_cast<std::size_t>(view.buffer)];
  if (view.byteOffset > buffer.size() || view.byteLength > buffer.size() - view.byteOffset)
    throw ModelError("buffer.view",
                     fmt::format("buffer view {} reaches beyond the end of its buffer", bufferView));
  return buffer.subspan(view.byteOffset, view.byteLength);
}

}  // namespace lead
