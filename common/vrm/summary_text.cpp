#include <fmt/format.h>

#include "vrm/faults.h"
#include "vrm/summary.h"

namespace lead {
namespace {

std::string size(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} bytes", bytes);
  if (bytes < 1e6) return fmt::format("{:.0f} kB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string count(std::size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

/// "a, b, c"; "none".
std::string list(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string quotedList(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back(inQuotes(name));
  return list(quoted);
}

struct Counted {
  std::size_t number;
  const char* one;
  const char* many;
};

/// Its non-zero entries: "2 spheres, 1 plane".
std::string counts(const std::vector<Counted>& entries) {
  std::vector<std::string> parts;
  for (const Counted& entry : entries)
    if (entry.number > 0) parts.push_back(count(entry.number, entry.one, entry.many));
  return list(parts);
}

class Text {
 public:
  void line(const char* label, const std::string& value) {
    text_ += fmt::format("  {:<13}{}\n", label, value);
  }
  void add(const std::string& line) { text_ += line + '\n'; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void addModel(const ModelSummary& m, Text& out) {
  out.line(
      "model",
      fmt::format("VRM {}, {}{}, {:.2f} m to the head", m.version == VrmVersion::v0 ? "0.x" : "1.0",
                  inQuotes(m.meta.name),
                  m.meta.modelVersion.empty() ? "" : ", version " + inQuotes(m.meta.modelVersion), m.height));
  for (std::size_t i = 0; i < m.licence.size(); ++i) out.line(i == 0 ? "licence" : "", m.licence[i]);
  out.line("bones", fmt::format("{} of {}; without {}", m.bones.size(), kBoneCount, list(m.missingBones)));
  out.line("expressions", list(m.expressions));
  if (!m.customExpressions.empty()) out.line("", "its own: " + quotedList(m.customExpressions));
  out.line("look-at", m.lookAt);
  out.line("springs", m.springs == 0 ? "none"
                                     : fmt::format("{}, {}", count(m.springs, "chain", "chains"),
                                                   count(m.springJoints, "joint", "joints")));
  out.line("colliders", counts({{m.sphereColliders, "sphere", "spheres"},
                                {m.capsuleColliders, "capsule", "capsules"},
                                {m.planeColliders, "plane", "planes"},
                                {m.insideColliders, "of them inside", "of them inside"}}));
  out.line("constraints", counts({{m.rollConstraints, "roll", "rolls"},
                                  {m.aimConstraints, "aim", "aims"},
                                  {m.rotationConstraints, "rotation", "rotations"}}));
  out.line("materials", counts({{m.mtoonMaterials, "MToon", "MToon"},
                                {m.unlitMaterials, "unlit", "unlit"},
                                {m.pbrMaterials, "PBR", "PBR"},
                                {m.transparentMaterials, "transparent", "transparent"},
                                {m.outlinedMaterials, "outlined", "outlined"}}));
  out.line("geometry",
           fmt::format("{}, {} in {} of {}, up to {}", count(m.triangles, "triangle", "triangles"),
                       count(m.vertices, "vertex", "vertices"), count(m.parts, "part", "parts"),
                       count(m.meshes, "mesh", "meshes"), count(m.morphs, "morph", "morphs")));
  out.line("skeleton", fmt::format("{}, {}, up to {}", count(m.nodes, "node", "nodes"),
                                   count(m.skins, "skin", "skins"), count(m.joints, "joint", "joints")));
  out.line("pictures", m.pictures.empty() ? "none"
                                          : fmt::format("{}, {} unpacked", m.pictures.size(),
                                                        size(static_cast<double>(m.pixels) * 4)));
  for (const PictureSummary& picture : m.pictures)
    out.line("", picture.width == 0
                     ? inQuotes(picture.name) + " left out"
                     : fmt::format("{} {} x {}", inQuotes(picture.name), picture.width, picture.height));
}

void addMotion(const MotionSummary& m, Text& out) {
  out.line("motion", fmt::format("{}, {:.2f} s, {}", inQuotes(m.name), m.seconds,
                                 count(m.keys, "key time", "key times")));
  out.line("bones", fmt::format("{}: {}", m.bones.size(), list(m.bones)));
  out.line("hips", m.movesHips ? "move" : "stay");
  out.line("gaze", m.movesGaze ? "moves" : "none");
  out.line("expressions", quotedList(m.expressions));
}

void addFindings(const char* kind, const std::vector<Finding>& findings, Text& out) {
  for (const Finding& finding : findings) out.line(kind, fmt::format("{} [{}]", finding.text, finding.id));
}

}  // namespace

std::string textOf(const Inspection& inspection, const std::string& name) {
  Text out;
  out.add(fmt::format("{}: {}, {}", name, inspection.usable() ? "usable" : "not usable",
                      size(static_cast<double>(inspection.bytes))));
  if (inspection.model) addModel(*inspection.model, out);
  for (const MotionSummary& motion : inspection.motions) addMotion(motion, out);
  addFindings("fault", inspection.faults, out);
  addFindings("warning", inspection.warnings, out);
  return out.text();
}

}  // namespace lead
