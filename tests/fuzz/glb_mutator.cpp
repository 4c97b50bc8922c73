// Mutates a GLB so that it stays one: chunk lengths follow the data, and most changes are to values of the
// JSON. Left to itself libFuzzer breaks the container, which is refused at once.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

using Json = nlohmann::json;
using Random = std::minstd_rand;

constexpr std::size_t kHeader = 12;
constexpr std::size_t kChunkHeader = 8;
constexpr std::uint32_t kMagic = 0x46546C67;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
constexpr std::uint32_t kBinaryChunk = 0x004E4942;

struct Parts {
  std::string json;
  std::vector<std::uint8_t> binary;
};

std::uint32_t u32(const std::uint8_t* at) {
  std::uint32_t value = 0;
  std::memcpy(&value, at, 4);
  return value;
}

bool split(const std::uint8_t* data, std::size_t size, Parts& out) {
  if (size < kHeader + kChunkHeader || u32(data) != kMagic || u32(data + kHeader + 4) != kJsonChunk)
    return false;
  const std::size_t length = u32(data + kHeader);
  std::size_t at = kHeader + kChunkHeader;
  if (length > size - at) return false;
  out.json.assign(reinterpret_cast<const char*>(data + at), length);
  at += length;
  if (size - at < kChunkHeader) return true;
  const std::size_t binary = std::min<std::size_t>(u32(data + at), size - at - kChunkHeader);
  out.binary.assign(data + at + kChunkHeader, data + at + kChunkHeader + binary);
  return true;
}

/// 0 where it doesn't fit.
std::size_t join(const Parts& parts, std::uint8_t* data, std::size_t maxSize) {
  const std::size_t json = (parts.json.size() + 3) / 4 * 4;
  const std::size_t binary = (parts.binary.size() + 3) / 4 * 4;
  const std::size_t size = kHeader + kChunkHeader + json + kChunkHeader + binary;
  if (size > maxSize) return 0;
  std::vector<std::uint8_t> out(size, 0);
  const auto put = [&](std::size_t at, std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    std::memcpy(&out[at], &word, 4);
  };
  put(0, kMagic);
  put(4, 2);
  put(8, size);
  put(kHeader, json);
  put(kHeader + 4, kJsonChunk);
  std::fill_n(&out[kHeader + kChunkHeader], json, static_cast<std::uint8_t>(' '));
  std::copy(parts.json.begin(), parts.json.end(), out.begin() + kHeader + kChunkHeader);
  put(kHeader + kChunkHeader + json, binary);
  put(kHeader + kChunkHeader + json + 4, kBinaryChunk);
  std::copy(parts.binary.begin(), parts.binary.end(),
            out.begin() + static_cast<std::ptrdiff_t>(kHeader + 2 * kChunkHeader + json));
  std::copy(out.begin(), out.end(), data);
  return size;
}

/// A value somewhere in the tree; deeper ones are as likely as those near the root.
Json* pick(Json& json, Random& random, Json** parent) {
  Json* at = &json;
  *parent = nullptr;
  while (at->is_structured() && !at->empty() && (*parent == nullptr || random() % 6 != 0)) {
    *parent = at;
    auto child = at->begin();
    std::advance(child, static_cast<std::ptrdiff_t>(random() % at->size()));
    at = &*child;
  }
  return at;
}

Json anything(Random& random) {
  switch (random() % 14) {
    case 0:
      return nullptr;
    case 1:
      return -1;
    case 2:
      return 0;
    case 3:
      return static_cast<int>(random() % 64);
    case 4:
      return 1e30;
    case 5:
      return -1e308;
    case 6:
      return 4294967295U;
    case 7:
      return 9223372036854775807;
    case 8:
      return 0.5;
    case 9:
      return "";
    case 10:
      return Json::array();
    case 11:
      return Json::object();
    case 12:
      return true;
    default:
      return 2147483647;
  }
}

void mutateNumber(Json& value, Random& random) {
  const double number = value.get<double>();
  switch (random() % 6) {
    case 0:
      value = number + 1;
      break;
    case 1:
      value = number - 1;
      break;
    case 2:
      value = -number;
      break;
    case 3:
      value = number * 1000;
      break;
    case 4:
      value = static_cast<std::int64_t>(random() % 32);
      break;
    default:
      value = anything(random);
      break;
  }
}

void mutateJson(Json& json, Random& random) {
  Json* parent = nullptr;
  Json* value = pick(json, random, &parent);
  if (parent == nullptr) return;
  Json* otherParent = nullptr;
  switch (random() % 6) {
    case 0:
      *value = anything(random);
      break;
    case 1: {  // a value from elsewhere
      const Json other = *pick(json, random, &otherParent);
      *value = other;
      break;
    }
    case 2:
      if (parent->is_array()) {
        if (parent->size() < 4096) parent->push_back(Json(*value));
      } else {
        parent->erase(parent->begin());
      }
      break;
    default:
      if (value->is_number())
        mutateNumber(*value, random);
      else
        *value = anything(random);
  }
}

void mutateBytes(std::vector<std::uint8_t>& bytes, std::size_t maxSize) {
  const std::size_t size = bytes.size();
  if (size == 0) return;
  bytes.resize(std::min(maxSize, size + 16));
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed) {
  Random random(seed + 1);
  Parts parts;
  if (random() % 10 == 0 || !split(data, size, parts)) return LLVMFuzzerMutate(data, size, maxSize);
  const auto kind = random() % 10;
  if (kind < 7) {
    Json json = Json::parse(parts.json, nullptr, false);
    if (json.is_discarded()) return LLVMFuzzerMutate(data, size, maxSize);
    for (auto n = 1 + random() % 3; n > 0; --n) mutateJson(json, random);
    parts.json = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  } else if (kind < 9) {
    mutateBytes(parts.binary, maxSize);
  } else {
    std::vector<std::uint8_t> text(parts.json.begin(), parts.json.end());
    mutateBytes(text, maxSize);
    parts.json.assign(text.begin(), text.end());
  }
  const std::size_t joined = join(parts, data, maxSize);
  return joined > 0 ? joined : LLVMFuzzerMutate(data, size, maxSize);
}
