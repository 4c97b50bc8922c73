// Hips, shirt and neck.
#include "storyboard/body.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

dvec2 mix(dvec2 a, dvec2 b, double t) {
  return a + (b - a) * t;
}

}  // namespace

// Every side is a limb of its own, from the shoulder to the hip; turned sideways they fall together and leave
// a body as deep as it is.
Shape torsoShape(const Body& body) {
  const double u = body.scale * body.figure.nearness[index(Joint::spine2)];
  const dvec2 shoulders = mix(body.at(Joint::shoulderL), body.at(Joint::shoulderR), 0.5);
  const dvec2 hips = mix(body.at(Joint::hipL), body.at(Joint::hipR), 0.5);
  const dvec2 chest = mix(body.at(Joint::spine3), body.at(Joint::spine2), 0.3);
  const dvec2 waist = mix(body.at(Joint::spine2), body.at(Joint::spine1), 0.3);
  Shape torso(14.0 * u);
  for (const ViewSide side : kViewSides) {
    const dvec2 shoulder = body.at(onSide(Joint::shoulderL, side));
    const dvec2 hip = body.at(onSide(Joint::hipL, side));
    torso.beginGroup();
    torso.addLimb({{shoulder, 23.5 * u},
                   {chest + (shoulder - shoulders) * 0.62, 33.0 * u},
                   {waist + (hip - hips) * 0.62, 31.0 * u},
                   {hip + (body.at(Joint::hipCentre) - hip) * 0.08, 38.5 * u}});
    torso.beginGroup();
    torso.addLimb({{mix(body.at(Joint::neck), body.at(Joint::head), 0.15), 17.0 * u},
                   {mix(mix(body.at(Joint::neck), shoulder, 0.55), body.at(Joint::spine3), 0.12), 21.0 * u},
                   {shoulder, 23.5 * u}});
  }
  torso.beginGroup();
  torso.addLimb({{mix(body.at(Joint::neck), body.at(Joint::spine3), 0.35), 22.0 * u},
                 {chest, 36.0 * u},
                 {waist, 32.0 * u},
                 {body.at(Joint::hipCentre), 36.0 * u}});
  const dvec2 down = -body.direction(Joint::spine1);
  const double hem = 150.0 * u;
  torso.within({hips + down * (6.0 * u - 4.0 * hem), 4.0 * hem});
  for (const ViewSide side : kViewSides)  // no hole between them
    torso.add({mix(body.at(Joint::neck), body.at(Joint::spine3), 0.5), 20.0 * u},
              {mix(body.at(onSide(Joint::shoulderL, side)), chest, 0.45), 24.0 * u});
  torso.without({mix(body.at(Joint::neck), body.at(Joint::head), 0.9), 33.0 * u});
  return torso;
}

Shape hipsShape(const Body& body) {
  Shape hips(10.0 * body.scale);
  hips.add(body.ball(Joint::hipL, 36), body.ball(Joint::hipR, 36));
  hips.add(body.ball(Joint::hipCentre, 34), body.ball(Joint::spine1, 32));
  return hips;
}

Part drawHips(const Body& body) {
  Part part{"hips", "Hips", {}, {}};
  inkShape(part, body, hipsShape(body), grey(body.figure.character.trouserTone));
  return part;
}

Part drawNeck(const Body& body) {
  Part part{"neck", "Neck", {}, {}};
  Shape neck;
  neck.addLimb({body.ball(Joint::spine3, 14), body.ball(Joint::neck, 17), body.ball(Joint::head, 16)});
  inkShape(part, body, neck, "#ffffff");
  return part;
}

Part drawTorso(const Body& body, const Shape& torso) {
  Part part{"torso", "Torso", {}, {}};
  inkShape(part, body, torso, grey(body.figure.character.shirtTone));
  return part;
}

}  // namespace lead::storyboard
