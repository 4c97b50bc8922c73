// The intents, as files have them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "storyboard/read_figure.h"

namespace lead::storyboard {
namespace {

constexpr std::string_view kIntents = R"({
"open": {
  "pose": {"armLift": 34, "intent": 30, "bend": 24, "hand": 8, "legLift": 3, "intentLeg": 6, "headTurn": -3,
    "face": -3, "expression": {"happy": 0.9}},
  "head": {"yaw": 6, "pitch": 4}
},
"tense": {
  "pose": {"body": -1, "armLift": -8, "intent": -24, "bend": 4, "legLift": -3, "residual": {"shoulder-L": 9,
    "shoulder-R": 9, "wrist-L": -16, "wrist-R": -16}, "lpose": {"shoulder-L": 0.94, "shoulder-R": 0.94},
    "gaze": [0.5, 0.1], "expression": {"angry": 0.55, "sad": 0.35}},
  "hands": "closed",
  "head": {"yaw": 8, "pitch": -8}
},
"shy": {
  "pose": {"body": 3, "armLift": {"L": -12, "R": -10}, "intent": -20, "headTurn": 5, "face": 9,
    "legLift": {"L": -4, "R": -3}, "kneeBend": {"L": 6, "R": 9}, "foot": {"L": -22, "R": -30},
    "residual": {"wrist-L": -5, "wrist-R": -4}, "gaze": [0.7, 0.6],
    "expression": {"relaxed": 0.7, "sad": 0.45}},
  "hands": "open",
  "twist": 35,
  "head": {"yaw": 24, "pitch": -14},
  "depth": {"wrist-L": 40, "wrist-R": 30, "elbow-L": 20, "elbow-R": 20}
},
"proud": {
  "pose": {"armLift": 18, "intent": 12, "legLift": 6, "intentLeg": 5, "headTurn": 2, "face": -4,
    "residual": {"wrist-L": -86, "wrist-R": -86, "shoulder-L": 3, "shoulder-R": 3},
    "hand": -16, "gaze": [0.1, -0.2], "expression": {"happy": 0.7, "angry": 0.15}},
  "hands": "closed",
  "head": {"yaw": -14, "pitch": 10},
  "depth": {"wrist-L": 20, "wrist-R": 20}
},
"running": {
  "pose": {"body": 15, "headTurn": -6, "face": -4, "armLift": {"L": 12, "R": 24}, "bend": {"L": 0, "R": 84},
    "legLift": {"L": -58, "R": -34}, "kneeBend": {"L": 74, "R": -62}, "foot": {"L": -108, "R": 86},
    "residual": {"wrist-L": -92}, "origin": [430, 440],
    "lpose": {"shoulder-L": 0.6, "shoulder-R": 0.6, "hip-L": 0.5, "hip-R": 0.5, "toes-L": 2.3, "toes-R": 2.2},
    "gaze": [0.3, 0], "expression": {"oh": 0.25, "surprised": 0.2}},
  "hands": "closed",
  "body": {"yaw": 65},
  "head": {"yaw": 62, "pitch": 2}
},
"leading": {
  "pose": {"body": 5, "headTurn": -6, "face": -3, "armLift": {"L": 34, "R": -10}, "intent": {"L": 12, "R": 4},
    "bend": {"L": 6, "R": 26}, "hand": {"L": -6, "R": 0}, "legLift": {"L": 9, "R": 15}, "kneeBend": {"L": 10, "R": -6},
    "foot": {"L": -62, "R": 44}, "lpose": {"shoulder-L": 0.9, "shoulder-R": 0.85, "hip-L": 0.85, "hip-R": 0.85,
    "toes-L": 1.6, "toes-R": 1.8, "knee-R": 0.97}, "gaze": [-0.6, 0.05], "expression": {"happy": 0.8}},
  "hands": {"L": "closed", "R": "open"},
  "body": {"yaw": 32},
  "head": {"yaw": -30, "pitch": 2}
},
"being-led": {
  "pose": {"body": 6, "headTurn": -2, "face": 2, "armLift": {"L": -6, "R": 36}, "intent": {"L": 6, "R": 8},
    "bend": {"L": 16, "R": 2}, "legLift": {"L": 14, "R": 13}, "kneeBend": {"L": 16, "R": -6},
    "foot": {"L": -66, "R": 48}, "lpose": {"shoulder-L": 0.88, "shoulder-R": 0.9, "hip-L": 0.85, "hip-R": 0.85,
    "toes-L": 1.6, "toes-R": 1.8}, "gaze": [0.7, -0.1], "expression": {"surprised": 0.25, "happy": 0.35}},
  "hands": {"L": "open", "R": "closed"},
  "body": {"yaw": 35},
  "head": {"yaw": 34, "pitch": 3},
  "character": {"hair": "long", "hairTone": 0.12}
}
})";

struct Intents {
  std::vector<std::string_view> names;
  std::map<std::string, Figure, std::less<>> figures;
};

const Intents& intents() {
  static const Intents all = [] {
    Intents out;
    static const auto json = nlohmann::ordered_json::parse(kIntents);
    for (const auto& item : json.items()) {
      const nlohmann::json value = nlohmann::json::parse(item.value().dump());
      out.names.push_back(
          out.figures.emplace(item.key(), readFigure(JsonReader(value, "/" + item.key()))).first->first);
    }
    return out;
  }();
  return all;
}

}  // namespace

const std::vector<std::string_view>& intentNames() {
  return intents().names;
}

Figure figureOf(std::string_view intent) {
  const auto found = intents().figures.find(intent);
  if (found == intents().figures.end())
    throw StoryboardError(
        fmt::format("There is no intent \"{}\"; there are {}.", intent, fmt::join(intentNames(), ", ")));
  return found->second;
}

}  // namespace lead::storyboard
