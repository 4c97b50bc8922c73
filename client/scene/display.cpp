// X11's macros break Filament's headers: this file includes none of them.
#include "scene/display.h"

#include <X11/Xlib.h>
#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <string>
#include <string_view>

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

void keepDriverNamed() {
#ifdef __SANITIZE_ADDRESS__
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        if (std::string_view(info->dlpi_name).ends_with("_dri.so"))
          dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NODELETE | RTLD_NOLOAD);
        return 0;
      },
      nullptr);
#endif
}

}  // namespace lead
