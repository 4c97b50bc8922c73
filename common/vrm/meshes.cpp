#include "vrm/meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "vrm/load.h"
#include "vrm/skin_weights.h"
#include "vrm/topology.h"

namespace lead {
namespace {

using Attributes = std::map<std::string, int>;

template <typename Vec>
std::vector<Vec> gather(const std::vector<float>& values, const std::vector<std::uint32_t>& used) {
  constexpr auto kWidth = static_cast<std::size_t>(Vec::length());
  std::vector<Vec> out(used.size());
  for (std::size_t i = 0; i < used.size(); ++i)
    for (std::size_t c = 0; c < kWidth; ++c)
      out[i][static_cast<typename Vec::length_type>(c)] = values[used[i] * kWidth + c];
  return out;
}

bool finite(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

class MeshReader {
 public:
  explicit MeshReader(const MeshSource& source) : source_(source) {}

  Mesh read(std::size_t at) {
    const tinygltf::Mesh& in = source_.gltf.meshes[at];
    Mesh mesh;
    mesh.name = in.name;
    readMorphNames(at, mesh);
    for (const double weight : in.weights)
      mesh.morphWeights.push_back(std::isfinite(weight) ? static_cast<float>(std::clamp(weight, -10.0, 10.0))
                                                        : 0.0F);
    for (std::size_t i = 0; i < in.primitives.size(); ++i) {
      what_ = fmt::format("mesh {}, part {}", inQuotes(in.name), i);
      readPrimitive(in.primitives[i], mesh);
    }
    return mesh;
  }

 private:
  /// In the mesh's extras or, by older UniVRM, in the first primitive's.
  void readMorphNames(std::size_t at, Mesh& mesh) {
    const Json& json = arrayMember(source_.json, "meshes")[at];
    const Json* names = &arrayMember(member(json, "extras"), "targetNames");
    const Json& primitives = arrayMember(json, "primitives");
    if (names->empty() && !primitives.empty())
      names = &arrayMember(member(primitives[0], "extras"), "targetNames");
    for (const Json& name : *names)
      mesh.morphNames.push_back(name.is_string() ? name.get<std::string>() : std::string());
  }

  void readPrimitive(const tinygltf::Primitive& in, Mesh& mesh) {
    if (in.attributes.count("POSITION") == 0) {
      source_.warnings.add("mesh.no-positions", what_ + " has no positions and is left out");
      return;
    }
    fileVertices_ = source_.accessors.count(in.attributes.at("POSITION"), what_);
    Primitive out;
    if (!readTriangles(in, out.indices)) return;
    if (in.material >= 0 && static_cast<std::size_t>(in.material) >= source_.gltf.materials.size())
      throw ModelError("mesh.material",
                       fmt::format("{} uses material {}, which doesn't exist", what_, in.material));
    out.material = std::max(in.material, -1);

    used_ = compact(out.indices, fileVertices_);
    spend(vertices_, used_.size(), source_.limits.vertices, "limit.vertices", "vertices");
    out.positions = gather<glm::vec3>(attribute(in.attributes, "POSITION", 3), used_);
    readNormals(in.attributes, out);
    readTexCoords(in.attributes, "TEXCOORD_0", out.uv0);
    readTexCoords(in.attributes, "TEXCOORD_1", out.uv1);
    readInfluences(in.attributes, out);
    for (const Attributes& target : in.targets) out.morphs.push_back(readMorph(target));
    mesh.primitives.push_back(std::move(out));
  }

  void spend(std::size_t& total, std::size_t more, std::size_t limit, const char* id, const char* unit) {
    total += more;
    if (total > limit)
      throw ModelError(id, fmt::format("the model has too many {}: the limit is {}", unit, limit));
  }

  /// False, with a warning, for what isn't made of triangles or has none.
  bool readTriangles(const tinygltf::Primitive& in, std::vector<std::uint32_t>& out) {
    const bool triangles = in.mode == TINYGLTF_MODE_TRIANGLES || in.mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
                           in.mode == TINYGLTF_MODE_TRIANGLE_FAN;
    if (!triangles) {
      source_.warnings.add("mesh.points", what_ + " is made of points or lines and is left out");
      return false;
    }
    if (fileVertices_ > source_.limits.indices)
      throw ModelError("limit.vertices", fmt::format("the model has too many vertices: the limit is {}",
                                                     source_.limits.vertices));
    std::vector<std::uint32_t> list;
    if (in.indices >= 0) {
      list = source_.accessors.integers(in.indices, 1, what_);
    } else {
      list.resize(fileVertices_);
      std::iota(list.begin(), list.end(), 0U);
    }
    for (const std::uint32_t i : list)
      if (i >= fileVertices_)
        throw ModelError("mesh.index", fmt::format("{} uses vertex {} of {}", what_, i, fileVertices_));
    if (in.mode == TINYGLTF_MODE_TRIANGLE_STRIP) list = trianglesOfStrip(list);
    if (in.mode == TINYGLTF_MODE_TRIANGLE_FAN) list = trianglesOfFan(list);
    list.resize(list.size() - list.size() % 3);
    if (list.empty()) {
      source_.warnings.add("mesh.no-triangles", what_ + " has no triangles and is left out");
      return false;
    }
    spend(indices_, list.size(), source_.limits.indices, "limit.triangles", "triangles");
    out = std::move(list);
    return true;
  }

  /// All elements of an attribute; empty where there is none.
  std::vector<float> attribute(const Attributes& attributes, const char* name, int components) {
    const auto found = attributes.find(name);
    if (found == attributes.end()) return {};
    const std::string what = fmt::format("{}, {}", what_, name);
    checkCount(found->second, what);
    std::vector<float> values = source_.accessors.floats(found->second, components, what);
    if (!finite(values)) throw ModelError("mesh.not-finite", what + ": has values that are not finite");
    return values;
  }

  void checkCount(int accessor, const std::string& what) {
    const std::size_t count = source_.accessors.count(accessor, what);
    if (count != fileVertices_)
      throw ModelError("mesh.count",
                       fmt::format("{}: has {} values for {} vertices", what, count, fileVertices_));
  }

  void readNormals(const Attributes& attributes, Primitive& out) {
    const std::vector<float> values = attribute(attributes, "NORMAL", 3);
    out.normals =
        values.empty() ? smoothNormals(out.positions, out.indices) : gather<glm::vec3>(values, used_);
    normalizeAll(out.normals);
  }

  void readTexCoords(const Attributes& attributes, const char* name, std::vector<glm::vec2>& out) {
    if (const std::vector<float> values = attribute(attributes, name, 2); !values.empty())
      out = gather<glm::vec2>(values, used_);
  }

  /// Up to eight influences a vertex, of which the four strongest stay.
  void readInfluences(const Attributes& attributes, Primitive& out) {
    if (attributes.count("JOINTS_0") == 0 || attributes.count("WEIGHTS_0") == 0) return;
    std::vector<VertexInfluences> influences(used_.size());
    for (int set = 0; set < 2; ++set) {
      const std::string joints = fmt::format("JOINTS_{}", set);
      const std::string weights = fmt::format("WEIGHTS_{}", set);
      const auto found = attributes.find(joints);
      if (found == attributes.end() || attributes.count(weights) == 0) continue;
      checkCount(found->second, what_ + ", " + joints);
      const auto indices = source_.accessors.integers(found->second, 4, what_ + ", " + joints);
      const auto amounts = attribute(attributes, weights.c_str(), 4);
      for (std::size_t i = 0; i < used_.size(); ++i)
        for (std::size_t c = 0; c < 4; ++c)
          influences[i].add(indices[used_[i] * 4 + c], amounts[used_[i] * 4 + c]);
    }
    out.joints.resize(used_.size());
    out.weights.resize(used_.size());
    for (std::size_t i = 0; i < used_.size(); ++i) influences[i].store(out.joints[i], out.weights[i]);
  }

  MorphTarget readMorph(const Attributes& target) {
    MorphTarget morph;
    if (target.count("POSITION") > 0)
      morph.positions = gather<glm::vec3>(attribute(target, "POSITION", 3), used_);
    else
      morph.positions.assign(used_.size(), glm::vec3(0.0F));
    if (target.count("NORMAL") > 0) morph.normals = gather<glm::vec3>(attribute(target, "NORMAL", 3), used_);
    spend(morphValues_, morph.positions.size() + morph.normals.size(), source_.limits.morphValues,
          "limit.morph-values", "morph values");
    return morph;
  }

  const MeshSource& source_;
  std::string what_;
  std::size_t fileVertices_ = 0;
  std::vector<std::uint32_t> used_;  // vertices of the file that the current primitive draws
  std::size_t vertices_ = 0;
  std::size_t indices_ = 0;
  std::size_t morphValues_ = 0;
};

}  // namespace

std::vector<Mesh> readMeshes(const MeshSource& source) {
  std::vector<Mesh> meshes;
  MeshReader reader(source);
  for (std::size_t i = 0; i < source.gltf.meshes.size(); ++i) meshes.push_back(reader.read(i));
  return meshes;
}

}  // namespace lead
