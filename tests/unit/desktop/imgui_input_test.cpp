#include "desktop/imgui_input.h"

#include <gtest/gtest.h>
#include <imgui.h>

namespace lead {
namespace {

struct ImGuiInput : testing::Test {
  void SetUp() override {
    ImGui::CreateContext();
    ImGui::GetIO().DisplaySize = {800, 600};
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    setUpImGuiKeys();
  }
  void TearDown() override { ImGui::DestroyContext(); }

  /// Whether a button that fills the screen was clicked in this frame.
  bool frame() {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize);
    const bool clicked = ImGui::Button("button", {700, 500});
    ImGui::End();
    ImGui::Render();
    imGuiHasDrawn();
    return clicked;
  }
  static void button(bool down) { feedImGui(ButtonChanged{Button::left, down}); }
};

TEST_F(ImGuiInput, AClickOverSeveralFramesIsOne) {
  feedImGui(PointerMoved{{100, 100}});
  frame();
  frame();
  button(true);
  EXPECT_FALSE(frame());
  button(false);
  EXPECT_TRUE(frame());
  EXPECT_FALSE(frame());
}

TEST_F(ImGuiInput, AClickWithinOneSlowFrameIsOneToo) {
  feedImGui(PointerMoved{{100, 100}});
  frame();
  frame();
  button(true);
  button(false);
  EXPECT_FALSE(frame());
  EXPECT_TRUE(frame());
  EXPECT_FALSE(frame());
}

TEST_F(ImGuiInput, AKeyStruckWithinOneSlowFrameIsSeen) {
  feedImGui(KeyChanged{Key::enter, true});
  feedImGui(KeyChanged{Key::enter, false});
  ImGui::NewFrame();
  EXPECT_TRUE(ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter)));
  ImGui::EndFrame();
  imGuiHasDrawn();
  ImGui::NewFrame();
  EXPECT_FALSE(ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Enter)));
  ImGui::EndFrame();
}

}  // namespace
}  // namespace lead
