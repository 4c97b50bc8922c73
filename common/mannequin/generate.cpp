// lead-mannequin-gen FILE: writes the built-in avatar. Runs at build time only.
#include <cstdio>
#include <exception>
#include <fstream>

#include "mannequin/mannequin.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: lead-mannequin-gen FILE\n", stderr);
    return 2;
  }
  try {
    const std::vector<std::uint8_t> bytes = lead::buildMannequin();
    std::ofstream file(argv[1], std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (file) return 0;
    std::fprintf(stderr, "lead-mannequin-gen: cannot write %s\n", argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lead-mannequin-gen: %s\n", error.what());
  }
  return 1;
}
