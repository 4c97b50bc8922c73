// The mannequin, which every program carries.
#pragma once

#include <cstdint>
#include <span>

#include "session/session.h"

namespace lead {

/// What SessionOptions::avatar and bringAvatar() call it.
inline constexpr const char* kMannequinName = "mannequin";
const ModelHash& mannequinHash();

}  // namespace lead
