// The same picture from two renderers. Skips what isn't installed.
#include <gtest/gtest.h>
#include <png.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "storyboard/storyboard_file.h"

namespace lead::storyboard {
namespace {

namespace fs = std::filesystem;

constexpr int kWidth = 430;
constexpr int kHeight = 550;

bool hasProgram(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

std::vector<std::uint8_t> readGrey(const fs::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, file.c_str()) == 0) return {};
  image.format = PNG_FORMAT_GRAY;
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  const png_color white{255, 255, 255};
  if (png_image_finish_read(&image, &white, pixels.data(), 0, nullptr) == 0) return {};
  if (image.width != kWidth || image.height < kHeight) return {};
  pixels.resize(kWidth * kHeight);
  return pixels;
}

class Render : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("lead-storyboard-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& svg) {
    const fs::path file = folder_ / "panel.svg";
    std::ofstream(file) << svg;
    return file;
  }
  std::vector<std::uint8_t> byRsvg(const fs::path& svg) {
    const fs::path png = folder_ / "rsvg.png";
    const std::string command = "rsvg-convert -w " + std::to_string(kWidth) + " -h " +
                                std::to_string(kHeight) + " -o " + png.string() + " " + svg.string() +
                                " 2>/dev/null";
    return std::system(command.c_str()) == 0 ? readGrey(png) : std::vector<std::uint8_t>{};
  }
  // A page that shows the file as a browser shows a picture.
  std::vector<std::uint8_t> byChromium(const fs::path& svg) {
    const fs::path page = folder_ / "page.html";
    std::ofstream(page) << "<body style='margin:0'><img src='" << svg.filename().string()
                        << "' width=" << kWidth << " height=" << kHeight << "></body>";
    const fs::path png = folder_ / "chromium.png";
    const std::string command = "HOME=" + folder_.string() +
                                " timeout 60 chromium --headless --no-sandbox --disable-gpu "
                                "--hide-scrollbars --force-device-scale-factor=1 "
                                "--user-data-dir=" +
                                (folder_ / "profile").string() + " --window-size=" + std::to_string(kWidth) +
                                "," + std::to_string(kHeight + 200) + " --screenshot=" + png.string() +
                                " file://" + page.string() + " >/dev/null 2>&1";
    return std::system(command.c_str()) == 0 ? readGrey(png) : std::vector<std::uint8_t>{};
  }

 private:
  fs::path folder_;
};

std::string drawing() {
  Panel panel;
  panel.figures.push_back(figureOf("running"));
  panel.view = {{0, 0}, {kCanvasWidth, kCanvasHeight}};
  return panelSvg(panel);
}

TEST_F(Render, RsvgDrawsAFigure) {
  if (!hasProgram("rsvg-convert")) GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
  const auto pixels = byRsvg(write(drawing()));
  ASSERT_FALSE(pixels.empty());
  const auto dark = std::count_if(pixels.begin(), pixels.end(), [](std::uint8_t p) { return p < 128; });
  EXPECT_GT(dark, 1500);
  EXPECT_LT(dark, kWidth * kHeight / 4);
}

TEST_F(Render, TwoRenderersDrawTheSamePicture) {
  if (!hasProgram("rsvg-convert")) GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
  if (!hasProgram("chromium")) GTEST_SKIP() << "chromium is not installed";
  const fs::path svg = write(drawing());
  const auto one = byRsvg(svg);
  const auto other = byChromium(svg);
  ASSERT_FALSE(one.empty());
  ASSERT_FALSE(other.empty());
  std::size_t differ = 0;
  double sum = 0.0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const int difference = std::abs(one[i] - other[i]);
    differ += difference > 96 ? 1 : 0;
    sum += difference;
  }
  EXPECT_LT(sum / static_cast<double>(one.size()), 1.0) << "mean difference of 255";
  EXPECT_LT(differ, one.size() / 500);
}

}  // namespace
}  // namespace lead::storyboard
