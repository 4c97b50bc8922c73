#include "scene/environment.h"

#include <filament/LightManager.h>
#include <filament/MaterialInstance.h>
#include <filament/Scene.h>

#include <cmath>
#include <glm/ext/matrix_transform.hpp>

#include "scene/gpu_mesh.h"
#include "scene/material_library.h"
#include "scene/shapes.h"

namespace lead {
namespace {

constexpr float kFloorHalfSize = 150.0F;
constexpr float kHaze = 28.0F;  ///< metres after which the floor is mostly haze
constexpr float kSkyRadius = 300.0F;

}  // namespace

struct Environment::Parts {
  explicit Parts(Stage& stage)
      : floorMesh(upload(stage.engine(), seal(makeFloor(kFloorHalfSize)))),
        skyMesh(upload(stage.engine(), seal(makeEllipsoid(glm::vec3(kSkyRadius), 8, 12)))),
        floorMaterial(stage.materials().ground(kHaze)),
        skyMaterial(stage.materials().sky()),
        floor(stage),
        sky(stage),
        sun(stage) {}

  GpuMesh floorMesh;
  GpuMesh skyMesh;
  Owned<filament::MaterialInstance> floorMaterial;
  Owned<filament::MaterialInstance> skyMaterial;
  DrawnEntity floor;
  DrawnEntity sky;
  DrawnEntity sun;
};

Environment::Environment(Stage& stage) : parts_(std::make_unique<Parts>(stage)) {
  filament::Engine& engine = stage.engine();
  makeDrawable(engine, parts_->floor, parts_->floorMesh, *parts_->floorMaterial,
               {.castShadows = false, .priority = 5});
  makeDrawable(engine, parts_->sky, parts_->skyMesh, *parts_->skyMaterial,
               {.castShadows = false, .receiveShadows = false, .culling = false, .priority = 6});
  filament::LightManager::ShadowOptions shadow;
  // Not shadowFar: with it, 1.9.25 draws no shadow at all.
  shadow.mapSize = 1024;
  filament::LightManager::Builder(filament::LightManager::Type::DIRECTIONAL)
      .direction({-0.45F, -0.9F, -0.75F})
      .castShadows(true)
      .shadowOptions(shadow)
      .build(engine, parts_->sun.id());
  for (DrawnEntity* entity : {&parts_->floor, &parts_->sky, &parts_->sun}) entity->show(true);
}

Environment::~Environment() = default;

void Environment::follow(const CameraPose& camera) {
  parts_->sky.setTransform(glm::translate(glm::mat4(1.0F), camera.eye));
  // Whole checks only, although the pattern is drawn in world space: the floor's edge must not be seen to
  // crawl.
  const glm::vec3 under(std::floor(camera.eye.x / 2.0F) * 2.0F, 0.0F, std::floor(camera.eye.z / 2.0F) * 2.0F);
  parts_->floor.setTransform(glm::translate(glm::mat4(1.0F), under));
}

}  // namespace lead
