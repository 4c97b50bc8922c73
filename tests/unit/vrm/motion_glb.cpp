#include "motion_glb.h"

#include "math/rotation.h"

namespace lead::test {

void MotionFile::animate(int fileNode, const std::string& path, const std::vector<float>& times,
                         const std::vector<float>& values, const std::string& interpolation) {
  const int input = floats(times, "SCALAR");
  const int output = floats(values, path == "rotation" ? "VEC4" : "VEC3");
  Json& animations = json["animations"];
  while (animations.size() <= animation)
    animations.push_back({{"name", "motion " + std::to_string(animations.size())},
                          {"samplers", Json::array()},
                          {"channels", Json::array()}});
  Json& target = animations[animation];
  target["channels"].push_back(
      {{"sampler", target["samplers"].size()}, {"target", {{"node", fileNode}, {"path", path}}}});
  target["samplers"].push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
}

int MotionFile::parentOf(int fileNode) const {
  const Json& nodes = json["nodes"];
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].contains("children"))
      for (const Json& child : nodes[i]["children"])
        if (child == fileNode) return static_cast<int>(i);
  return -1;
}

glm::quat MotionFile::restLocal(int fileNode) const {
  const Json& entry = json["nodes"][static_cast<std::size_t>(fileNode)];
  if (!entry.contains("rotation")) return kIdentity;
  const Json& r = entry["rotation"];
  return {r[3].get<float>(), r[0].get<float>(), r[1].get<float>(), r[2].get<float>()};
}

glm::quat MotionFile::restWorld(int fileNode) const {
  if (fileNode < 0) return kIdentity;
  return restWorld(parentOf(fileNode)) * restLocal(fileNode);
}

void MotionFile::turn(Bone bone, const std::vector<float>& times, const std::vector<glm::quat>& normalized) {
  const int at = node[index(bone)];
  const glm::quat above = restWorld(parentOf(at));
  std::vector<glm::quat> keys;
  for (const glm::quat& q : normalized) keys.push_back(glm::conjugate(above) * q * above * restLocal(at));
  animate(at, "rotation", times, flat(keys));
}

MotionFile makeVrma(HumanoidOptions options) {
  options.version = VrmVersion::v1;
  MotionFile file{makeHumanoid(options)};
  file.vrma() = {{"specVersion", "1.0"}, {"humanoid", file.extension()["humanoid"]}};
  file.json["extensions"].erase("VRMC_vrm");
  return file;
}

MotionFile makePlain(HumanoidOptions options) {
  MotionFile file = makeVrma(options);
  file.json.erase("extensions");
  return file;
}

KeyedMotion loadMotion(const GlbBuilder& file) {
  std::vector<KeyedMotion> motions = loadMotions(file.build());
  if (motions.size() != 1) throw std::runtime_error("not one motion");
  return motions.front();
}

std::string motionRefusal(const Bytes& bytes, const LoadLimits& limits) {
  try {
    loadMotions(bytes, limits);
    return "";
  } catch (const ModelError& error) {
    return error.what();
  }
}

WorldPose worldAt(const KeyedMotion& motion, std::size_t key) {
  Pose pose;
  pose.rotation = motion.rotations.at(key);
  if (!motion.hips.empty()) pose.hipsOffset = motion.hips.at(key);
  WorldPose world;
  forwardKinematics(motion.skeleton, pose, world);
  return world;
}

float degreesBetween(const glm::quat& a, const glm::quat& b) {
  return angleOf(glm::conjugate(a) * b) * 180.0F / kPi;
}

std::vector<float> flat(const std::vector<glm::quat>& rotations) {
  std::vector<float> values;
  for (const glm::quat& q : rotations) values.insert(values.end(), {q.x, q.y, q.z, q.w});
  return values;
}

std::vector<float> flatPlaces(const std::vector<glm::vec3>& places) {
  std::vector<float> values;
  for (const glm::vec3& p : places) values.insert(values.end(), {p.x, p.y, p.z});
  return values;
}

}  // namespace lead::test
