// VRMC_materials_mtoon-1.0, "Render Mode" and "Render Queue".
#include "surface_fixture.h"

namespace lead {
namespace {

using namespace test;

class Alpha : public RenderSurface {
 protected:
  /// Shadeless, half seen through.
  static Material glass(glm::vec3 color, bool writesDepth = false, int queue = 0) {
    Material material = toon(color, color);
    material.baseColor.a = 0.5F;
    material.alphaMode = AlphaMode::blend;
    material.mtoon.transparentWithZWrite = writesDepth;
    material.mtoon.renderQueueOffset = queue;
    return material;
  }

  /// What is seen through a near and a far square; the file has the near one first.
  glm::ivec3 through(const Material& near, const Material& far) {
    Model model = bareModel();
    const Material ground = toon(kBlackLight, kBlackLight);
    addRigid(model, 0, makeSquare(kMiddle - glm::vec3(0.0F, 0.0F, 0.2F), 0.5F, add(model, ground)));
    addRigid(model, 0, makeSquare(kMiddle + glm::vec3(0.0F, 0.0F, 0.2F), 0.3F, add(model, near)));
    addRigid(model, 0, makeSquare(kMiddle, 0.3F, add(model, far)));
    return colorOf(shootAtRest(std::move(model)), facing(kMiddle), kMiddle);
  }
};

TEST_F(Alpha, WhatIsDrawnLaterIsOver) {
  // As in the file: the near one first, so the far one is over it.
  EXPECT_LE(difference(through(glass(kRedLight), glass(kBlueLight)), {64, 0, 128}), 4);
}

TEST_F(Alpha, TheRenderQueueDecidesTheOrder) {
  EXPECT_LE(difference(through(glass(kRedLight), glass(kBlueLight, false, -1)), {128, 0, 64}), 4);
  EXPECT_LE(difference(through(glass(kRedLight, false, -2), glass(kBlueLight, false, -1)), {64, 0, 128}), 4);
}

TEST_F(Alpha, WithZWriteHidesWhatIsBehind) {
  EXPECT_LE(difference(through(glass(kRedLight, true), glass(kBlueLight)), {128, 0, 0}), 4);
  EXPECT_LE(difference(through(glass(kRedLight), glass(kBlueLight, true)), {128, 0, 64}), 4)
      << "what writes depth comes first, whatever its queue";
  EXPECT_LE(difference(through(glass(kRedLight, true, 5), glass(kBlueLight, true, 2)), {128, 0, 64}), 4);
}

TEST_F(Alpha, SkinnedPartsAreOrderedLikeRigidOnes) {
  for (const int queue : {-1, 0}) {
    Model model = bareModel();
    addRigid(
        model, 0,
        makeSquare(kMiddle - glm::vec3(0.0F, 0.0F, 0.2F), 0.5F, add(model, toon(kBlackLight, kBlackLight))));
    Primitive skinned = makeSquare(kMiddle, 0.3F, add(model, glass(kBlueLight, false, queue)));
    skinned.joints.assign(4, {0, 0, 0, 0});
    skinned.weights.assign(4, {1.0F, 0.0F, 0.0F, 0.0F});
    const int node = addRigid(model, 0, skinned);
    model.nodes[static_cast<std::size_t>(node)].skin = 0;
    model.skins.push_back({{0}, {glm::mat4(1.0F)}});
    const int head = model.boneNode[index(Bone::head)];
    addRigid(model, head,
             makeSquare(kMiddle + glm::vec3(0.0F, 0.0F, 0.2F), 0.3F, add(model, glass(kRedLight))));
    // The file has the far one first: the near one is over it, in the queue or by the file.
    EXPECT_LE(difference(colorOf(shootAtRest(model), facing(kMiddle), kMiddle), {128, 0, 64}), 4) << queue;
    model.materials.back().mtoon.renderQueueOffset = -5;
    EXPECT_LE(difference(colorOf(shootAtRest(model), facing(kMiddle), kMiddle), {64, 0, 128}), 4) << queue;
  }
}

TEST_F(Alpha, MasksCutByTheirCutoff) {
  for (const float cutoff : {0.2F, 0.6F}) {
    Model model = bareModel();
    Material material = toon(kRedLight, kRedLight);
    material.alphaMode = AlphaMode::mask;
    material.baseColor.a = 0.4F;
    material.alphaCutoff = cutoff;
    EXPECT_EQ(difference(seen(model, material), kRed) <= 2, cutoff < 0.4F);
  }
}

TEST_F(Alpha, MasksCutTheirShadowToo) {
  for (const float alpha : {0.0F, 1.0F}) {
    Model model = bareModel();
    addRigid(model, 0, makeSquare(kMiddle, 0.5F, add(model, toon(kRedLight, kGreenLight))));
    Material blocker = toon(kRedLight, kRedLight);
    blocker.alphaMode = AlphaMode::mask;
    blocker.baseColor.a = alpha;
    addRigid(model, 0, makeSquare(kMiddle + towardsSun() * 0.5F, 0.15F, add(model, blocker)));
    const glm::ivec3 color = colorOf(shootAtRest(std::move(model)), facing(kMiddle), kMiddle);
    EXPECT_EQ(color.g > 150, alpha > 0.5F);
  }
}

TEST_F(Alpha, OpaqueSurfacesTakeNoNoticeOfAlpha) {
  Material material = toon(kRedLight, kRedLight);
  material.baseColor.a = 0.1F;
  EXPECT_LE(difference(seen(material), kRed), 2);
}

}  // namespace
}  // namespace lead
