// Filament objects with owners. Private to client/scene.
#pragma once

#include <filament/Engine.h>
#include <math/mat4.h>
#include <utils/EntityManager.h>

#include <glm/mat4x4.hpp>
#include <memory>

namespace filament {
class IndexBuffer;
class Material;
class MaterialInstance;
class Texture;
class VertexBuffer;
}  // namespace filament

namespace lead {

class Stage;

struct EngineDestroy {
  filament::Engine* engine = nullptr;
  template <typename T>
  void operator()(T* object) const {
    engine->destroy(object);
  }
};

inline filament::math::mat4f toFilament(const glm::mat4& m) {
  filament::math::mat4f out;
  for (int column = 0; column < 4; ++column)
    out[static_cast<std::size_t>(column)] = {m[column].x, m[column].y, m[column].z, m[column].w};
  return out;
}

/// Destroyed through its engine.
template <typename T>
using Owned = std::unique_ptr<T, EngineDestroy>;

template <typename T>
Owned<T> own(filament::Engine& engine, T* object) {
  return Owned<T>(object, EngineDestroy{&engine});
}

/// An entity with a transform, which is in the scene while shown and leaves nothing behind.
class DrawnEntity {
 public:
  explicit DrawnEntity(Stage& stage);
  ~DrawnEntity();
  DrawnEntity(const DrawnEntity&) = delete;
  DrawnEntity& operator=(const DrawnEntity&) = delete;

  utils::Entity id() const { return entity_; }
  void show(bool visible);
  bool shown() const { return shown_; }
  void setTransform(const glm::mat4& world);

 private:
  Stage& stage_;
  utils::Entity entity_;
  bool shown_ = false;
};

}  // namespace lead
