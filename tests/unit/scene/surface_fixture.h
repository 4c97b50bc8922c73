// Surfaces under the sun of the scene, and the colours that formulas give them.
#pragma once

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <memory>
#include <utility>

#include "render_fixture.h"
#include "scene/avatar_view.h"
#include "scene/environment.h"
#include "test_model.h"

namespace lead::test {

inline constexpr glm::vec3 kMiddle{0.0F, 1.0F, 0.0F};
inline constexpr glm::vec3 kBlackLight{0.0F};
inline constexpr glm::vec3 kRedLight{1.0F, 0.0F, 0.0F};
inline constexpr glm::vec3 kGreenLight{0.0F, 1.0F, 0.0F};
inline constexpr glm::vec3 kBlueLight{0.0F, 0.0F, 1.0F};

/// What MToon's light is made of: see mtoon.mat.in.
inline constexpr float kToonSun = 0.85F;
inline float toonGi(float normalY) {
  return 0.15F + 0.05F * normalY;
}

/// Towards the sun of Environment.
inline glm::vec3 towardsSun() {
  return glm::normalize(glm::vec3(0.45F, 0.9F, 0.75F));
}

/// A normal that faces the camera a little and the sun not at all.
inline glm::vec3 awayFromSun() {
  return glm::normalize(glm::vec3(0.0F, -1.0F, 0.1F));
}

/// The pixel of a linear colour.
inline glm::ivec3 pixelOf(glm::vec3 linear) {
  glm::ivec3 pixel;
  for (int i = 0; i < 3; ++i) {
    const float c = glm::clamp(linear[i], 0.0F, 1.0F);
    const float s = c <= 0.0031308F ? 12.92F * c : 1.055F * std::pow(c, 1.0F / 2.4F) - 0.055F;
    pixel[i] = static_cast<int>(std::lround(s * 255.0F));
  }
  return pixel;
}

inline Material toon(glm::vec3 base, glm::vec3 shade) {
  Material material;
  material.shading = Shading::mtoon;
  material.baseColor = glm::vec4(base, 1.0F);
  material.mtoon.shadeColor = shade;
  return material;
}

inline int add(Model& model, Material material) {
  model.materials.push_back(std::move(material));
  return static_cast<int>(model.materials.size()) - 1;
}

/// A square in the middle with the given normal.
inline Primitive tilted(glm::vec3 normal, int material, float half = 0.3F) {
  Primitive square = makeSquare(kMiddle, half, material);
  square.normals.assign(4, normal);
  return square;
}

/// Something that throws its shadow on the middle.
inline void addShade(Model& model) {
  addRigid(model, 0, makeSquare(kMiddle + towardsSun() * 0.5F, 0.15F, -1));
}

/// Red, green, blue, white from left to right.
inline int addStripes(Model& model) {
  return addTexture(model, 4, 1, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255});
}

inline int addPixel(Model& model, std::array<std::uint8_t, 3> rgb) {
  return addTexture(model, 1, 1, {rgb[0], rgb[1], rgb[2], 255});
}

class RenderSurface : public testing::Test {
 protected:
  ModelAssetsPtr upload(Model model) {
    return std::make_shared<ModelAssets>(stage_, prepareModel(share(std::move(model))));
  }

  Picture shoot(const CameraPose& camera = facing(kMiddle)) {
    stage_.setCamera(camera);
    environment_.follow(camera);
    return stage_.capture();
  }

  /// The picture of a model in its rest pose.
  Picture shootAtRest(Model model, const CameraPose& camera = facing(kMiddle)) {
    AvatarView avatar(stage_, upload(std::move(model)));
    avatar.setPose(Pose{});
    return shoot(camera);
  }

  /// The middle of a square with a material and a normal.
  glm::ivec3 seen(Model model, Material material, glm::vec3 normal = {0.0F, 0.0F, 1.0F}) {
    const int index = add(model, std::move(material));
    addRigid(model, 0, tilted(normal, index));
    return colorOf(shootAtRest(std::move(model)), facing(kMiddle), kMiddle);
  }
  glm::ivec3 seen(Material material, glm::vec3 normal = {0.0F, 0.0F, 1.0F}) {
    return seen(bareModel(), std::move(material), normal);
  }

  Stage& stage_ = sharedStage();
  Environment environment_{stage_};
};

}  // namespace lead::test
