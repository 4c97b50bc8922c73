#include "scene/overlay.h"

#include <filagui/ImGuiHelper.h>
#include <filament/View.h>
#include <filament/Viewport.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "scene/gpu.h"

namespace lead {
namespace {

constexpr std::array kFonts{
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
};

/// Latin, Greek and Cyrillic, and the dashes and dots of ordinary sentences.
constexpr std::array<ImWchar, 7> kGlyphs{0x0020, 0x024F, 0x0370, 0x052F, 0x2010, 0x2027, 0};

void addFont(float pixels) {
  ImGuiIO& io = ImGui::GetIO();
  for (const char* path : kFonts) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) continue;
    io.FontDefault = io.Fonts->AddFontFromFileTTF(path, pixels, nullptr, kGlyphs.data());
    if (io.FontDefault != nullptr) return;
  }
  io.Fonts->AddFontDefault();
}

}  // namespace

struct Overlay::Parts {
  explicit Parts(Stage& theStage) : stage(theStage), view(own(stage.engine(), stage.engine().createView())) {}

  ~Parts() {
    stage.setOverlay(nullptr);
    stage.engine().flushAndWait();
    helper.reset();
    // The helper ends the context that it was given, too; should that change, end it here.
    if (context != nullptr && ImGui::GetCurrentContext() == context) ImGui::DestroyContext(context);
  }

  Stage& stage;
  ImGuiContext* context = nullptr;
  Owned<filament::View> view;
  std::unique_ptr<filagui::ImGuiHelper> helper;
};

Overlay::Overlay(Stage& stage, float fontPixels) : parts_(std::make_unique<Parts>(stage)) {
  filament::View& view = *parts_->view;
  view.setBlendMode(filament::View::BlendMode::TRANSLUCENT);
  view.setPostProcessingEnabled(false);
  view.setShadowingEnabled(false);
  view.setViewport({0, 0, stage.width(), stage.height()});
  // The helper hands the font's picture to the driver at once: fonts have to be there before it.
  parts_->context = ImGui::CreateContext();
  ImGui::SetCurrentContext(parts_->context);
  ImGui::GetIO().IniFilename = nullptr;
  addFont(std::max(fontPixels, 6.0F));
  parts_->helper =
      std::make_unique<filagui::ImGuiHelper>(&stage.engine(), &view, utils::Path(), parts_->context);
  stage.setOverlay(&view);
}

Overlay::~Overlay() {
  parts_->stage.setOverlay(nullptr);
}

void Overlay::update(float seconds, const std::function<void()>& draw) {
  const std::uint32_t width = parts_->stage.width();
  const std::uint32_t height = parts_->stage.height();
  parts_->view->setViewport({0, 0, width, height});
  parts_->helper->setDisplaySize(static_cast<int>(width), static_cast<int>(height));
  parts_->helper->render(std::max(seconds, 1e-4F), [&](filament::Engine*, filament::View*) { draw(); });
}

}  // namespace lead
