// What a pose means, and the joints that follow from it. spec/storyboard.md. Pure; any thread.
#pragma once

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rig/expression.h"
#include "storyboard/figure_skeleton.h"

namespace lead::storyboard {

/// What is wrong with a pose or a storyboard file, and where: "/panels/0/figures/1/pose/body: …".
class StoryboardError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Sided {
  double L = 0.0;
  double R = 0.0;
  double& of(ViewSide side) { return side == ViewSide::L ? L : R; }
  double of(ViewSide side) const { return side == ViewSide::L ? L : R; }
  bool operator==(const Sided&) const = default;
};

/// Angles in degrees, positive: clockwise as the viewer sees it on the left side, mirrored on the right.
/// Every value has the range that poseFields() says.
struct PoseVector {
  double body = 0.0;  ///< the same way on both sides; so are headTurn and face
  double headTurn = 0.0;
  double face = 0.0;
  Sided armLift;  ///< positive: outwards and up
  Sided intent;   ///< tense -30 … open +30
  Sided bend;     ///< of the elbow
  Sided hand;
  Sided legLift;
  Sided intentLeg;
  Sided kneeBend;
  Sided foot;
  glm::dvec2 gaze{0.0};  ///< of the pupils: x to the viewer's right, y down, -1 … 1
  std::array<double, kExpressionPresets> expression{};  ///< weights 0 … 1
  glm::dvec2 origin{kMiddle, 464.0};                    ///< where the hip centre is in the canvas
  double scale = 1.0;
  JointArray<double> residual{};      ///< turns the bone that ends in the joint and all beyond it
  JointArray<double> lpose = ones();  ///< foreshortens the bone that ends in the joint

  static JointArray<double> ones() {
    JointArray<double> all{};
    all.fill(1.0);
    return all;
  }
  bool operator==(const PoseVector&) const = default;
};

/// A named angle with its range: one number, or one a side.
struct PoseField {
  std::string_view name;
  double least;
  double most;
  double PoseVector::*one = nullptr;
  Sided PoseVector::*sided = nullptr;
};
std::span<const PoseField> poseFields();

struct Range {
  double least;
  double most;
  bool holds(double value) const { return value >= least && value <= most; }  // never NaN
};
inline constexpr Range kGazeRange{-1.0, 1.0};
inline constexpr Range kWeightRange{0.0, 1.0};
inline constexpr Range kOriginRange{-100000.0, 100000.0};
inline constexpr Range kScaleRange{0.01, 100.0};
inline constexpr Range kResidualRange{-180.0, 180.0};
inline constexpr Range kLengthRange{0.0, 10.0};  ///< Lchar and Lpose

/// Throws StoryboardError that names the field: NaN or out of its range.
void check(const PoseVector& pose);

/// What each joint turns by itself, degrees clockwise; turns the bones that leave the joint. Without
/// residuals.
JointArray<double> localAngles(const PoseVector& pose);

/// What the bone that ends in a joint is turned by (`bone`), and what those that leave it are (`joint`);
/// degrees.
struct GlobalAngles {
  JointArray<double> bone{};
  JointArray<double> joint{};
};
GlobalAngles globalAngles(const FigureSkeleton& skeleton, const JointArray<double>& local,
                          const JointArray<double>& residual);

/// C = P + R(θ)·(Creference - Preference)·Lchar·Lpose, times the scale.
JointArray<glm::dvec2> placeJoints(const FigureSkeleton& skeleton, const PoseVector& pose,
                                   const JointArray<double>& lchar = PoseVector::ones());

/// As in a mirror that stands in the middle of the canvas.
PoseVector mirrored(const PoseVector& pose);

/// R(θ)·v, θ in degrees.
glm::dvec2 turned(glm::dvec2 v, double degrees);
/// In (-180, 180].
double wrapDegrees(double degrees);

/// One arm alone: its shoulder stays where it is.
struct Arm {
  glm::dvec2 shoulder{0.0};
  glm::dvec2 elbow{0.0};
  glm::dvec2 wrist{0.0};
};
Arm placeArm(const PoseVector& pose, ViewSide side, const JointArray<double>& lchar = PoseVector::ones());

}  // namespace lead::storyboard
