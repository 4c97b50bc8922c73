#include "assets/check.h"

namespace lead::server {

StoredModelPtr checkModel(std::span<const std::uint8_t> bytes, const std::string& sha256) {
  const ModelPtr model = loadModel(bytes);
  auto stored = std::make_shared<StoredModel>();
  stored->model.sha256 = sha256;
  stored->model.name = model->meta.name;
  stored->model.rig = std::make_shared<const AvatarRig>(AvatarRig{model->skeleton, Motion::gait});
  stored->warnings = model->warnings;
  return stored;
}

}  // namespace lead::server
