#include "scene/avatar_view.h"

#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/VertexBuffer.h>

#include <deque>
#include <map>
#include <utility>

#include "scene/drawn_part.h"
#include "scene/material_library.h"
#include "scene/material_shift.h"
#include "scene/surface_parameters.h"

namespace lead {

struct AvatarView::Parts {
  Parts(Stage& onto, ModelAssetsPtr shared)
      : stage(onto), assets(std::move(shared)), character(assets->prepared().model) {
    for (const PreparedPart& part : assets->prepared().parts)
      drawn.emplace_back(stage, assets->parts(), part);
  }

  void show() {
    for (DrawnPart& part : drawn) part.show(posed && visible);
  }

  void blendMorphs() {
    for (DrawnPart& part : drawn) {
      const int node = part.part().node;
      if (node >= 0 && character.morphsChanged(node)) part.setMorphs(character.morphWeights(node));
    }
  }

  /// Materials are shared by all avatars of a model until an expression of this one changes one.
  void shiftMaterials() {
    const Model& model = character.model();
    for (DrawnPart& part : drawn) {
      const int index = part.part().material;
      if (index < 0) continue;
      const MaterialShift& shift = character.materials()[static_cast<std::size_t>(index)];
      const auto key = surfaceKey(part.part());
      const auto own = ownSurfaces.find(key);
      if (own == ownSurfaces.end()) {
        if (!changesAnything(shift)) continue;
        ownSurfaces.emplace(key, assets->parts().makeSurface(stage, key));
      }
      const Surface& surface = ownSurfaces.at(key);
      const Material shifted = shiftedMaterial(model.materials[static_cast<std::size_t>(index)], shift);
      surface.forEach([&](filament::MaterialInstance& instance) { setSurfaceParameters(instance, shifted); });
      part.setSurface(surface);
    }
  }

  void animateUv() {
    for (const DrawnPart& part : drawn) {
      const int index = part.part().material;
      if (index < 0) continue;
      const Material& material = character.model().materials[static_cast<std::size_t>(index)];
      if (!movesTextures(material)) continue;
      const auto own = ownSurfaces.find(surfaceKey(part.part()));
      const Surface& surface =
          own != ownSurfaces.end() ? own->second : assets->parts().surfaceOf(part.part());
      surface.forEach([&](filament::MaterialInstance& instance) {
        setUvAnimation(instance, material.mtoon, stage.time());
      });
    }
  }

  bool live(const Pose& pose, const LookTarget& look, float seconds) {
    const Spending spending(stage.cost(), FramePart::character);
    return character.update(pose, look, seconds);
  }

  void changeFaces() {
    const Spending spending(stage.cost(), FramePart::morphs);
    blendMorphs();
    if (character.materialsChanged()) shiftMaterials();
    animateUv();
  }

  void update(const Pose& pose, const LookTarget& look, float seconds) {
    if (!live(pose, look, seconds)) return;
    changeFaces();
    const Spending spending(stage.cost(), FramePart::bones);
    for (DrawnPart& part : drawn) part.move(character.world(), pose.rootPosition);
    posed = true;
    show();
  }

  Stage& stage;
  ModelAssetsPtr assets;
  Character character;
  std::map<SurfaceKey, Surface> ownSurfaces;
  std::deque<DrawnPart> drawn;
  bool posed = false;
  bool visible = true;
};

AvatarView::AvatarView(Stage& stage, ModelAssetsPtr assets)
    : parts_(std::make_unique<Parts>(stage, std::move(assets))) {}

AvatarView::~AvatarView() = default;

const Model& AvatarView::model() const {
  return parts_->character.model();
}
const Character& AvatarView::character() const {
  return parts_->character;
}

void AvatarView::update(const Pose& pose, const LookTarget& look, float seconds) {
  parts_->update(pose, look, seconds);
}

void AvatarView::setPose(const Pose& pose) {
  parts_->character.reset();
  update(pose, {}, 0.0F);
}

void AvatarView::setVisible(bool visible) {
  parts_->visible = visible;
  parts_->show();
}

void AvatarView::setPerspective(Perspective perspective) {
  for (DrawnPart& part : parts_->drawn) part.setPerspective(perspective);
}

}  // namespace lead
