// Whether there is a display to draw on, asked before Filament is: without one it ends the process.
#pragma once

namespace lead {

/// Throws GraphicsError, with what to do about it, where $DISPLAY is unset or can't be opened.
void requireDisplay();

/// Under AddressSanitizer: keeps the OpenGL driver loaded to the end. What it holds would otherwise be
/// reported as leaks of an unknown module, which no suppression can name. Otherwise nothing. Call while an
/// engine lives.
void keepDriverNamed();

}  // namespace lead
