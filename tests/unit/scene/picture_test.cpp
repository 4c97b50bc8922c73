#include "scene/picture.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <stdexcept>

#include "scene/prepared_model.h"

namespace lead {
namespace {

Picture plain(std::uint32_t width, std::uint32_t height, std::uint8_t value) {
  return {width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width) * height * 4, value)};
}

TEST(ContactSheet, PutsTilesInRows) {
  const Picture sheet = contactSheet({plain(10, 8, 10), plain(10, 8, 20), plain(10, 8, 30)}, 2);
  EXPECT_EQ(sheet.width, 24U);
  EXPECT_EQ(sheet.height, 20U);
  EXPECT_EQ(sheet.pixel(0, 0)[0], 10);
  EXPECT_EQ(sheet.pixel(14, 7)[0], 20);
  EXPECT_EQ(sheet.pixel(0, 12)[0], 30);
  EXPECT_EQ(sheet.pixel(20, 15)[0], 255);
}

TEST(ContactSheet, RefusesTilesOfDifferentSizes) {
  EXPECT_THROW(contactSheet({plain(10, 8, 0), plain(9, 8, 0)}, 2), std::invalid_argument);
}

TEST(SavePng, SaysSoWhenItCannot) {
  EXPECT_THROW(savePng("/nowhere/at/all.png", plain(2, 2, 0)), std::runtime_error);
  EXPECT_THROW(savePng(std::filesystem::temp_directory_path() / "lead-empty.png", Picture{}),
               std::runtime_error);
}

TEST(Halve, Averages) {
  std::vector<std::uint8_t> rgba(32, 0);
  for (std::size_t i = 0; i < 4; ++i) rgba[i] = 200;
  const PreparedLevel whole{4, 2, std::make_shared<const std::vector<std::uint8_t>>(rgba)};
  const PreparedLevel half = halved(whole, false);
  EXPECT_EQ(half.width, 2U);
  EXPECT_EQ(half.height, 1U);
  EXPECT_THAT(*half.rgba, testing::ElementsAre(50, 50, 50, 50, 0, 0, 0, 0));
  const PreparedLevel pixel = halved(halved(half, false), false);
  EXPECT_EQ(pixel.width, 1U);
  EXPECT_EQ(pixel.height, 1U);
}

TEST(Halve, AveragesColorsByTheirLight) {
  const PreparedLevel chequered{2, 1,
                                std::make_shared<const std::vector<std::uint8_t>>(
                                    std::vector<std::uint8_t>{255, 0, 10, 100, 0, 0, 10, 0})};
  EXPECT_THAT(*halved(chequered, true).rgba, testing::ElementsAre(188, 0, 10, 50));
}

TEST(MipLevels, GoDownToOnePixel) {
  const PreparedLevel whole{5, 3, std::make_shared<const std::vector<std::uint8_t>>(60)};
  PreparedImages images{{0, PreparedImage{{whole}, true, false}}};
  addMipLevels(images);
  ASSERT_EQ(images[0].levels.size(), 3U);
  EXPECT_EQ(images[0].levels[1].width, 2U);
  EXPECT_EQ(images[0].levels[1].height, 1U);
  EXPECT_EQ(images[0].levels[2].width, 1U);
}

}  // namespace
}  // namespace lead
