// The flat skeleton of a drawn figure, as a table. spec/storyboard.md.
// Canvas: pixels, x right, y down, 860 × 1100, the figure's middle at x = 430. "-L" is the side on the
// viewer's left, however the figure is turned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <string_view>

namespace lead::storyboard {

enum class Joint : std::uint8_t {
  hipCentre,
  spine1,
  spine2,
  spine3,
  neck,
  head,
  crown,  ///< the top of the head
  shoulderL,
  elbowL,
  wristL,
  fingersL,  ///< the tips
  shoulderR,
  elbowR,
  wristR,
  fingersR,
  hipL,
  kneeL,
  ankleL,
  toesL,
  hipR,
  kneeR,
  ankleR,
  toesR,
};

inline constexpr std::size_t kJointCount = 23;

template <typename T>
using JointArray = std::array<T, kJointCount>;

constexpr std::size_t index(Joint joint) {
  return static_cast<std::size_t>(joint);
}
constexpr Joint jointAt(std::size_t i) {
  return static_cast<Joint>(i);
}

enum class ViewSide : std::uint8_t { L, R };  ///< a side, as the viewer sees it
inline constexpr std::array<ViewSide, 2> kViewSides{ViewSide::L, ViewSide::R};
constexpr std::size_t index(ViewSide side) {
  return static_cast<std::size_t>(side);
}

/// The same joint of the given side; `left` is one of the -L joints.
Joint onSide(Joint left, ViewSide side);
/// The joint of the other side; middle ones are their own.
Joint mirrored(Joint joint);
bool isRight(Joint joint);

/// As in files: "hip-centre", "elbow-L".
std::string_view name(Joint joint);
std::optional<Joint> jointFromName(std::string_view name);

/// A joint, its parent and where it is in the reference pose. Parents come first.
struct JointPlace {
  std::string_view name;
  int parent;  ///< index; -1: the root
  glm::dvec2 place;
};
using FigureSkeleton = JointArray<JointPlace>;
const FigureSkeleton& referenceSkeleton();

inline constexpr double kCanvasWidth = 860.0;
inline constexpr double kCanvasHeight = 1100.0;
inline constexpr double kMiddle = 430.0;
inline constexpr double kHeadHeight = 128.0;  ///< crown to chin
inline constexpr double kGround = 940.0;      ///< under the soles: seven heads below the crown
inline constexpr double kFigureHeight = 7.0 * kHeadHeight;

}  // namespace lead::storyboard
