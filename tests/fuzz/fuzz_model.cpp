// Whatever the bytes: loadModel gives a sound model or throws a ModelError that says why.
#include <cstddef>
#include <cstdint>

#include "check_model.h"
#include "vrm/load.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    lead::checkModel(*lead::loadModel({data, size}));
  } catch (const lead::ModelError& error) {
    lead::checkRefusal(error);
  }
  return 0;
}
