// What model.h promises of a loaded model, as far as whoever draws or moves it relies on it without looking.
#pragma once

#include "vrm/load.h"

namespace lead {

/// Aborts where a promise is broken.
void checkModel(const Model& model);
void checkRefusal(const ModelError& error);

}  // namespace lead
