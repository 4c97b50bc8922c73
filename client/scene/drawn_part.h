// A part of a model in one avatar. Private to client/scene.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "scene/avatar_view.h"
#include "scene/model_assets_parts.h"
#include "scene/morphs.h"

namespace lead {

class DrawnPart {
 public:
  /// `assets` and `part` must outlive it.
  DrawnPart(Stage& stage, const ModelAssets::Parts& assets, const PreparedPart& part);

  const PreparedPart& part() const { return part_; }
  void show(bool visible);
  void setPerspective(Perspective perspective);
  /// The material instances to draw with from now on.
  void setSurface(const Surface& surface);
  /// Before move().
  void setMorphs(std::span<const float> weights);
  void move(std::span<const glm::mat4> world, glm::vec3 root);

 private:
  bool seen() const;
  void sendBones(std::span<const glm::mat4> bones);
  void sendGeometry();
  void useOwnVertices();
  void skinHere();

  template <typename Function>
  void forEachEntity(Function function) {
    function(entity_);
    if (outline_) function(*outline_);
  }

  filament::Engine& engine_;
  const ModelAssets::Parts& assets_;
  const PreparedPart& part_;
  std::optional<MorphBlender> blender_;
  Owned<filament::VertexBuffer> ownVertices_;
  Owned<filament::IndexBuffer> ownView_;  ///< made when first needed
  DrawnEntity entity_;
  std::optional<DrawnEntity> outline_;
  Perspective perspective_ = Perspective::thirdPerson;
  bool visible_ = false;
  bool skinnedHere_ = false;
  bool morphed_ = false;
  std::vector<glm::mat4> palette_;
  std::vector<filament::math::mat4f> sent_;
};

}  // namespace lead
