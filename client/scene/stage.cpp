// Filament's headers first: those of X11 define words that they use.
#include "scene/stage.h"

#include <backend/PixelBufferDescriptor.h>
#include <filament/Camera.h>
#include <filament/Renderer.h>
#include <filament/Scene.h>
#include <filament/SwapChain.h>
#include <filament/TransformManager.h>
#include <filament/View.h>
#include <filament/Viewport.h>

#include <algorithm>
#include <cstdlib>

#include "scene/display.h"
#include "scene/gpu.h"
#include "scene/material_library.h"

namespace lead {
namespace {

struct EngineDeleter {
  void operator()(filament::Engine* engine) const { filament::Engine::destroy(&engine); }
};

filament::Engine* createEngine() {
  requireDisplay();
  // llvmpipe offers framebuffer fetch and gets it wrong; Mesa reads this when its first context is made.
  setenv("MESA_EXTENSION_OVERRIDE",
         "-GL_EXT_shader_framebuffer_fetch -GL_EXT_shader_framebuffer_fetch_non_coherent", 0);
  filament::Engine* engine = filament::Engine::create(filament::backend::Backend::OPENGL);
  if (engine == nullptr) throw GraphicsError("OpenGL 4.1 is not available on this display");
  keepDriverNamed();
  return engine;
}

filament::math::double3 toDouble3(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}

}  // namespace

struct Stage::Parts {
  std::unique_ptr<filament::Engine, EngineDeleter> engine{createEngine()};
  Owned<filament::SwapChain> swapChain;
  Owned<filament::Renderer> renderer;
  Owned<filament::Scene> scene;
  Owned<filament::View> view;
  std::unique_ptr<MaterialLibrary> materials;
  utils::Entity cameraEntity;
  filament::Camera* camera = nullptr;
  filament::View* overlay = nullptr;
  CameraPose pose;
  void* window = nullptr;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool somethingDestroyed = false;
  bool begun = false;  ///< a frame, which isn't drawn yet

  ~Parts() {
    if (camera == nullptr) return;
    engine->destroyCameraComponent(cameraEntity);
    utils::EntityManager::get().destroy(cameraEntity);
  }

  void createSwapChain() {
    constexpr auto kReadable = filament::SwapChain::CONFIG_READABLE;
    swapChain.reset();
    swapChain = own(*engine, window != nullptr ? engine->createSwapChain(window, kReadable)
                                               : engine->createSwapChain(width, height, kReadable));
    if (!swapChain) throw GraphicsError("the window can't be drawn into");
  }

  void draw() {
    // Filament 1.9 draws some things black in the frame after a skin's bones were destroyed, at least in
    // software.
    if (somethingDestroyed) renderer->render(view.get());
    somethingDestroyed = false;
    renderer->render(view.get());
    if (overlay != nullptr) renderer->render(overlay);
  }

  void end() {
    renderer->endFrame();
    begun = false;
  }
};

Stage::Stage(const StageOptions& options) : parts_(std::make_unique<Parts>()) {
  filament::Engine& engine = *parts_->engine;
  parts_->width = std::max(options.width, 1U);
  parts_->height = std::max(options.height, 1U);
  constexpr auto kReadable = filament::SwapChain::CONFIG_READABLE;
  parts_->swapChain = own(engine, options.nativeWindow != nullptr
                                      ? engine.createSwapChain(options.nativeWindow, kReadable)
                                      : engine.createSwapChain(parts_->width, parts_->height, kReadable));
  if (!parts_->swapChain) throw GraphicsError("the window can't be drawn into");
  parts_->renderer = own(engine, engine.createRenderer());
  parts_->renderer->setClearOptions({{0.0F, 0.0F, 0.0F, 1.0F}, true, true});
  parts_->scene = own(engine, engine.createScene());
  parts_->view = own(engine, engine.createView());
  parts_->cameraEntity = utils::EntityManager::get().create();
  parts_->camera = engine.createCamera(parts_->cameraEntity);
  filament::View& view = *parts_->view;
  view.setScene(parts_->scene.get());
  view.setCamera(parts_->camera);
  view.setPostProcessingEnabled(false);
  view.setAntiAliasing(filament::View::AntiAliasing::NONE);
  view.setDithering(filament::View::Dithering::NONE);
  view.setSampleCount(static_cast<std::uint8_t>(std::clamp(options.samples, 1, 8)));
  view.setShadowingEnabled(options.shadows);
  parts_->materials = std::make_unique<MaterialLibrary>(engine);
  resize(parts_->width, parts_->height);
}

Stage::~Stage() = default;

std::uint32_t Stage::width() const {
  return parts_->width;
}
std::uint32_t Stage::height() const {
  return parts_->height;
}
const CameraPose& Stage::camera() const {
  return parts_->pose;
}
filament::Engine& Stage::engine() {
  return *parts_->engine;
}
filament::Scene& Stage::scene() {
  return *parts_->scene;
}
MaterialLibrary& Stage::materials() {
  return *parts_->materials;
}
void Stage::noteDestroyed() {
  parts_->somethingDestroyed = true;
}
void Stage::setShadows(bool on) {
  parts_->view->setShadowingEnabled(on);
}

void Stage::resize(std::uint32_t width, std::uint32_t height) {
  if (width == 0 || height == 0) return;
  const bool changed = width != parts_->width || height != parts_->height;
  parts_->width = width;
  parts_->height = height;
  // A window's buffers follow the window; those without one don't.
  if (changed && parts_->window == nullptr) parts_->createSwapChain();
  parts_->view->setViewport({0, 0, width, height});
  setCamera(parts_->pose);
}

void Stage::setCamera(const CameraPose& pose) {
  parts_->pose = pose;
  const double aspect = static_cast<double>(parts_->width) / parts_->height;
  parts_->camera->setProjection(glm::degrees(static_cast<double>(pose.fovY)), aspect, pose.nearPlane,
                                pose.farPlane, filament::Camera::Fov::VERTICAL);
  parts_->camera->lookAt(toDouble3(pose.eye), toDouble3(pose.target), {0.0, 1.0, 0.0});
}

void Stage::setOverlay(filament::View* view) {
  parts_->overlay = view;
}

bool Stage::begin() {
  if (!parts_->begun) parts_->begun = parts_->renderer->beginFrame(parts_->swapChain.get());
  return parts_->begun;
}

bool Stage::render() {
  const Spending spending(cost_, FramePart::filament);
  if (!begin()) return false;
  parts_->draw();
  parts_->end();
  return true;
}

Picture Stage::capture() {
  Picture picture{parts_->width, parts_->height, {}};
  picture.rgba.resize(static_cast<std::size_t>(picture.width) * picture.height * 4);
  filament::Renderer& renderer = *parts_->renderer;
  bool arrived = false;
  while (!begin()) parts_->engine->flushAndWait();
  parts_->draw();
  renderer.readPixels(
      0, 0, picture.width, picture.height,
      filament::backend::PixelBufferDescriptor(
          picture.rgba.data(), picture.rgba.size(), filament::backend::PixelDataFormat::RGBA,
          filament::backend::PixelDataType::UBYTE,
          [](void*, std::size_t, void* user) { *static_cast<bool*>(user) = true; }, &arrived));
  parts_->end();
  // The driver copies the pixels when it next looks whether they have come.
  for (parts_->engine->flushAndWait(); !arrived; parts_->engine->flushAndWait())
    if (renderer.beginFrame(parts_->swapChain.get())) renderer.endFrame();
  return picture;
}

DrawnEntity::DrawnEntity(Stage& stage) : stage_(stage), entity_(utils::EntityManager::get().create()) {
  stage_.engine().getTransformManager().create(entity_);
}

DrawnEntity::~DrawnEntity() {
  show(false);
  stage_.noteDestroyed();
  stage_.engine().destroy(entity_);
  utils::EntityManager::get().destroy(entity_);
}

void DrawnEntity::show(bool visible) {
  if (visible == shown_) return;
  shown_ = visible;
  if (visible)
    stage_.scene().addEntity(entity_);
  else
    stage_.scene().remove(entity_);
}

void DrawnEntity::setTransform(const glm::mat4& world) {
  auto& transforms = stage_.engine().getTransformManager();
  transforms.setTransform(transforms.getInstance(entity_), toFilament(world));
}

}  // namespace lead
