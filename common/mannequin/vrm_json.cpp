#include "mannequin/vrm_json.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "mannequin/parts.h"
#include "mannequin/proportions.h"

namespace lead::mannequin {
namespace {

using nlohmann::json;

struct Look {
  const char* name;
  std::array<int, 3> lit;    ///< sRGB, 0..255
  std::array<int, 3> shade;  ///< the same, turned from the light
};

constexpr std::array<Look, kPaintCount> kLooks{{
    {"Skin", {247, 222, 200}, {222, 170, 148}},
    {"Suit", {62, 84, 112}, {36, 47, 76}},
    {"Trim", {244, 239, 226}, {190, 184, 190}},
    {"Hair", {104, 68, 54}, {66, 38, 42}},
    {"Shoe", {226, 98, 74}, {158, 56, 62}},
    {"Sole", {240, 234, 222}, {178, 172, 180}},
    {"LeftBand", {232, 100, 72}, {164, 58, 62}},
    {"White", {250, 250, 250}, {214, 218, 230}},
    {"Iris", {70, 142, 150}, {44, 98, 112}},
    {"Pupil", {30, 34, 48}, {24, 26, 38}},
    {"Glint", {255, 255, 255}, {255, 255, 255}},
    {"Line", {74, 44, 42}, {60, 34, 36}},
    {"Mouth", {122, 42, 50}, {92, 28, 40}},
    {"Tongue", {226, 116, 116}, {190, 84, 92}},
}};

/// glTF's colours are linear; rounded, so that the file's text doesn't hang on the last bit of pow().
float linear(int srgb) {
  const double c = srgb / 255.0;
  const double l = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  return static_cast<float>(std::round(l * 10000.0) / 10000.0);
}

json colour(const std::array<int, 3>& srgb) {
  return {linear(srgb[0]), linear(srgb[1]), linear(srgb[2])};
}

json metaJson() {
  return {{"name", "Lead Mannequin"},
          {"version", "1.0"},
          {"authors", {"Lead contributors"}},
          {"licenseUrl", "https://vrm.dev/licenses/1.0/"},
          {"avatarPermission", "everyone"},
          {"allowExcessivelyViolentUsage", false},
          {"allowExcessivelySexualUsage", false},
          {"commercialUsage", "corporation"},
          {"allowPoliticalOrReligiousUsage", false},
          {"allowAntisocialOrHateUsage", false},
          {"creditNotation", "unnecessary"},
          {"allowRedistribution", true},
          {"modification", "allowModificationRedistribution"}};
}

json humanoidJson(const VrmNodes& nodes) {
  json humanBones;
  for (Bone bone : bones()) humanBones[std::string(name(bone))] = {{"node", nodes.bone[index(bone)]}};
  return {{"humanBones", humanBones}};
}

json lookAtJson() {
  const glm::vec3 between = (restOf(Bone::leftEye) + restOf(Bone::rightEye)) * 0.5F - restOf(Bone::head);
  auto range = [](float scale) { return json{{"inputMaxValue", 90.0F}, {"outputScale", scale}}; };
  return {{"type", "bone"},
          {"offsetFromHeadBone", {between.x, between.y, between.z}},
          {"rangeMapHorizontalInner", range(18.0F)},
          {"rangeMapHorizontalOuter", range(20.0F)},
          {"rangeMapVerticalDown", range(15.0F)},
          {"rangeMapVerticalUp", range(15.0F)}};
}

json firstPersonJson(const VrmNodes& nodes) {
  // The body's head is left out by the viewer, which "auto" asks for; eyes and face go as a whole.
  return {{"meshAnnotations",
           {{{"node", nodes.body}, {"type", "auto"}},
            {{"node", nodes.eyes}, {"type", "thirdPersonOnly"}},
            {{"node", nodes.face}, {"type", "thirdPersonOnly"}}}}};
}

json expressionJson(const VrmNodes& nodes, const std::vector<std::string>& morphs, const char* overrideBlink,
                    const char* overrideMouth) {
  json out{{"isBinary", false},
           {"overrideBlink", overrideBlink},
           {"overrideLookAt", "none"},
           {"overrideMouth", overrideMouth}};
  for (const std::string& morph : morphs) {
    const auto at = std::find(nodes.morphNames.begin(), nodes.morphNames.end(), morph);
    out["morphTargetBinds"].push_back(
        {{"node", nodes.face}, {"index", at - nodes.morphNames.begin()}, {"weight", 1.0F}});
  }
  return out;
}

json expressionsJson(const VrmNodes& nodes) {
  json preset;
  // Moods move lids and mouth themselves: blinks and speech give way as far as a mood is shown.
  for (const char* mood : {"happy", "angry", "sad", "relaxed", "surprised"})
    preset[mood] = expressionJson(nodes, {mood}, "blend", "blend");
  for (const char* plain : {"aa", "ih", "ou", "ee", "oh", "blinkLeft", "blinkRight"})
    preset[plain] = expressionJson(nodes, {plain}, "none", "none");
  preset["blink"] = expressionJson(nodes, {"blinkLeft", "blinkRight"}, "none", "none");
  // The eye bones look; the neutral face is the mesh itself.
  for (const char* empty : {"neutral", "lookUp", "lookDown", "lookLeft", "lookRight"})
    preset[empty] = expressionJson(nodes, {}, "none", "none");
  return {{"preset", preset}};
}

}  // namespace

nlohmann::json vrmJson(const VrmNodes& nodes) {
  return {{"specVersion", "1.0"},
          {"meta", metaJson()},
          {"humanoid", humanoidJson(nodes)},
          {"lookAt", lookAtJson()},
          {"firstPerson", firstPersonJson(nodes)},
          {"expressions", expressionsJson(nodes)}};
}

nlohmann::json materialsJson() {
  json list = json::array();
  for (const Look& look : kLooks) {
    json base = colour(look.lit);
    base.push_back(1.0F);
    list.push_back({{"name", look.name},
                    {"pbrMetallicRoughness",
                     {{"baseColorFactor", base}, {"metallicFactor", 0.0F}, {"roughnessFactor", 0.8F}}},
                    {"extensions",
                     {{"VRMC_materials_mtoon",
                       {{"specVersion", "1.0"},
                        {"shadeColorFactor", colour(look.shade)},
                        {"shadingShiftFactor", -0.1F},
                        {"shadingToonyFactor", 0.65F},
                        {"giEqualizationFactor", 0.9F},
                        {"outlineWidthMode", "none"}}}}}});
  }
  return list;
}

}  // namespace lead::mannequin
