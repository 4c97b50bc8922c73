// Input events to Dear ImGui. Scripts and windows go the same way, which imgui_impl_sdl, fed by SDL alone,
// can't.
#pragma once

#include "desktop/input_event.h"

namespace lead {

/// Once, after the ImGui context has been made.
void setUpImGuiKeys();
void feedImGui(const InputEvent& event);
/// After ImGui has drawn a frame with what it was fed. ImGui 1.86 looks at buttons and keys once a frame
/// only: what goes down and up within one (a slow one) is up for it in the next.
void imGuiHasDrawn();
/// ImGui wants the pointer for itself.
bool imGuiHasPointer();
/// A text field has the keyboard.
bool imGuiHasKeyboard();

}  // namespace lead
