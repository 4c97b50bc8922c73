// fuzz_seeds DIRECTORY: writes the mannequin there, so that there is a corpus where the shared models are
// not.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "mannequin/mannequin.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
    return 2;
  }
  const auto bytes = lead::buildMannequin();
  std::ofstream file(std::filesystem::path(argv[1]) / "mannequin.vrm", std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return file ? 0 : 1;
}
