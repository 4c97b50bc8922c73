// JSON → poses, panels and pages.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scenario/json_reader.h"
#include "storyboard/read_figure.h"

namespace lead::storyboard {
namespace {

constexpr std::size_t kMostBytes = 16U << 20;

double within(const JsonReader& at, Range range) {
  const double value = at.number();
  if (!range.holds(value)) at.refuse(fmt::format("must be from {} to {}", range.least, range.most));
  return value;
}

glm::dvec2 pair(const JsonReader& at, Range range) {
  if (at.size() != 2) at.refuse("must be two numbers, [x, y]");
  return {within(at.at(std::size_t{0}), range), within(at.at(std::size_t{1}), range)};
}

// One number for both sides, or {"L": …, "R": …}.
void readSided(const JsonReader& at, Range range, Sided& into) {
  if (!at.value().is_object()) {
    into.L = into.R = within(at, range);
    return;
  }
  at.expectKeys({"L", "R"});
  if (at.has("L")) into.L = within(at.at("L"), range);
  if (at.has("R")) into.R = within(at.at("R"), range);
}

void readJoints(const JsonReader& at, Range range, JointArray<double>& into) {
  if (!at.value().is_object()) at.refuse("must be an object of joints");
  for (const auto& item : at.value().items()) {
    const auto joint = jointFromName(item.key());
    if (!joint) at.refuse("there is no joint \"" + item.key() + "\"");
    into[index(*joint)] = within(at.at(item.key()), range);
  }
}

void readExpression(const JsonReader& at, PoseVector& pose) {
  if (!at.value().is_object()) at.refuse("must be an object of weights");
  for (const auto& item : at.value().items()) {
    const auto expression = expressionFromName(item.key());
    if (!expression) at.refuse("there is no expression \"" + item.key() + "\"");
    pose.expression[lead::index(*expression)] = within(at.at(item.key()), kWeightRange);
  }
}

void readPose(const JsonReader& at, PoseVector& pose) {
  at.expectKeys({"body", "headTurn", "face", "armLift", "intent", "bend", "hand", "legLift", "intentLeg",
                 "kneeBend", "foot", "gaze", "expression", "origin", "scale", "residual", "lpose"});
  for (const PoseField& field : poseFields()) {
    if (!at.has(field.name)) continue;
    const JsonReader value = at.at(field.name);
    if (field.one != nullptr)
      pose.*field.one = within(value, {field.least, field.most});
    else
      readSided(value, {field.least, field.most}, pose.*field.sided);
  }
  if (at.has("gaze")) pose.gaze = pair(at.at("gaze"), kGazeRange);
  if (at.has("expression")) readExpression(at.at("expression"), pose);
  if (at.has("origin")) pose.origin = pair(at.at("origin"), kOriginRange);
  if (at.has("scale")) pose.scale = within(at.at("scale"), kScaleRange);
  if (at.has("residual")) readJoints(at.at("residual"), kResidualRange, pose.residual);
  if (at.has("lpose")) readJoints(at.at("lpose"), kLengthRange, pose.lpose);
}

// XML has no place for control characters.
std::string readText(const JsonReader& at) {
  const std::string text = at.text();
  if (text.size() > kMostTextBytes) at.refuse(fmt::format("is longer than {} bytes", kMostTextBytes));
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') at.refuse("has a control character");
  if (text.find("\xEF\xBF\xBE") != std::string::npos || text.find("\xEF\xBF\xBF") != std::string::npos)
    at.refuse("has a character that is none");
  return text;
}

HandShape readHandShape(const JsonReader& at) {
  const std::string text = at.text();
  if (text == "open") return HandShape::open;
  if (text == "closed") return HandShape::closed;
  if (text == "pointing") return HandShape::pointing;
  at.refuse("must be \"open\", \"closed\" or \"pointing\"");
}

void readHands(const JsonReader& at, std::array<HandShape, 2>& hands) {
  if (!at.value().is_object()) {
    hands.fill(readHandShape(at));
    return;
  }
  at.expectKeys({"L", "R"});
  if (at.has("L")) hands[0] = readHandShape(at.at("L"));
  if (at.has("R")) hands[1] = readHandShape(at.at("R"));
}

void readFacing(const JsonReader& at, Facing& facing) {
  at.expectKeys({"yaw", "pitch"});
  if (at.has("yaw")) facing.yaw = within(at.at("yaw"), {-180, 180});
  if (at.has("pitch")) facing.pitch = within(at.at("pitch"), {-90, 90});
}

void readCharacter(const JsonReader& at, Character& who) {
  at.expectKeys({"lchar", "hair", "hairTone", "shirtTone", "trouserTone"});
  if (at.has("lchar")) readJoints(at.at("lchar"), kLengthRange, who.lchar);
  if (at.has("hair")) {
    const std::string hair = at.at("hair").text();
    const auto& known = hairStyles();
    if (std::find(known.begin(), known.end(), hair) == known.end())
      at.at("hair").refuse(fmt::format("must be one of {}", fmt::join(known, ", ")));
    who.hair = hair;
  }
  const auto tone = [&](std::string_view key, double& value) {
    if (at.has(key)) value = within(at.at(key), {0, 1});
  };
  tone("hairTone", who.hairTone);
  tone("shirtTone", who.shirtTone);
  tone("trouserTone", who.trouserTone);
}

}  // namespace

Figure readFigure(const JsonReader& at) {
  at.expectKeys(
      {"name", "intent", "pose", "character", "body", "head", "hands", "twist", "depth", "nearness"});
  Figure figure;
  if (at.has("intent")) {
    const std::string intent = at.at("intent").text();
    const auto& known = intentNames();
    if (std::find(known.begin(), known.end(), intent) == known.end())
      at.at("intent").refuse(fmt::format("must be one of {}", fmt::join(known, ", ")));
    figure = figureOf(intent);
  }
  if (at.has("name")) figure.name = readText(at.at("name"));
  if (at.has("pose")) readPose(at.at("pose"), figure.pose);
  if (at.has("character")) readCharacter(at.at("character"), figure.character);
  if (at.has("body")) {
    readFacing(at.at("body"), figure.body);
    figure.depth = guessedDepth(figure.body.yaw);
  }
  if (at.has("head")) readFacing(at.at("head"), figure.head);
  if (at.has("hands")) readHands(at.at("hands"), figure.hands);
  if (at.has("twist")) readSided(at.at("twist"), {-180, 180}, figure.twist);
  if (at.has("depth")) readJoints(at.at("depth"), {-10000, 10000}, figure.depth);
  if (at.has("nearness")) readJoints(at.at("nearness"), {0.1, 10}, figure.nearness);
  return figure;
}

namespace {

Balloon readBalloon(const JsonReader& at) {
  at.expectKeys({"text", "speaker"});
  Balloon balloon{readText(at.at("text")), 0};
  if (at.has("speaker")) balloon.speaker = at.at("speaker").whole();
  return balloon;
}

template <typename T, typename Read>
void readList(const JsonReader& at, std::size_t most, std::vector<T>& into, const Read& read) {
  if (at.size() > most) at.refuse(fmt::format("has {} entries; there may be {}", at.size(), most));
  for (std::size_t i = 0; i < at.size(); ++i) into.push_back(read(at.at(i)));
}

Panel readPanel(const JsonReader& at) {
  at.expectKeys({"figures", "caption", "balloons", "ground", "groundHeight", "view"});
  Panel panel;
  readList(at.at("figures"), kMostFigures, panel.figures, readFigure);
  if (at.has("caption")) panel.caption = readText(at.at("caption"));
  if (at.has("balloons")) readList(at.at("balloons"), kMostBalloons, panel.balloons, readBalloon);
  if (at.has("ground")) panel.ground = at.at("ground").truth();
  if (at.has("groundHeight")) panel.groundHeight = within(at.at("groundHeight"), kOriginRange);
  if (at.has("view")) {
    const JsonReader view = at.at("view");
    if (view.size() != 4) view.refuse("must be four numbers, [x, y, width, height]");
    const auto part = [&](std::size_t i, Range range) { return within(view.at(i), range); };
    const glm::dvec2 least{part(0, kOriginRange), part(1, kOriginRange)};
    panel.view = {least, least + glm::dvec2(part(2, {1, 100000}), part(3, {1, 100000}))};
  }
  return panel;
}

void readPaper(const JsonReader& at, Page& page) {
  at.expectKeys({"paper", "direction", "margin", "gutter", "rows"});
  if (at.has("paper")) {
    const auto paper = paperNamed(at.at("paper").text());
    if (!paper) {
      std::vector<std::string> known;
      for (const Paper& one : papers()) known.push_back(one.name);
      at.at("paper").refuse(fmt::format("must be one of {}", fmt::join(known, ", ")));
    }
    page.paper = *paper;
  }
  if (at.has("direction")) {
    const std::string direction = at.at("direction").text();
    if (direction != "right-to-left" && direction != "left-to-right")
      at.at("direction").refuse("must be \"right-to-left\" or \"left-to-right\"");
    page.rightToLeft = direction == "right-to-left";
  }
  if (at.has("margin")) page.margin = within(at.at("margin"), {0, 60});
  if (at.has("gutter")) page.gutter = within(at.at("gutter"), {0, 30});
  if (at.has("rows"))
    readList(at.at("rows"), kMostPanels, page.rows,
             [](const JsonReader& row) -> std::size_t { return row.whole(); });
}

nlohmann::json parsed(std::string_view json) {
  if (json.size() > kMostBytes)
    throw StoryboardError(fmt::format("The file is over {} MiB.", kMostBytes >> 20));
  return parseJson(json);
}

StoryboardFile readFile(const JsonReader& at) {
  StoryboardFile file;
  if (at.value().is_object() && at.has("panels")) {
    at.expectKeys({"page", "panels"});
    file.wholePage = true;
    if (at.has("page")) readPaper(at.at("page"), file.page);
    readList(at.at("panels"), kMostPanels, file.page.panels, readPanel);
    rowsOf(file.page);
  } else if (at.value().is_object() && at.has("figures")) {
    file.page.panels.push_back(readPanel(at));
  } else if (at.value().is_object() && (at.has("intent") || at.has("pose"))) {
    file.page.panels.push_back({});
    file.page.panels[0].figures.push_back(readFigure(at));
    file.page.panels[0].view = {{0, 0}, {kCanvasWidth, kCanvasHeight}};
  } else {
    file.page.panels.push_back({});
    Panel& panel = file.page.panels[0];
    panel.figures.emplace_back();
    readPose(at, panel.figures[0].pose);
    panel.view = {{0, 0}, {kCanvasWidth, kCanvasHeight}};
  }
  return file;
}

}  // namespace

PoseVector parsePose(std::string_view json) {
  try {
    const nlohmann::json value = parsed(json);
    PoseVector pose;
    readPose(JsonReader(value, ""), pose);
    return pose;
  } catch (const ScenarioError& error) {
    throw StoryboardError(error.what());
  }
}

StoryboardFile parseStoryboard(std::string_view json) {
  try {
    const nlohmann::json value = parsed(json);
    return readFile(JsonReader(value, ""));
  } catch (const ScenarioError& error) {
    throw StoryboardError(error.what());
  }
}

}  // namespace lead::storyboard
