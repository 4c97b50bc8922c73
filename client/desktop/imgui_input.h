// Input events to Dear ImGui. Scripts and windows go the same way, which imgui_impl_sdl, fed by SDL alone,
// can't.
#pragma once

#include "desktop/input_event.h"

namespace lead {

/// Once, after the ImGui context has been made.
void setUpImGuiKeys();
void feedImGui(const InputEvent& event);
/// ImGui wants the pointer for itself.
bool imGuiHasPointer();
/// A text field has the keyboard.
bool imGuiHasKeyboard();

}  // namespace lead
