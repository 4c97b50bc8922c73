// A figure of a panel: its pose, who it is, and what a flat pose can't say: where it looks and what is in
// front.
#pragma once

#include <string>
#include <vector>

#include "storyboard/outline.h"
#include "storyboard/pose_vector.h"

namespace lead::storyboard {

enum class HandShape : std::uint8_t { open, closed, pointing };

/// Where something faces, degrees: 0 is the viewer; positive yaw to the viewer's right, positive pitch up.
struct Facing {
  double yaw = 0.0;
  double pitch = 0.0;
};

/// Who it is: the same in every panel.
struct Character {
  JointArray<double> lchar = PoseVector::ones();  ///< by the bone that ends in the joint
  std::string hair = "short";                     ///< one of hairStyles()
  // 0 is white, 1 black.
  double hairTone = 0.85;
  double shirtTone = 0.0;
  double trouserTone = 0.25;
};
const std::vector<std::string_view>& hairStyles();

struct Figure {
  std::string name;
  PoseVector pose;
  Character character;
  Facing body;
  Facing head;
  std::array<HandShape, 2> hands{};  ///< by ViewSide
  Sided twist;                       ///< of the hands about the forearm, degrees: 0 shows the hand's back
  JointArray<double> depth{};        ///< towards the viewer, canvas pixels at scale 1
  JointArray<double> nearness = PoseVector::ones();  ///< how much larger what is nearer is drawn
};

/// The depths of a figure that nobody has measured: which side is nearer by how the body is turned.
JointArray<double> guessedDepth(double bodyYaw);

/// One stroke or filled area.
struct Ink {
  std::vector<Curve> curves;
  std::string fill = "none";
  std::string line = "none";
  double width = 0.0;
};

/// What becomes one <g>.
struct Part {
  std::string id;  ///< within the figure: "arm-L"
  std::string title;
  std::vector<Ink> inks;
  std::vector<Curve> silhouette;  ///< closed; empty: adds nothing to it
};

enum class Style : std::uint8_t {
  figure,    ///< with the face's direction lines
  ink,       ///< without
  skeleton,  ///< sticks
};

/// Back to front, in canvas coordinates. `check(figure.pose)` first. Widths are for scale 1 … as drawn.
std::vector<Part> drawFigure(const Figure& figure, Style style);

/// A little larger than what is drawn.
Shape::Box figureBox(const Figure& figure);
/// Where a balloon's tail points.
glm::dvec2 mouthOf(const Figure& figure);
/// Places on the ground that the soles stand on, and how wide they are.
std::vector<Ball> standsOn(const Figure& figure);

}  // namespace lead::storyboard
