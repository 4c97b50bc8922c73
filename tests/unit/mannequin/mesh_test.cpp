// The surface: closed, outward, smooth.
#include <gmock/gmock.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <string>
#include <tuple>

#include "loaded.h"

namespace lead {
namespace {

using Spot = std::tuple<float, float, float>;

Spot spot(glm::vec3 p) {
  return {p.x, p.y, p.z};
}

TEST(MannequinMesh, HasFiniteNumbersAndUnitNormals) {
  for (const Mesh& mesh : mannequin().meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      for (const glm::vec3& p : primitive.positions)
        ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) << mesh.name;
      for (const glm::vec3& n : primitive.normals) ASSERT_NEAR(glm::length(n), 1.0F, 1e-3F) << mesh.name;
    }
  }
}

TEST(MannequinMesh, WindsEveryTriangleAsItsNormalsPoint) {
  for (const Mesh& mesh : mannequin().meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        const std::uint32_t* v = &primitive.indices[i];
        const auto& p = primitive.positions;
        const glm::vec3 area = glm::cross(p[v[1]] - p[v[0]], p[v[2]] - p[v[0]]);
        if (glm::length(area) < 1e-9F) continue;  // a shut mouth's inside, a pole
        const glm::vec3 normal = primitive.normals[v[0]] + primitive.normals[v[1]] + primitive.normals[v[2]];
        ASSERT_GT(glm::dot(area, normal), 0.0F)
            << mesh.name << ' ' << mannequin().materials[primitive.material].name << " at " << p[v[0]].x
            << ' ' << p[v[0]].y << ' ' << p[v[0]].z;
      }
    }
  }
}

/// Twice the area that triangles turn towards the front, less what they turn away.
float areaToTheFront(const Primitive& primitive) {
  float area = 0.0F;
  for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
    const glm::vec3 a = primitive.positions[primitive.indices[i]];
    const glm::vec3 b = primitive.positions[primitive.indices[i + 1]];
    const glm::vec3 c = primitive.positions[primitive.indices[i + 2]];
    area += glm::cross(b - a, c - a).z;
  }
  return area;
}

TEST(MannequinMesh, ShowsLidsMouthAndEyesFromTheFront) {
  for (const char* meshName : {"Face", "Eyes"}) {
    for (const Primitive& primitive : meshNamed(meshName).primitives) {
      const std::string& material = mannequin().materials[primitive.material].name;
      if (material == "Hair") continue;  // a closed bead: below
      EXPECT_GT(areaToTheFront(primitive), 0.0F) << material;
    }
  }
}

TEST(MannequinMesh, RoundsTheBrowsOutward) {
  // Beads along x: what faces the front lies before what faces back.
  for (const Primitive& primitive : meshNamed("Face").primitives) {
    if (mannequin().materials[primitive.material].name != "Hair") continue;
    float volume = 0.0F;
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
      const glm::vec3 a = primitive.positions[primitive.indices[i]];
      const glm::vec3 b = primitive.positions[primitive.indices[i + 1]];
      const glm::vec3 c = primitive.positions[primitive.indices[i + 2]];
      volume += glm::cross(b - a, c - a).z * (a.z + b.z + c.z - 3 * 0.085F);
    }
    EXPECT_GT(volume, 0.0F);
  }
}

TEST(MannequinMesh, HasAClosedBody) {
  // Every edge is walked as often one way as the other, across the borders between colours too.
  std::map<std::pair<Spot, Spot>, int> walked;
  for (const Primitive& primitive : meshNamed("Body").primitives) {
    for (std::size_t i = 0; i < primitive.indices.size(); ++i) {
      const Spot a = spot(primitive.positions[primitive.indices[i]]);
      const Spot b = spot(primitive.positions[primitive.indices[i % 3 == 2 ? i - 2 : i + 1]]);
      ++walked[{a, b}];
    }
  }
  for (const auto& [edge, times] : walked) {
    const auto back = walked.find({edge.second, edge.first});
    ASSERT_TRUE(back != walked.end() && back->second == times)
        << "open at " << std::get<0>(edge.first) << ' ' << std::get<1>(edge.first) << ' '
        << std::get<2>(edge.first);
  }
}

TEST(MannequinMesh, HasOneNormalPerSpotAcrossColours) {
  std::map<Spot, glm::vec3> normals;
  for (const Primitive& primitive : meshNamed("Body").primitives) {
    for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
      const auto [at, fresh] = normals.emplace(spot(primitive.positions[i]), primitive.normals[i]);
      ASSERT_TRUE(fresh || at->second == primitive.normals[i]);
    }
  }
}

TEST(MannequinMesh, MovesTheEyeballsWithTheEyeBonesOnly) {
  const Model& model = mannequin();
  for (const Primitive& primitive : meshNamed("Eyes").primitives) {
    for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
      const int node = model.skins[0].joints[strongestJoint(primitive, i)];
      const Bone wanted = primitive.positions[i].x > 0.0F ? Bone::leftEye : Bone::rightEye;
      ASSERT_EQ(node, model.boneNode[index(wanted)]);
    }
  }
}

}  // namespace
}  // namespace lead
