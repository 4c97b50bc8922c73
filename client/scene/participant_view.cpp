#include "scene/participant_view.h"

#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/VertexBuffer.h>

#include <array>
#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/constants.hpp>

#include "scene/gpu_mesh.h"
#include "scene/hand_shape.h"
#include "scene/material_library.h"
#include "scene/shapes.h"

namespace lead {
namespace {

constexpr float kLabelHeight = 0.24F;
constexpr float kHandOpacity = 0.72F;
constexpr glm::vec3 kHeadRadii{0.095F, 0.125F, 0.105F};

/// A point on the head's surface in front (-Z), at x and y.
glm::vec3 onFace(float x, float y, float lift) {
  const float a = x / kHeadRadii.x;
  const float b = y / kHeadRadii.y;
  return {x, y, -kHeadRadii.z * std::sqrt(std::max(1.0F - a * a - b * b, 0.0F)) - lift};
}

MeshData makeHead() {
  MeshData head = makeEllipsoid(kHeadRadii, 20, 28);
  for (const float side : {-1.0F, 1.0F})
    head.append(makeEllipsoid({0.018F, 0.030F, 0.022F}, 8, 12), {side * kHeadRadii.x, 0.0F, 0.01F});
  head.append(makeEllipsoid({0.013F, 0.016F, 0.020F}, 8, 12), onFace(0.0F, -0.012F, 0.0F));
  return head;
}

MeshData makeFace() {
  MeshData face;
  for (const float side : {-1.0F, 1.0F})
    face.append(makeEllipsoid({0.013F, 0.020F, 0.008F}, 10, 14), onFace(side * 0.036F, 0.022F, 0.0F));
  std::vector<glm::vec3> smile;
  for (int i = -5; i <= 5; ++i) {
    const float x = static_cast<float>(i) * 0.007F;
    smile.push_back(onFace(x, -0.062F + 9.0F * x * x, 0.001F));
  }
  face.append(makeTube(smile, 0.0045F));
  return face;
}

glm::mat4 matrixOf(const Placement& placement) {
  return glm::translate(glm::mat4(1.0F), placement.position) * glm::mat4_cast(placement.rotation);
}

}  // namespace

glm::vec3 participantColor(std::uint32_t id) {
  // Hues a golden angle apart never repeat.
  const float hue = std::fmod(0.08F + 0.618034F * static_cast<float>(id % 1000U), 1.0F);
  glm::vec3 color;
  for (int i = 0; i < 3; ++i) {
    const float shifted = std::fmod(hue + static_cast<float>(3 - i) / 3.0F, 1.0F);
    const float tent = std::abs(shifted * 6.0F - 3.0F) - 1.0F;
    color[i] = 0.35F + 0.57F * glm::clamp(tent, 0.0F, 1.0F);
  }
  return color;
}

struct ParticipantView::Parts {
  Parts(Stage& stage, glm::vec3 color)
      : headMesh(upload(stage.engine(), seal(makeHead()))),
        faceMesh(upload(stage.engine(), seal(makeFace()))),
        handMeshes{upload(stage.engine(), seal(makeHandShape(Side::left))),
                   upload(stage.engine(), seal(makeHandShape(Side::right)))},
        skin(stage.materials().plain(linearFromSrgb(color), 0.55F)),
        glass(stage.materials().translucent(glm::vec4(color, kHandOpacity), 0.55F)),
        depth(stage.materials().translucent(glm::vec4(1.0F), 0.55F)),
        dark(stage.materials().plain(glm::vec3(0.01F, 0.01F, 0.015F), 0.35F)),
        head(stage),
        face(stage),
        left(stage),
        right(stage) {
    makeDrawable(stage.engine(), head, headMesh, *skin);
    makeDrawable(stage.engine(), face, faceMesh, *dark, {.castShadows = false});
    depth->setColorWrite(false);
    depth->setDepthWrite(true);
    makeDrawable(stage.engine(), left, handMeshes[0], *glass, {.depth = depth.get()});
    makeDrawable(stage.engine(), right, handMeshes[1], *glass, {.depth = depth.get()});
  }

  GpuMesh headMesh;
  GpuMesh faceMesh;
  std::array<GpuMesh, 2> handMeshes;
  Owned<filament::MaterialInstance> skin;
  Owned<filament::MaterialInstance> glass;  ///< of hands, so that what they hold is seen
  Owned<filament::MaterialInstance> depth;
  Owned<filament::MaterialInstance> dark;
  DrawnEntity head;
  DrawnEntity face;
  DrawnEntity left;
  DrawnEntity right;
  std::optional<glm::vec3> headPosition;
};

ParticipantView::ParticipantView(Stage& stage, glm::vec3 color)
    : parts_(std::make_unique<Parts>(stage, color)) {}
ParticipantView::~ParticipantView() = default;

void ParticipantView::setHead(const std::optional<Placement>& head) {
  parts_->headPosition.reset();
  for (DrawnEntity* entity : {&parts_->head, &parts_->face}) {
    if (head) entity->setTransform(matrixOf(*head));
    entity->show(head.has_value());
  }
  if (head) parts_->headPosition = head->position;
}

void ParticipantView::setHand(Side side, const std::optional<Placement>& hand) {
  DrawnEntity& entity = side == Side::left ? parts_->left : parts_->right;
  if (hand) entity.setTransform(matrixOf(*hand));
  entity.show(hand.has_value());
}

std::optional<glm::vec3> ParticipantView::labelPoint() const {
  if (!parts_->headPosition) return std::nullopt;
  return *parts_->headPosition + glm::vec3(0.0F, kLabelHeight, 0.0F);
}

}  // namespace lead
