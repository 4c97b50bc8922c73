#include "mannequin/mannequin_file.h"

// Named by mannequin_data.S.
extern "C" {
extern const std::uint8_t leadMannequinBegin[];
extern const std::uint8_t leadMannequinEnd[];
}

namespace lead {

std::span<const std::uint8_t> mannequinFile() {
  return {leadMannequinBegin, static_cast<std::size_t>(leadMannequinEnd - leadMannequinBegin)};
}

}  // namespace lead
