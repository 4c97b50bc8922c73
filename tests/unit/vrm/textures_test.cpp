// Pictures: decoded, scaled down, or left out with a warning; never a reason to refuse the model.
#include <gmock/gmock.h>

#include <algorithm>

#include "humanoid_glb.h"
#include "png.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Humanoid withImage(const Bytes& encoded) {
  Humanoid file = makeHumanoid();
  file.add("images", {{"name", "Face"}, {"mimeType", "image/png"}, {"bufferView", file.view(encoded)}});
  return file;
}

TEST(Images, PngIsDecodedToRgba) {
  const ModelPtr model = load(withImage(makePng(4, 3)));
  const Image& image = model->images.at(0);
  EXPECT_EQ(image.name, "Face");
  EXPECT_EQ(image.width, 4U);
  EXPECT_EQ(image.height, 3U);
  ASSERT_EQ(image.rgba.size(), 4U * 3U * 4U);
  EXPECT_THAT(Bytes(image.rgba.begin(), image.rgba.begin() + 8),
              ElementsAre(200, 100, 50, 128, 10, 20, 30, 255));
}

TEST(Images, JpegIsDecodedToRgba) {
  const ModelPtr model = load(withImage(makeJpeg(8, 8)));
  ASSERT_EQ(model->images.at(0).rgba.size(), 8U * 8U * 4U);
  EXPECT_NEAR(model->images[0].rgba[0], 90, 3);
  EXPECT_EQ(model->images[0].rgba[3], 255);
}

TEST(Images, DataAddress) {
  Humanoid file = makeHumanoid();
  file.add(
      "images",
      {{"uri",
        "data:image/"
        "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
        "rkJggg=="}});
  EXPECT_EQ(load(file)->images.at(0).width, 1U);
}

TEST(Images, BrokenAndForeignPicturesAreLeftOut) {
  Bytes broken = makePng(16, 16);
  broken.resize(broken.size() / 2);
  const Bytes gif{'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0};
  for (const Bytes& bytes : {broken, gif, Bytes{1, 2, 3}}) {
    const ModelPtr model = load(withImage(bytes));
    EXPECT_TRUE(model->images.at(0).rgba.empty());
    EXPECT_TRUE(warns(*model, "picture 0 'Face' is"));
  }
}

TEST(Images, JpegWhoseHuffmanTableIsTooLongIsLeftOut) {
  Bytes bytes = makeJpeg(8, 8);
  const Bytes marker{0xFF, 0xC4};
  const auto table = std::search(bytes.begin(), bytes.end(), marker.begin(), marker.end());
  ASSERT_NE(table, bytes.end());
  std::fill_n(table + 5, 16, std::uint8_t{0xFF});  // 4080 symbols instead of 256 at most
  const ModelPtr model = load(withImage(bytes));
  EXPECT_TRUE(model->images.at(0).rgba.empty());
  EXPECT_TRUE(warns(*model, "picture 0 'Face' is"));
}

TEST(Images, TruncatedJpegIsLeftOut) {
  Bytes bytes = makeJpeg(64, 64);
  bytes.resize(bytes.size() - 20);
  const ModelPtr model = load(withImage(bytes));
  EXPECT_TRUE(model->images.at(0).rgba.empty());
}

TEST(Images, PictureWithoutData) {
  Humanoid file = makeHumanoid();
  file.add("images", {{"name", "Lost"}});
  const ModelPtr model = load(file);
  EXPECT_TRUE(model->images.at(0).rgba.empty());
  EXPECT_TRUE(warns(*model, "'Lost' has no data"));
}

TEST(Images, PictureInAViewThatDoesntExist) {
  Humanoid file = makeHumanoid();
  file.add("images", {{"bufferView", 12}});
  EXPECT_THAT(refusal(file.build()), HasSubstr("buffer view 12 doesn't exist"));
}

TEST(Images, LargeOnesAreScaledDownKeepingTheirShape) {
  LoadLimits limits;
  limits.keptSide = 16;
  const ModelPtr model = loadModel(withImage(makePng(64, 32)).build(), limits);
  EXPECT_EQ(model->images.at(0).width, 16U);
  EXPECT_EQ(model->images.at(0).height, 8U);
  EXPECT_EQ(model->images[0].rgba.size(), 16U * 8U * 4U);
  EXPECT_EQ(model->images[0].rgba.back(), 255);
  EXPECT_TRUE(warns(*model, "was scaled down from 64 x 32 to 16 x 8"));
}

TEST(Images, AllTogetherFitTheLimit) {
  LoadLimits limits;
  limits.keptPixels = 16 * 16 + 8 * 8;
  Humanoid file = withImage(makePng(16, 16));
  file.json["images"].push_back(file.json["images"][0]);
  file.json["images"].push_back(file.json["images"][0]);
  const ModelPtr model = loadModel(file.build(), limits);
  EXPECT_EQ(model->images[0].width, 16U);
  EXPECT_EQ(model->images[1].width, 8U);
  EXPECT_TRUE(model->images[2].rgba.empty());
}

TEST(Images, TooLargeToDecodeIsLeftOut) {
  LoadLimits limits;
  limits.imageSide = 32;
  const ModelPtr model = loadModel(withImage(makePng(33, 2)).build(), limits);
  EXPECT_TRUE(model->images.at(0).rgba.empty());
  EXPECT_TRUE(warns(*model, "too large (33 x 2)"));

  LoadLimits work;
  work.decodedPixels = 100;
  EXPECT_TRUE(loadModel(withImage(makePng(11, 10)).build(), work)->images.at(0).rgba.empty());
}

}  // namespace
}  // namespace lead::test
