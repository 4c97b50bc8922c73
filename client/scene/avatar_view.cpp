#include "scene/avatar_view.h"

#include <filament/MaterialInstance.h>
#include <filament/RenderableManager.h>
#include <filament/VertexBuffer.h>

#include <cmath>
#include <deque>
#include <glm/ext/matrix_transform.hpp>

#include "character/node_pose.h"
#include "scene/gpu_mesh.h"
#include "scene/model_assets_parts.h"
#include "scene/skin_palette.h"

namespace lead {
namespace {

bool isFinite(const glm::mat4& m) {
  for (int c = 0; c < 4; ++c)
    for (int r = 0; r < 4; ++r)
      if (!std::isfinite(m[c][r])) return false;
  return true;
}

/// A part of a model in one avatar.
class DrawnPart {
 public:
  DrawnPart(Stage& stage, const ModelAssets::Parts& assets, const PreparedPart& part)
      : engine_(stage.engine()), assets_(assets), part_(part), entity_(stage), palette_(part.joints.size()) {
    const bool blended =
        part.material >= 0 &&
        assets.prepared->model->materials[static_cast<std::size_t>(part.material)].alphaMode ==
            AlphaMode::blend;
    DrawOptions options;
    options.castShadows = !blended;
    options.bones = part.joints.size();
    if (options.bones > 0) options.bounds = part.reach;
    makeDrawable(engine_, entity_, assets.meshOf(part), assets.materialOf(part), options);
  }

  void show(bool visible) { entity_.show(visible); }

  void move(const std::vector<glm::mat4>& world, glm::vec3 root) {
    if (part_.joints.empty()) {
      entity_.setTransform(world[static_cast<std::size_t>(part_.node)]);
      return;
    }
    // The palette is relative to the root, so that the culling box, which is fixed, comes along.
    const glm::mat4 toRoot = glm::translate(glm::mat4(1.0F), -root);
    entity_.setTransform(glm::translate(glm::mat4(1.0F), root));
    bool sendable = true;
    for (std::size_t i = 0; i < palette_.size(); ++i) {
      palette_[i] = toRoot * world[static_cast<std::size_t>(part_.joints[i])] * part_.inverseBind[i];
      sendable = sendable && isSendable(palette_[i]);
    }
    if (!sendable && !ownVertices_) useOwnVertices();
    if (ownVertices_)
      skinHere();
    else
      sendBones(palette_);
  }

 private:
  void sendBones(const std::vector<glm::mat4>& bones) {
    sent_.clear();
    for (const glm::mat4& bone : bones) sent_.push_back(toFilament(bone));
    auto& renderables = engine_.getRenderableManager();
    renderables.setBones(renderables.getInstance(entity_.id()), sent_.data(), sent_.size());
  }

  /// From the first pose on that the driver's skinning can't show, this part's vertices are its own.
  void useOwnVertices() {
    const GpuMesh& mesh = assets_.meshOf(part_);
    ownVertices_ = uploadVertices(engine_, part_.mesh);
    auto& renderables = engine_.getRenderableManager();
    renderables.setGeometryAt(renderables.getInstance(entity_.id()), 0,
                              filament::RenderableManager::PrimitiveType::TRIANGLES, ownVertices_.get(),
                              mesh.indices.get(), 0, mesh.indexCount);
    sendBones(std::vector<glm::mat4>(palette_.size(), glm::mat4(1.0F)));
  }

  void skinHere() {
    const MeshData& mesh = *part_.mesh;
    std::vector<glm::vec3> positions(mesh.positions.size());
    std::vector<glm::vec3> normals(mesh.positions.size());
    skinVertices(palette_, mesh.slots, mesh.weights, mesh.positions, mesh.normals, positions, normals);
    updateVertices(engine_, *ownVertices_, std::move(positions), tangentFrames(normals));
  }

  filament::Engine& engine_;
  const ModelAssets::Parts& assets_;
  const PreparedPart& part_;
  Owned<filament::VertexBuffer> ownVertices_;
  DrawnEntity entity_;
  std::vector<glm::mat4> palette_;
  std::vector<filament::math::mat4f> sent_;
};

}  // namespace

struct AvatarView::Parts {
  ModelAssetsPtr assets;
  std::vector<glm::mat4> world;
  std::deque<DrawnPart> drawn;
  bool posed = false;
  bool visible = true;

  void show() {
    for (DrawnPart& part : drawn) part.show(posed && visible);
  }
};

AvatarView::AvatarView(Stage& stage, ModelAssetsPtr assets) : parts_(std::make_unique<Parts>()) {
  parts_->assets = std::move(assets);
  const ModelAssets::Parts& shared = parts_->assets->parts();
  parts_->world.resize(model().nodes.size());
  for (const PreparedPart& part : shared.prepared->parts) parts_->drawn.emplace_back(stage, shared, part);
}

AvatarView::~AvatarView() = default;

const Model& AvatarView::model() const {
  return parts_->assets->model();
}

void AvatarView::setPose(const Pose& pose) {
  poseNodes(model(), pose, parts_->world);
  for (const glm::mat4& m : parts_->world)
    if (!isFinite(m)) return;
  for (DrawnPart& part : parts_->drawn) part.move(parts_->world, pose.rootPosition);
  parts_->posed = true;
  parts_->show();
}

void AvatarView::setVisible(bool visible) {
  parts_->visible = visible;
  parts_->show();
}

}  // namespace lead
