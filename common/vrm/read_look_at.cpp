#include <fmt/format.h>

#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "math/rotation.h"
#include "vrm/runtime_parts.h"

namespace lead {
namespace {

constexpr float kRightAngle = 90.0F;       // degrees: the maps' defaults
constexpr float kDefaultEyeAngle = 10.0F;  // degrees
constexpr float kEyesOverHead = 0.06F;     // metres

/// `inputKey` and `outputKey` by version; both in degrees but for an expression's weight. 0.x has a curve as
/// well: as VRM 1.0 does, only its ends are kept.
RangeMap readRangeMap(const Json& map, const char* inputKey, const char* outputKey, LookAt::Type type,
                      Warnings& warnings) {
  float inputMax = numberMember(map, inputKey, kRightAngle);
  if (!(inputMax > 0.0F)) {
    warnings.add("look-at.range",
                 "a range of the look-at has an input maximum that is not over 0; 90° is taken");
    inputMax = kRightAngle;
  }
  RangeMap out;
  out.inputMax = glm::radians(inputMax);
  out.output = type == LookAt::Type::bone
                   ? glm::radians(boundedMember(map, outputKey, kDefaultEyeAngle, -180.0F, 180.0F))
                   : boundedMember(map, outputKey, 1.0F, 0.0F, 100.0F);
  return out;
}

/// Where a file doesn't say: between the eyes, or a little over the head bone.
glm::vec3 fallbackOffset(const Model& model) {
  const Skeleton& skeleton = model.skeleton;
  glm::vec3 place = skeleton.restOf(Bone::head) + glm::vec3(0.0F, kEyesOverHead, 0.0F);
  if (skeleton.has(Bone::leftEye) && skeleton.has(Bone::rightEye))
    place = (skeleton.restOf(Bone::leftEye) + skeleton.restOf(Bone::rightEye)) * 0.5F;
  const auto head = static_cast<std::size_t>(model.boneNode[index(Bone::head)]);
  const glm::vec3 local(glm::inverse(model.restWorld[head]) * glm::vec4(place, 1.0F));
  if (!isFinite(local)) return glm::vec3(0.0F);  // a head that is scaled to nothing
  return glm::clamp(local, glm::vec3(-kFarthestOffset), glm::vec3(kFarthestOffset));
}

LookAt readVersion1(const RuntimeSource& source, const Json& json, const Model& model) {
  LookAt lookAt;
  lookAt.type = textMember(json, "type") == "expression" ? LookAt::Type::expression : LookAt::Type::bone;
  const auto map = [&](const char* key) {
    return readRangeMap(member(json, key), "inputMaxValue", "outputScale", lookAt.type, source.warnings);
  };
  lookAt.horizontalInner = map("rangeMapHorizontalInner");
  lookAt.horizontalOuter = map("rangeMapHorizontalOuter");
  lookAt.verticalDown = map("rangeMapVerticalDown");
  lookAt.verticalUp = map("rangeMapVerticalUp");
  lookAt.offsetFromHeadBone = member(json, "offsetFromHeadBone").is_array()
                                  ? vectorMember(json, "offsetFromHeadBone", glm::vec3(0.0F))
                                  : fallbackOffset(model);
  return lookAt;
}

LookAt readVersion0(const RuntimeSource& source, const Json& json, const Model& model) {
  LookAt lookAt;
  const std::string type = textMember(json, "lookAtTypeName");
  lookAt.type = type == "BlendShape" || type == "blendshape" ? LookAt::Type::expression : LookAt::Type::bone;
  const auto map = [&](const char* key) {
    return readRangeMap(member(json, key), "xRange", "yRange", lookAt.type, source.warnings);
  };
  lookAt.horizontalInner = map("lookAtHorizontalInner");
  lookAt.horizontalOuter = map("lookAtHorizontalOuter");
  lookAt.verticalDown = map("lookAtVerticalDown");
  lookAt.verticalUp = map("lookAtVerticalUp");
  if (member(json, "firstPersonBoneOffset").is_null()) {
    lookAt.offsetFromHeadBone = fallbackOffset(model);
  } else {  // Unity's z points the other way
    lookAt.offsetFromHeadBone = vectorMember(json, "firstPersonBoneOffset", {0.0F, kEyesOverHead, 0.0F});
    lookAt.offsetFromHeadBone.z = -lookAt.offsetFromHeadBone.z;
  }
  return lookAt;
}

}  // namespace

void readLookAt(const RuntimeSource& source, Model& model) {
  const bool version0 = source.vrm.version == VrmVersion::v0;
  const Json& json = member(*source.vrm.json, version0 ? "firstPerson" : "lookAt");
  if (!json.is_object()) return;
  model.lookAt = version0 ? readVersion0(source, json, model) : readVersion1(source, json, model);
}

}  // namespace lead
