#include "desktop/window.h"

#include <SDL.h>
#include <SDL_syswm.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace lead {

struct Window::Parts {
  SDL_Window* window = nullptr;
  void* native = nullptr;
};

namespace {

std::optional<Key> keyOf(SDL_Keycode code) {
  switch (code) {
    case SDLK_TAB:
      return Key::tab;
    case SDLK_LEFT:
      return Key::left;
    case SDLK_RIGHT:
      return Key::right;
    case SDLK_UP:
      return Key::up;
    case SDLK_DOWN:
      return Key::down;
    case SDLK_HOME:
      return Key::home;
    case SDLK_END:
      return Key::end;
    case SDLK_BACKSPACE:
      return Key::backspace;
    case SDLK_DELETE:
      return Key::erase;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
      return Key::enter;
    case SDLK_ESCAPE:
      return Key::escape;
    case SDLK_LSHIFT:
    case SDLK_RSHIFT:
      return Key::shift;
    case SDLK_LCTRL:
    case SDLK_RCTRL:
      return Key::control;
    case SDLK_a:
      return Key::a;
    case SDLK_c:
      return Key::c;
    case SDLK_v:
      return Key::v;
    case SDLK_x:
      return Key::x;
    case SDLK_F1:
      return Key::f1;
    case SDLK_F2:
      return Key::f2;
    default:
      return std::nullopt;
  }
}

std::optional<Button> buttonOf(std::uint8_t button) {
  switch (button) {
    case SDL_BUTTON_LEFT:
      return Button::left;
    case SDL_BUTTON_RIGHT:
      return Button::right;
    case SDL_BUTTON_MIDDLE:
      return Button::middle;
    default:
      return std::nullopt;
  }
}

void translateWindow(const SDL_WindowEvent& event, InputEvents& events) {
  if (event.event == SDL_WINDOWEVENT_SIZE_CHANGED)
    events.push_back(WindowResized{static_cast<std::uint32_t>(std::max(event.data1, 0)),
                                   static_cast<std::uint32_t>(std::max(event.data2, 0))});
  // A button let go outside is never reported: what is held is let go of with the focus.
  if (event.event == SDL_WINDOWEVENT_FOCUS_LOST)
    for (Button button : {Button::left, Button::right, Button::middle})
      events.push_back(ButtonChanged{button, false});
}

PointerMoved pointerIn(Uint32 window) {
  int x = 0;
  int y = 0;
  int left = 0;
  int top = 0;
  SDL_GetGlobalMouseState(&x, &y);
  SDL_GetWindowPosition(SDL_GetWindowFromID(window), &left, &top);
  return {{static_cast<float>(x - left), static_cast<float>(y - top)}};
}

void translate(const SDL_Event& event, InputEvents& events) {
  switch (event.type) {
    case SDL_QUIT:
      events.push_back(CloseAsked{});
      break;
    case SDL_MOUSEMOTION:
      events.push_back(
          PointerMoved{{static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)}});
      break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      if (const auto button = buttonOf(event.button.button)) {
        events.push_back(
            PointerMoved{{static_cast<float>(event.button.x), static_cast<float>(event.button.y)}});
        events.push_back(ButtonChanged{*button, event.type == SDL_MOUSEBUTTONDOWN});
      }
      break;
    case SDL_MOUSEWHEEL:
      events.push_back(WheelTurned{event.wheel.preciseY});
      break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
      if (const auto key = keyOf(event.key.keysym.sym))
        events.push_back(KeyChanged{*key, event.type == SDL_KEYDOWN});
      break;
    case SDL_TEXTINPUT:
      events.push_back(TextTyped{event.text.text});
      break;
    case SDL_DROPFILE:
      events.push_back(pointerIn(event.drop.windowID));  // nothing is heard of it while a file is dragged
      events.push_back(FileDropped{event.drop.file});
      SDL_free(event.drop.file);
      break;
    case SDL_WINDOWEVENT:
      translateWindow(event.window, events);
      break;
    default:
      break;
  }
}

}  // namespace

Window::Window(const std::string& title, std::uint32_t width, std::uint32_t height)
    : parts_(std::make_unique<Parts>()) {
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11");  // Filament draws into an X11 window
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  if (SDL_Init(SDL_INIT_VIDEO) != 0)
    throw std::runtime_error(std::string("No window can be opened: ") + SDL_GetError());
  parts_->window =
      SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, static_cast<int>(width),
                       static_cast<int>(height), SDL_WINDOW_SHOWN | SDL_WINDOW_RESIZABLE);
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (parts_->window == nullptr || SDL_GetWindowWMInfo(parts_->window, &info) != SDL_TRUE) {
    const std::string reason = SDL_GetError();
    SDL_Quit();
    throw std::runtime_error("No window can be opened: " + reason);
  }
  parts_->native = reinterpret_cast<void*>(info.info.x11.window);
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
}

Window::~Window() {
  SDL_DestroyWindow(parts_->window);
  SDL_Quit();
}

void Window::poll(InputEvents& events) {
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) translate(event, events);
}

void* Window::native() const {
  return parts_->native;
}

std::uint32_t Window::width() const {
  int width = 0;
  SDL_GetWindowSize(parts_->window, &width, nullptr);
  return static_cast<std::uint32_t>(width);
}

std::uint32_t Window::height() const {
  int height = 0;
  SDL_GetWindowSize(parts_->window, nullptr, &height);
  return static_cast<std::uint32_t>(height);
}

}  // namespace lead
