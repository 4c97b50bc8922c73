// A model's bytes -> what the server keeps of it. The whole Model, with its meshes and pictures, is let go
// again.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assets/model_store.h"
#include "vrm/load.h"

namespace lead::server {

/// Throws ModelError with one sentence for the uploader.
StoredModelPtr checkModel(std::span<const std::uint8_t> bytes, const std::string& sha256,
                          const Motions& motions);

/// Every fault with its id in brackets, for the uploader.
std::string sentenceOf(const ModelError& error);

}  // namespace lead::server
