#include "vrm/glb.h"

#include <fmt/format.h>

#include <cstring>

#include "vrm/load.h"

namespace lead {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;
constexpr std::uint32_t kMagic = 0x46546C67;  // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

std::uint32_t readU32(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<std::uint32_t>(bytes[at]) | static_cast<std::uint32_t>(bytes[at + 1]) << 8U |
         static_cast<std::uint32_t>(bytes[at + 2]) << 16U | static_cast<std::uint32_t>(bytes[at + 3]) << 24U;
}

struct Chunk {
  std::uint32_t type = 0;
  std::span<const std::uint8_t> data;
};

/// Reads the chunk at `at` and moves `at` behind it.
Chunk readChunk(std::span<const std::uint8_t> bytes, std::size_t& at) {
  const std::size_t length = readU32(bytes, at);
  const std::uint32_t type = readU32(bytes, at + 4);
  at += kChunkHeaderBytes;
  if (length > bytes.size() - at)
    throw ModelError("file.truncated", fmt::format("the file is truncated: a part of {} bytes has only {}",
                                                   length, bytes.size() - at));
  const Chunk chunk{type, bytes.subspan(at, length)};
  at += length;
  return chunk;
}

void checkHeader(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  if (bytes.empty()) throw ModelError("file.empty", "the file is empty");
  if (bytes.size() > limits.fileBytes)
    throw ModelError("file.too-large", fmt::format("the file is too large: {} bytes, the limit is {}",
                                                   bytes.size(), limits.fileBytes));
  if (bytes.size() < 4 || readU32(bytes, 0) != kMagic)
    throw ModelError("file.not-vrm", "this is not a VRM file: it doesn't begin as a binary glTF (GLB)");
  if (bytes.size() < kHeaderBytes + kChunkHeaderBytes)
    throw ModelError("file.truncated",
                     fmt::format("the file is truncated: it has only {} bytes", bytes.size()));
  if (const std::uint32_t version = readU32(bytes, 4); version != 2)
    throw ModelError("file.glb",
                     fmt::format("the file is a GLB of version {}; only version 2 can be read", version));
}

}  // namespace

Glb openGlb(std::span<const std::uint8_t> bytes, const LoadLimits& limits) {
  checkHeader(bytes, limits);
  const std::size_t length = readU32(bytes, 8);
  if (length > bytes.size())
    throw ModelError(
        "file.truncated",
        fmt::format("the file is truncated: it has {} of the {} bytes it announces", bytes.size(), length));
  if (length < kHeaderBytes + kChunkHeaderBytes)
    throw ModelError("file.glb", fmt::format("the GLB header announces only {} bytes", length));
  bytes = bytes.first(length);

  std::size_t at = kHeaderBytes;
  const Chunk json = readChunk(bytes, at);
  if (json.type != kJsonChunk) throw ModelError("file.glb", "the GLB doesn't begin with its JSON part");
  if (json.data.size() > limits.jsonBytes)
    throw ModelError("json.too-large", fmt::format("the file's JSON is too large: {} bytes, the limit is {}",
                                                   json.data.size(), limits.jsonBytes));

  Glb glb;
  glb.json = {reinterpret_cast<const char*>(json.data.data()), json.data.size()};
  while (glb.binary.empty() && bytes.size() - at >= kChunkHeaderBytes) {
    const Chunk chunk = readChunk(bytes, at);  // others than BIN are to be ignored, says the standard
    if (chunk.type == kBinaryChunk) glb.binary = chunk.data;
  }
  return glb;
}

}  // namespace lead
