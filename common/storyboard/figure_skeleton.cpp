#include "storyboard/figure_skeleton.h"

namespace lead::storyboard {
namespace {

// shoulder-L, elbow-L and wrist-L are given by the spec. The rest are a person of seven heads around them:
// the wrist of an arm that hangs straight is as low as the hip joints, half the height.
constexpr FigureSkeleton kReference{{
    {"hip-centre", -1, {430, 464}}, {"spine1", 0, {430, 412}},     {"spine2", 1, {430, 340}},
    {"spine3", 2, {430, 244}},      {"neck", 3, {430, 192}},       {"head", 4, {430, 150}},
    {"crown", 5, {430, 44}},        {"shoulder-L", 3, {380, 200}}, {"elbow-L", 7, {300, 320}},
    {"wrist-L", 8, {260, 460}},     {"fingers-L", 9, {243, 544}},  {"shoulder-R", 3, {480, 200}},
    {"elbow-R", 11, {560, 320}},    {"wrist-R", 12, {600, 460}},   {"fingers-R", 13, {617, 544}},
    {"hip-L", 0, {394, 484}},       {"knee-L", 15, {388, 692}},    {"ankle-L", 16, {384, 896}},
    {"toes-L", 17, {370, 934}},     {"hip-R", 0, {466, 484}},      {"knee-R", 19, {472, 692}},
    {"ankle-R", 20, {476, 896}},    {"toes-R", 21, {490, 934}},
}};

}  // namespace

const FigureSkeleton& referenceSkeleton() {
  return kReference;
}

std::string_view name(Joint joint) {
  return kReference[index(joint)].name;
}

std::optional<Joint> jointFromName(std::string_view name) {
  for (std::size_t i = 0; i < kJointCount; ++i)
    if (kReference[i].name == name) return jointAt(i);
  return std::nullopt;
}

bool isRight(Joint joint) {
  return (joint >= Joint::shoulderR && joint <= Joint::fingersR) || joint >= Joint::hipR;
}

Joint onSide(Joint left, ViewSide side) {
  return side == ViewSide::L ? left : jointAt(index(left) + 4);
}

Joint mirrored(Joint joint) {
  if (isRight(joint)) return jointAt(index(joint) - 4);
  return joint < Joint::shoulderL ? joint : jointAt(index(joint) + 4);
}

}  // namespace lead::storyboard
