#include "reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "math/rotation.h"
#include "models.h"
#include "vrm/transform.h"

namespace lead::test {
namespace {

const std::filesystem::path kResults =
    std::filesystem::path(LEAD_SOURCE_DIR) / "tests/reference/three-vrm/results";
const std::filesystem::path kModels = std::filesystem::path(LEAD_SHARED_DIR) / "models";

Json readJson(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("can't read " + path.string());
  return Json::parse(in);
}

Bytes modelFile(const std::string& name) {
  for (const ReferenceModel& model : madeModels())
    if (model.name == name)
      return model.shared.empty() || std::filesystem::exists(kModels / model.shared) ? model.make() : Bytes{};
  for (const char* folder : {"vrm0", "vrm1"})
    if (const auto path = kModels / folder / (name + ".vrm"); std::filesystem::exists(path))
      return readModelFile(path);
  return {};
}

}  // namespace

std::vector<std::string> referenceNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kResults))
    if (entry.path().extension() == ".json" && entry.path().stem() != "inputs")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> namesWith(const std::string& kind) {
  std::vector<std::string> names;
  for (const std::string& name : referenceNames())
    if (readJson(kResults / (name + ".json")).contains(kind)) names.push_back(name);
  return names;
}

Reference::Reference(const std::string& model)
    : name(model),
      inputs(readJson(kResults / "inputs.json")),
      results(readJson(kResults / (model + ".json"))),
      file(modelFile(model)) {}

glm::vec3 vectorOf(const Json& json) {
  return {json[0].get<float>(), json[1].get<float>(), json[2].get<float>()};
}

glm::quat quaternionOf(const Json& json) {
  return glm::normalize(
      glm::quat(json[3].get<float>(), json[0].get<float>(), json[1].get<float>(), json[2].get<float>()));
}

Pose poseOf(const Json& json) {
  Pose pose;
  pose.rootPosition = vectorOf(json["root"]);
  pose.rootRotation = quaternionOf(json["turn"]);
  pose.hipsOffset = vectorOf(json["hips"]);
  for (const auto& [name, rotation] : json["bones"].items())
    pose.of(boneFromName(name).value()) = quaternionOf(rotation);
  return pose;
}

Placed placedOf(const Json& row) {
  const auto at = [&](std::size_t i) { return row[i].get<float>() * 1e-4F; };
  return {{at(0), at(1), at(2)}, glm::normalize(glm::quat(at(6), at(3), at(4), at(5)))};
}

void Worst::note(const std::string& kind, const char* unit, float value, const std::string& where) {
  Entry& entry = entries_[kind];
  entry.unit = unit;
  ++entry.count;
  if (entry.count > 1 && !(value > entry.value) && std::isfinite(value)) return;
  entry.value = value;
  entry.where = where;
}

void Worst::angle(const std::string& kind, float radians, const std::string& where) {
  note(kind, "°", radians * 180.0F / kPi, where);
}
void Worst::distance(const std::string& kind, float metres, const std::string& where) {
  note(kind, " mm", metres * 1000.0F, where);
}
void Worst::weight(const std::string& kind, float difference, const std::string& where) {
  note(kind, "", std::abs(difference), where);
}

void Worst::world(const std::string& kind, const glm::mat4& ours, const Placed& theirs,
                  const std::string& where) {
  angle(kind + " rotation", angleBetweenRotations(rotationOf(ours), theirs.rotation), where);
  distance(kind + " position", glm::length(glm::vec3(ours[3]) - theirs.position), where);
}

float Worst::of(const std::string& kind) const {
  const auto at = entries_.find(kind);
  return at == entries_.end() ? 0.0F : at->second.value;
}

void Worst::print(const std::string& model) const {
  for (const auto& [kind, entry] : entries_)
    std::printf("  %-32.32s %-22s %8.4f%s of %d, at %s\n", model.c_str(), kind.c_str(), entry.value,
                entry.unit.c_str(), entry.count, entry.where.c_str());
}

float angleBetweenRotations(const glm::quat& a, const glm::quat& b) {
  return angleOf(a * glm::conjugate(b));
}

}  // namespace lead::test
