// X11's macros break Filament's headers: this file includes none of them.
#include "scene/display.h"

#include <X11/Xlib.h>

#include <cstdlib>
#include <string>

#include "scene/graphics_error.h"

namespace lead {

void requireDisplay() {
  const char* name = std::getenv("DISPLAY");
  if (name == nullptr || *name == '\0')
    throw GraphicsError(
        "there is no display to draw on: DISPLAY is not set (without a screen, run under "
        "scripts/with-xvfb.sh)");
  Display* display = XOpenDisplay(nullptr);
  if (display == nullptr)
    throw GraphicsError("the display " + std::string(name) + " can't be opened: is its X server running?");
  XCloseDisplay(display);
}

}  // namespace lead
