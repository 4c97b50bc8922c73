// Writes the made models as files, for three-vrm/reference.js: reference_models FOLDER
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "models.h"

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fputs("usage: reference_models FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (const lead::test::ReferenceModel& model : lead::test::madeModels()) {
    const lead::test::Bytes bytes = model.make();
    std::ofstream out(folder / (model.name + ".vrm"), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) throw std::runtime_error("can't write " + (folder / model.name).string());
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "reference_models: %s\n", error.what());
  return 1;
}
