#include "scene/picture.h"

#include <gtest/gtest.h>

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
  std::uint32_t width = 4;
  std::uint32_t height = 2;
  std::vector<std::uint8_t> rgba(32, 0);
  for (std::size_t i = 0; i < 4; ++i) rgba[i] = 200;
  halve(width, height, rgba);
  EXPECT_EQ(width, 2U);
  EXPECT_EQ(height, 1U);
  ASSERT_EQ(rgba.size(), 8U);
  EXPECT_EQ(rgba[0], 50);
  EXPECT_EQ(rgba[4], 0);
  halve(width, height, rgba);
  halve(width, height, rgba);
  EXPECT_EQ(width, 1U);
  EXPECT_EQ(height, 1U);
}

}  // namespace
}  // namespace lead
