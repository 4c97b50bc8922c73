// Poses, panels and pages → JSON.
#include <nlohmann/json.hpp>

#include "storyboard/storyboard_file.h"

namespace lead::storyboard {
namespace {

using Json = nlohmann::ordered_json;

Json sidedJson(const Sided& value) {
  if (value.L == value.R) return value.L;
  return {{"L", value.L}, {"R", value.R}};
}

void putJoints(Json& into, const char* key, const JointArray<double>& values, double usual) {
  Json joints = Json::object();
  for (std::size_t i = 0; i < kJointCount; ++i)
    if (values[i] != usual) joints[std::string(name(jointAt(i)))] = values[i];
  if (!joints.empty()) into[key] = std::move(joints);
}

Json poseValue(const PoseVector& pose) {
  const PoseVector usual;
  Json out = Json::object();
  for (const PoseField& field : poseFields()) {
    const std::string key(field.name);
    if (field.one != nullptr) {
      if (pose.*field.one != 0.0) out[key] = pose.*field.one;
    } else if (!(pose.*field.sided == Sided{})) {
      out[key] = sidedJson(pose.*field.sided);
    }
  }
  if (pose.gaze != usual.gaze) out["gaze"] = {pose.gaze.x, pose.gaze.y};
  Json weights = Json::object();
  for (std::size_t i = 0; i < kExpressionPresets; ++i)
    if (pose.expression[i] != 0.0)
      weights[std::string(lead::name(static_cast<Expression>(i)))] = pose.expression[i];
  if (!weights.empty()) out["expression"] = std::move(weights);
  if (pose.origin != usual.origin) out["origin"] = {pose.origin.x, pose.origin.y};
  if (pose.scale != usual.scale) out["scale"] = pose.scale;
  putJoints(out, "residual", pose.residual, 0.0);
  putJoints(out, "lpose", pose.lpose, 1.0);
  return out;
}

const char* handName(HandShape shape) {
  return shape == HandShape::open ? "open" : shape == HandShape::closed ? "closed" : "pointing";
}

Json figureValue(const Figure& figure) {
  Json out = Json::object();
  if (!figure.name.empty()) out["name"] = figure.name;
  out["pose"] = poseValue(figure.pose);
  Json who = Json::object();
  putJoints(who, "lchar", figure.character.lchar, 1.0);
  who["hair"] = figure.character.hair;
  who["hairTone"] = figure.character.hairTone;
  who["shirtTone"] = figure.character.shirtTone;
  who["trouserTone"] = figure.character.trouserTone;
  out["character"] = std::move(who);
  out["body"] = {{"yaw", figure.body.yaw}, {"pitch", figure.body.pitch}};
  out["head"] = {{"yaw", figure.head.yaw}, {"pitch", figure.head.pitch}};
  out["hands"] = {{"L", handName(figure.hands[0])}, {"R", handName(figure.hands[1])}};
  if (!(figure.twist == Sided{})) out["twist"] = sidedJson(figure.twist);
  Json depth = Json::object();  // all of it: the body's turn says what is left out
  for (std::size_t i = 0; i < kJointCount; ++i) depth[std::string(name(jointAt(i)))] = figure.depth[i];
  out["depth"] = std::move(depth);
  putJoints(out, "nearness", figure.nearness, 1.0);
  return out;
}

Json panelValue(const Panel& panel) {
  Json out = Json::object();
  out["figures"] = Json::array();
  for (const Figure& figure : panel.figures) out["figures"].push_back(figureValue(figure));
  if (!panel.caption.empty()) out["caption"] = panel.caption;
  for (const Balloon& balloon : panel.balloons)
    out["balloons"].push_back({{"text", balloon.text}, {"speaker", balloon.speaker}});
  if (!panel.ground) out["ground"] = false;
  if (panel.groundHeight) out["groundHeight"] = *panel.groundHeight;
  if (panel.view) {
    const glm::dvec2 size = panel.view->most - panel.view->least;
    out["view"] = {panel.view->least.x, panel.view->least.y, size.x, size.y};
  }
  return out;
}

std::string written(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string poseJson(const PoseVector& pose) {
  return written(poseValue(pose));
}

std::string pageJson(const Page& page) {
  Json out = Json::object();
  Json paper = {{"paper", page.paper.name},
                {"direction", page.rightToLeft ? "right-to-left" : "left-to-right"},
                {"margin", page.margin},
                {"gutter", page.gutter}};
  if (!page.rows.empty()) paper["rows"] = page.rows;
  out["page"] = std::move(paper);
  out["panels"] = Json::array();
  for (const Panel& panel : page.panels) out["panels"].push_back(panelValue(panel));
  return written(out);
}

}  // namespace lead::storyboard
