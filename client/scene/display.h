// Whether there is a display to draw on, asked before Filament is: without one it ends the process.
#pragma once

namespace lead {

/// Throws GraphicsError, with what to do about it, where $DISPLAY is unset or can't be opened.
void requireDisplay();

}  // namespace lead
