#include "vrm/glb_writer.h"

#include <string>
#include <utility>

namespace lead {
namespace {

void appendU32(std::vector<std::uint8_t>& out, std::size_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::size_t roundedUp(std::size_t size) {
  return (size + 3) / 4 * 4;
}

}  // namespace

std::vector<std::uint8_t> writeGlb(nlohmann::json document, std::vector<std::uint8_t> binary) {
  using Json = nlohmann::json;
  binary.resize(roundedUp(binary.size()), 0);
  if (!binary.empty()) document["buffers"] = Json::array({{{"byteLength", binary.size()}}});
  std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize(roundedUp(text.size()), ' ');

  std::vector<std::uint8_t> out{'g', 'l', 'T', 'F'};
  appendU32(out, 2);
  appendU32(out, 12 + 8 + text.size() + (binary.empty() ? 0 : 8 + binary.size()));
  appendU32(out, text.size());
  out.insert(out.end(), {'J', 'S', 'O', 'N'});
  out.insert(out.end(), text.begin(), text.end());
  if (binary.empty()) return out;
  appendU32(out, binary.size());
  out.insert(out.end(), {'B', 'I', 'N', 0});
  out.insert(out.end(), binary.begin(), binary.end());
  return out;
}

}  // namespace lead
