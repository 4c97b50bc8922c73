#include "assets/check.h"

#include "operations/limits.h"
#include "room/text.h"

namespace lead::server {

StoredModelPtr checkModel(std::span<const std::uint8_t> bytes, const std::string& sha256,
                          const Motions& motions) {
  const ModelPtr model = loadModel(bytes);
  auto stored = std::make_shared<StoredModel>();
  stored->model.sha256 = sha256;
  stored->model.name = printable(model->meta.name, limits::kModelNameBytes);
  stored->model.rig = makeAvatarRig(model->skeleton, Motion::full, motions);
  for (const Finding& warning : model->warnings) {
    if (stored->warnings.size() == limits::kWarnings) break;
    stored->warnings.push_back(printable(warning.text, limits::kSentenceBytes));
  }
  return stored;
}

}  // namespace lead::server
