#include "glb_builder.h"

namespace lead::test {
namespace {

void appendU32(Bytes& out, std::size_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

}  // namespace

int GlbBuilder::view(const Bytes& bytes, int stride) {
  while (binary.size() % 4 != 0) binary.push_back(0);
  Json entry = {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", bytes.size()}};
  if (stride > 0) entry["byteStride"] = stride;
  binary.insert(binary.end(), bytes.begin(), bytes.end());
  return add("bufferViews", std::move(entry));
}

int GlbBuilder::accessorOver(int bufferView, int componentType, const std::string& type, int count,
                             bool normalized) {
  Json entry = {{"componentType", componentType}, {"type", type}, {"count", count}};
  if (bufferView >= 0) entry["bufferView"] = bufferView;
  if (normalized) entry["normalized"] = true;
  return add("accessors", std::move(entry));
}

int GlbBuilder::add(const char* section, Json entry) {
  json[section].push_back(std::move(entry));
  return static_cast<int>(json[section].size()) - 1;
}

Bytes GlbBuilder::build() const {
  Json whole = json;
  if (!binary.empty() && !whole.contains("buffers")) whole["buffers"] = {{{"byteLength", binary.size()}}};
  return glbOf(whole.dump(), binary);
}

std::size_t GlbBuilder::componentsOf(const std::string& type) {
  if (type == "SCALAR") return 1;
  if (type == "MAT4") return 16;
  return static_cast<std::size_t>(type.back() - '0');
}

Bytes glbOf(const std::string& json, const Bytes& binary) {
  std::string text = json;
  while (text.size() % 4 != 0) text += ' ';
  Bytes data = binary;
  while (data.size() % 4 != 0) data.push_back(0);
  Bytes out{'g', 'l', 'T', 'F'};
  appendU32(out, 2);
  appendU32(out, 12 + 8 + text.size() + (data.empty() ? 0 : 8 + data.size()));
  appendU32(out, text.size());
  out.insert(out.end(), {'J', 'S', 'O', 'N'});
  out.insert(out.end(), text.begin(), text.end());
  if (data.empty()) return out;
  appendU32(out, data.size());
  out.insert(out.end(), {'B', 'I', 'N', 0});
  out.insert(out.end(), data.begin(), data.end());
  return out;
}

std::string refusal(const Bytes& bytes, const LoadLimits& limits) {
  try {
    loadModel(bytes, limits);
    return "";
  } catch (const ModelError& error) {
    return error.what();
  }
}

std::vector<std::string> faultIds(const Bytes& bytes, const LoadLimits& limits) {
  std::vector<std::string> ids;
  try {
    loadModel(bytes, limits);
  } catch (const ModelError& error) {
    for (const Finding& finding : error.findings()) ids.push_back(finding.id);
  }
  return ids;
}

bool warns(const Model& model, const std::string& text) {
  for (const Finding& warning : model.warnings)
    if (warning.text.find(text) != std::string::npos) return true;
  return false;
}

bool finds(const Model& model, const std::string& id) {
  for (const Finding& warning : model.warnings)
    if (warning.id == id) return true;
  return false;
}

Bytes withFlippedBytes(const Bytes& seed, std::mt19937& random) {
  Bytes bytes = seed;
  const int flips = 1 + static_cast<int>(random() % 4);
  for (int k = 0; k < flips; ++k) bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
  return bytes;
}

}  // namespace lead::test
