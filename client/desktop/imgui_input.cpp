#include "desktop/imgui_input.h"

#include <imgui.h>

#include <array>
#include <bitset>
#include <utility>

namespace lead {
namespace {

constexpr std::array<std::pair<ImGuiKey, Key>, 15> kMap{{
    {ImGuiKey_Tab, Key::tab},
    {ImGuiKey_LeftArrow, Key::left},
    {ImGuiKey_RightArrow, Key::right},
    {ImGuiKey_UpArrow, Key::up},
    {ImGuiKey_DownArrow, Key::down},
    {ImGuiKey_Home, Key::home},
    {ImGuiKey_End, Key::end},
    {ImGuiKey_Backspace, Key::backspace},
    {ImGuiKey_Delete, Key::erase},
    {ImGuiKey_Enter, Key::enter},
    {ImGuiKey_Escape, Key::escape},
    {ImGuiKey_A, Key::a},
    {ImGuiKey_C, Key::c},
    {ImGuiKey_V, Key::v},
    {ImGuiKey_X, Key::x},
}};

/// Of one frame, by the index of a button or key.
template <std::size_t kCount>
struct Presses {
  std::bitset<kCount> fresh;  ///< went down since the last frame
  std::bitset<kCount> late;   ///< and up again

  void change(std::size_t which, bool down, bool* state) {
    late[which] = !down && fresh[which];
    if (down) fresh[which] = true;
    if (!late[which]) state[which] = down;
  }
  void settle(bool* state) {
    for (std::size_t i = 0; i < kCount; ++i)
      if (late[i]) state[i] = false;
    fresh.reset();
    late.reset();
  }
};

// As ImGui's own state: one for the program.
Presses<3> buttons;
Presses<64> keys;

struct Feeder {
  ImGuiIO& io;

  void operator()(const PointerMoved& e) const { io.MousePos = {e.position.x, e.position.y}; }
  void operator()(const ButtonChanged& e) const {
    buttons.change(static_cast<std::size_t>(e.button), e.down, io.MouseDown);
  }
  void operator()(const WheelTurned& e) const { io.MouseWheel += e.steps; }
  void operator()(const KeyChanged& e) const {
    keys.change(static_cast<std::size_t>(e.key), e.down, io.KeysDown);
    if (e.key == Key::shift) io.KeyShift = e.down;
    if (e.key == Key::control) io.KeyCtrl = e.down;
  }
  void operator()(const TextTyped& e) const { io.AddInputCharactersUTF8(e.text.c_str()); }
  void operator()(const FileDropped&) const {}
  void operator()(const WindowResized&) const {}
  void operator()(const CloseAsked&) const {}
};

}  // namespace

void imGuiHasDrawn() {
  ImGuiIO& io = ImGui::GetIO();
  buttons.settle(io.MouseDown);
  keys.settle(io.KeysDown);
}

void setUpImGuiKeys() {
  for (const auto& [imgui, key] : kMap) ImGui::GetIO().KeyMap[imgui] = static_cast<int>(key);
  ImGui::GetIO().IniFilename = nullptr;
}

void feedImGui(const InputEvent& event) {
  std::visit(Feeder{ImGui::GetIO()}, event);
}

bool imGuiHasPointer() {
  return ImGui::GetIO().WantCaptureMouse;
}

bool imGuiHasKeyboard() {
  return ImGui::GetIO().WantTextInput;
}

}  // namespace lead
