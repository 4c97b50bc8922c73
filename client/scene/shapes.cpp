#include "scene/shapes.h"

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace lead {
namespace {

struct Cross {
  glm::vec3 side;
  glm::vec3 up;
};

/// Two directions across `axis`, so that side × up = axis.
Cross across(glm::vec3 axis) {
  const glm::vec3 helper =
      std::abs(axis.y) < 0.9F ? glm::vec3(0.0F, 1.0F, 0.0F) : glm::vec3(1.0F, 0.0F, 0.0F);
  const glm::vec3 side = glm::normalize(glm::cross(helper, axis));
  return {side, glm::cross(axis, side)};
}

void addQuad(std::vector<std::uint32_t>& indices, std::uint32_t a, std::uint32_t b, std::uint32_t c,
             std::uint32_t d) {
  indices.insert(indices.end(), {a, b, c, a, c, d});
}

void addFlatTriangle(MeshData& mesh, glm::vec3 a, glm::vec3 b, glm::vec3 c) {
  const glm::vec3 normal = glm::normalize(glm::cross(b - a, c - a));
  for (const glm::vec3& p : {a, b, c}) {
    mesh.indices.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
    mesh.positions.push_back(p);
    mesh.normals.push_back(normal);
  }
}

}  // namespace

MeshData makeEllipsoid(glm::vec3 radii, int rings, int segments) {
  MeshData mesh;
  for (int i = 0; i <= rings; ++i) {
    const float latitude = glm::pi<float>() * (static_cast<float>(i) / static_cast<float>(rings) - 0.5F);
    for (int j = 0; j <= segments; ++j) {
      const float longitude = glm::two_pi<float>() * static_cast<float>(j) / static_cast<float>(segments);
      const glm::vec3 unit(std::cos(latitude) * std::sin(longitude), std::sin(latitude),
                           std::cos(latitude) * std::cos(longitude));
      mesh.positions.push_back(unit * radii);
      mesh.normals.push_back(glm::normalize(unit / radii));
    }
  }
  const auto row = static_cast<std::uint32_t>(segments + 1);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(rings); ++i)
    for (std::uint32_t j = 0; j + 1 < row; ++j) {
      const std::uint32_t at = i * row + j;
      addQuad(mesh.indices, at, at + 1, at + row + 1, at + row);
    }
  return mesh;
}

MeshData makeTube(const std::vector<glm::vec3>& path, float radius, int segments) {
  MeshData mesh;
  const auto row = static_cast<std::uint32_t>(segments);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const glm::vec3 before = path[i > 0 ? i - 1 : 0];
    const glm::vec3 after = path[i + 1 < path.size() ? i + 1 : i];
    const Cross frame = across(glm::normalize(after - before));
    for (int j = 0; j < segments; ++j) {
      const float angle = glm::two_pi<float>() * static_cast<float>(j) / static_cast<float>(segments);
      const glm::vec3 normal = frame.side * std::cos(angle) + frame.up * std::sin(angle);
      mesh.positions.push_back(path[i] + normal * radius);
      mesh.normals.push_back(normal);
    }
  }
  for (std::uint32_t i = 0; i + 1 < path.size(); ++i)
    for (std::uint32_t j = 0; j < row; ++j) {
      const std::uint32_t next = (j + 1) % row;
      addQuad(mesh.indices, i * row + j, i * row + next, (i + 1) * row + next, (i + 1) * row + j);
    }
  for (std::uint32_t j = 1; j + 1 < row; ++j) {
    const auto last = static_cast<std::uint32_t>(path.size() - 1) * row;
    mesh.indices.insert(mesh.indices.end(), {0, j + 1, j, last, last + j, last + j + 1});
  }
  return mesh;
}

MeshData makeRoundedBox(glm::vec3 half, float radius) {
  constexpr int kArc = 4;  // steps from a face to the middle of an edge
  const glm::vec3 core = half - glm::vec3(radius);
  // One face after the other, as a grid that is dense where it is round.
  MeshData mesh;
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2;
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const float sign = face % 2 == 0 ? 1.0F : -1.0F;
    constexpr int kSide = 2 * kArc + 2;
    const auto along = [&](int i, int which) {
      // tan: even steps of the angle, once normalised.
      const int out = i <= kArc ? kArc - i : i - kArc - 1;
      const float reach =
          core[which] + radius * std::tan(glm::quarter_pi<float>() * static_cast<float>(out) / kArc);
      return i <= kArc ? -reach : reach;
    };
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int i = 0; i < kSide; ++i) {
      for (int j = 0; j < kSide; ++j) {
        glm::vec3 p(0.0F);
        p[axis] = sign * half[axis];
        p[u] = along(i, u);
        p[v] = along(j, v);
        const glm::vec3 inner = glm::clamp(p, -core, core);
        const glm::vec3 normal = glm::normalize(p - inner);
        mesh.positions.push_back(inner + normal * radius);
        mesh.normals.push_back(normal);
      }
    }
    for (std::uint32_t i = 0; i + 1 < kSide; ++i) {
      for (std::uint32_t j = 0; j + 1 < kSide; ++j) {
        const std::uint32_t a = first + i * kSide + j;
        if (sign > 0.0F)
          addQuad(mesh.indices, a, a + kSide, a + kSide + 1, a + 1);
        else
          addQuad(mesh.indices, a, a + 1, a + kSide + 1, a + kSide);
      }
    }
  }
  return mesh;
}

MeshData makeCylinder(float radius, float height, int segments) {
  MeshData mesh;
  const auto count = static_cast<std::uint32_t>(segments);
  const auto ring = [&](float y, glm::vec3 (*normalOf)(glm::vec3)) {
    for (int j = 0; j < segments; ++j) {
      const float angle = glm::two_pi<float>() * static_cast<float>(j) / static_cast<float>(segments);
      const glm::vec3 out(std::sin(angle), 0.0F, std::cos(angle));
      mesh.positions.emplace_back(out.x * radius, y, out.z * radius);
      mesh.normals.push_back(normalOf(out));
    }
  };
  const float half = 0.5F * height;
  ring(-half, [](glm::vec3 out) { return out; });
  ring(half, [](glm::vec3 out) { return out; });
  ring(-half, [](glm::vec3) { return glm::vec3(0.0F, -1.0F, 0.0F); });
  ring(half, [](glm::vec3) { return glm::vec3(0.0F, 1.0F, 0.0F); });
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t next = (j + 1) % count;
    addQuad(mesh.indices, j, next, count + next, count + j);
  }
  for (std::uint32_t j = 1; j + 1 < count; ++j) {
    mesh.indices.insert(mesh.indices.end(), {2 * count, 2 * count + j + 1, 2 * count + j});
    mesh.indices.insert(mesh.indices.end(), {3 * count, 3 * count + j, 3 * count + j + 1});
  }
  return mesh;
}

MeshData makeFloor(float halfSize) {
  MeshData mesh;
  mesh.positions = {{-halfSize, 0.0F, -halfSize},
                    {-halfSize, 0.0F, halfSize},
                    {halfSize, 0.0F, halfSize},
                    {halfSize, 0.0F, -halfSize}};
  mesh.normals.assign(4, {0.0F, 1.0F, 0.0F});
  addQuad(mesh.indices, 0, 1, 2, 3);
  return mesh;
}

MeshData makeBoneShape(glm::vec3 from, glm::vec3 to, float thickness) {
  MeshData mesh;
  const glm::vec3 along = to - from;
  const float length = glm::length(along);
  if (!(length > 1e-5F)) return mesh;
  const glm::vec3 axis = along / length;
  const Cross frame = across(axis);
  const glm::vec3 waist = from + along * 0.18F;
  const std::array<glm::vec3, 4> ring{waist + frame.side * thickness, waist + frame.up * thickness,
                                      waist - frame.side * thickness, waist - frame.up * thickness};
  for (std::size_t i = 0; i < 4; ++i) {
    const glm::vec3 a = ring[i];
    const glm::vec3 b = ring[(i + 1) % 4];
    addFlatTriangle(mesh, a, b, to);
    addFlatTriangle(mesh, b, a, from);
  }
  return mesh;
}

}  // namespace lead
