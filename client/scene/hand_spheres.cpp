#include "scene/hand_spheres.h"

#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/RenderableManager.h>
#include <filament/VertexBuffer.h>

#include <array>
#include <deque>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtx/quaternion.hpp>

#include "scene/gpu_mesh.h"
#include "scene/material_library.h"
#include "scene/shapes.h"

namespace lead {
namespace {

constexpr float kLineRadius = 0.006F;
constexpr float kShortestLine = 0.02F;  ///< nearer targets need no line

/// sRGB with opacity, by HandSphereState.
constexpr std::array<glm::vec4, 6> kColors{
    glm::vec4{0.96F, 0.97F, 1.00F, 0.38F},  // idle: white
    glm::vec4{1.00F, 0.86F, 0.25F, 0.60F},  // hover: yellow
    glm::vec4{0.25F, 0.86F, 0.42F, 0.65F},  // held: green
    glm::vec4{0.95F, 0.35F, 0.30F, 0.60F},  // held by somebody else: red
    glm::vec4{0.62F, 0.45F, 1.00F, 0.60F},  // joined: violet
    glm::vec4{0.25F, 0.70F, 1.00F, 0.75F},  // chosen: blue
};

constexpr DrawOptions kOnTop{.castShadows = false, .receiveShadows = false, .priority = 7};

/// From the y axis, 0 … 1, to the stretch between two points.
glm::mat4 between(glm::vec3 from, glm::vec3 to) {
  const glm::vec3 along = to - from;
  const float length = glm::length(along);
  const glm::quat turn = glm::rotation(glm::vec3(0.0F, 1.0F, 0.0F), along / length);
  const glm::mat4 placed = glm::translate(glm::mat4(1.0F), from) * glm::mat4_cast(turn);
  return glm::scale(placed, {1.0F, length, 1.0F});
}

}  // namespace

struct HandSpheres::Parts {
  explicit Parts(Stage& theStage)
      : stage(theStage),
        sphereMesh(upload(stage.engine(), seal(makeEllipsoid(glm::vec3(kGrabRadius), 16, 24)))),
        lineMesh(
            upload(stage.engine(), seal(makeTube({{0.0F, 0.0F, 0.0F}, {0.0F, 1.0F, 0.0F}}, kLineRadius)))) {
    for (const glm::vec4& color : kColors) materials.push_back(stage.materials().overlay(color));
  }

  struct Drawn {
    explicit Drawn(Parts& parts) : sphere(parts.stage), line(parts.stage) {
      makeDrawable(parts.stage.engine(), sphere, parts.sphereMesh, *parts.materials[0], kOnTop);
      makeDrawable(parts.stage.engine(), line, parts.lineMesh, *parts.materials[0], kOnTop);
    }
    DrawnEntity sphere;
    DrawnEntity line;
  };

  void setMaterial(const DrawnEntity& entity, HandSphereState state) {
    auto& renderables = stage.engine().getRenderableManager();
    renderables.setMaterialInstanceAt(renderables.getInstance(entity.id()), 0,
                                      materials[static_cast<std::size_t>(state)].get());
  }

  void place(Drawn& drawn, const HandSphere& hand) {
    setMaterial(drawn.sphere, hand.state);
    setMaterial(drawn.line, hand.state);
    drawn.sphere.setTransform(glm::translate(glm::mat4(1.0F), hand.position));
    drawn.sphere.show(true);
    const bool stretched = hand.target && glm::length(*hand.target - hand.position) > kShortestLine;
    if (stretched) drawn.line.setTransform(between(hand.position, *hand.target));
    drawn.line.show(stretched);
  }

  Stage& stage;
  GpuMesh sphereMesh;
  GpuMesh lineMesh;
  std::vector<Owned<filament::MaterialInstance>> materials;
  std::deque<Drawn> drawn;
};

HandSpheres::HandSpheres(Stage& stage) : parts_(std::make_unique<Parts>(stage)) {}
HandSpheres::~HandSpheres() = default;

void HandSpheres::set(std::span<const HandSphere> spheres) {
  while (parts_->drawn.size() > spheres.size()) parts_->drawn.pop_back();
  while (parts_->drawn.size() < spheres.size()) parts_->drawn.emplace_back(*parts_);
  for (std::size_t i = 0; i < spheres.size(); ++i) parts_->place(parts_->drawn[i], spheres[i]);
}

}  // namespace lead
