// Several models at once.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "assets/model_store.h"

namespace lead::server {

/// Calls back once, from any thread: with all models in the order of their hashes, or with the first fault.
void findModels(ModelStore& store, std::vector<std::string> hashes,
                std::function<void(const StoreResult& fault, std::vector<AvatarModel> models)> done);

}  // namespace lead::server
