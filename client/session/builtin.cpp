#include "session/builtin.h"

#include "mannequin/mannequin_file.h"
#include "session/model_hash.h"

namespace lead {

const ModelHash& mannequinHash() {
  static const ModelHash hash = hashOfModel(mannequinFile());
  return hash;
}

}  // namespace lead
