// What a model's file says about its licence <-> v1.Licence.
#pragma once

#include "lead/v1/types.pb.h"
#include "vrm/model.h"

namespace lead {

void encode(const Meta& from, v1::Licence* to);
/// Only what is about the licence; a message may say anything, so print it through vrm/licence.h.
Meta decode(const v1::Licence& from);

}  // namespace lead
