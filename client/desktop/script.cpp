#include "desktop/script.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>

namespace lead {
namespace {

using namespace script;

// The words of one line, read from left to right.
class Words {
 public:
  Words(const std::string& line, int number) : words_(line), number_(number) {}

  [[noreturn]] void refuse(const std::string& sentence) const {
    throw ScriptError("line " + std::to_string(number_) + ": " + sentence);
  }
  std::string word(const std::string& what) {
    std::string word;
    if (!(words_ >> word)) refuse(what + " is missing");
    return word;
  }
  double number(const std::string& what) {
    const std::string text = word(what);
    std::istringstream in(text);
    double value = 0.0;
    if (!(in >> value) || !in.eof() || !std::isfinite(value))
      refuse(what + " must be a number, not \"" + text + "\"");
    return value;
  }
  float real(const std::string& what) { return static_cast<float>(number(what)); }
  std::size_t count(const std::string& what) {
    const double value = number(what);
    if (value < 1.0 || value > 1000.0 || value != std::floor(value))
      refuse(what + " must be a whole number from 1");
    return static_cast<std::size_t>(value);
  }
  bool more() { return static_cast<bool>(words_ >> std::ws) && !words_.eof(); }
  template <typename T>
  T oneOf(const std::string& what, const std::map<std::string, T>& choices) {
    const std::string text = word(what);
    const auto choice = choices.find(text);
    if (choice == choices.end()) refuse("there is no " + what + " \"" + text + "\"");
    return choice->second;
  }
  glm::vec2 place() {
    const float x = real("x");
    return {x, real("y")};
  }

 private:
  std::istringstream words_;
  int number_;
};

const std::map<std::string, Side> kHands{{"left", Side::left}, {"right", Side::right}};
const std::map<std::string, Button> kButtons{
    {"left", Button::left}, {"right", Button::right}, {"middle", Button::middle}};
const std::map<std::string, Key> kKeys{
    {"shift", Key::shift}, {"escape", Key::escape},       {"enter", Key::enter},    {"tab", Key::tab},
    {"f1", Key::f1}, {"f2", Key::f2},       {"backspace", Key::backspace}, {"control", Key::control}};
const std::map<std::string, GazeMode> kGazes{
    {"off", GazeMode::off}, {"hand", GazeMode::hand}, {"viewer", GazeMode::viewer}};

Action readPress(Words& words, bool down) {
  return Press{{words.more() ? words.oneOf("button", kButtons) : Button::left, down}};
}

Action readCamera(Words& words) {
  Camera camera;
  camera.yawDegrees = words.real("yaw");
  camera.pitchDegrees = words.real("pitch");
  camera.distance = words.real("distance");
  if (words.more()) {
    camera.target.x = words.real("x");
    camera.target.y = words.real("y");
    camera.target.z = words.real("z");
  }
  return camera;
}

Action readGlide(Words& words) {
  const glm::vec2 to = words.place();
  const double seconds = words.number("seconds");
  if (seconds <= 0.0) words.refuse("seconds must be over 0");
  return Glide{to, seconds};
}

Action readSheet(Words& words) {
  Sheet sheet{words.word("file")};
  if (words.more()) sheet.columns = static_cast<std::uint32_t>(words.count("columns"));
  return sheet;
}

Action readAction(Words& words) {
  using Reader = std::function<Action(Words&)>;
  static const std::map<std::string, Reader> kReaders{
      {"move", [](Words& w) -> Action { return Move{w.place()}; }},
      {"glide", readGlide},
      {"point",
       [](Words& w) -> Action {
         const std::size_t avatar = w.count("avatar");
         return Point{avatar, w.oneOf("hand", kHands)};
       }},
      {"down", [](Words& w) { return readPress(w, true); }},
      {"up", [](Words& w) { return readPress(w, false); }},
      {"wheel", [](Words& w) -> Action { return Turn{w.real("steps")}; }},
      {"key-down",
       [](Words& w) -> Action {
         return PressKey{{w.oneOf("key", kKeys), true}};
       }},
      {"key-up",
       [](Words& w) -> Action {
         return PressKey{{w.oneOf("key", kKeys), false}};
       }},
      {"drop", [](Words& w) -> Action { return Drop{w.word("file")}; }},
      {"camera", readCamera},
      {"gaze",
       [](Words& w) -> Action {
         const std::size_t avatar = w.count("avatar");
         return Gaze{avatar, w.oneOf("gaze mode", kGazes)};
       }},
      {"reset", [](Words& w) -> Action { return Reset{w.count("avatar")}; }},
      {"screenshot", [](Words& w) -> Action { return Screenshot{w.word("file")}; }},
      {"sheet", readSheet},
      {"print", [](Words&) -> Action { return Print{}; }},
      {"quit", [](Words&) -> Action { return Quit{}; }},
  };
  return words.oneOf("action", kReaders)(words);
}

}  // namespace

Script parseScript(std::string_view text) {
  Script script;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.erase(std::find(line.begin(), line.end(), '#'), line.end());
    Words words(line, number);
    if (!words.more()) continue;
    const double t = words.number("time");
    if (t < 0.0) words.refuse("time must not be negative");
    if (!script.empty() && t < script.back().t) words.refuse("times must not go back");
    script.push_back({t, readAction(words)});
    if (words.more()) words.refuse("too much on the line: \"" + words.word("") + "\"");
  }
  return script;
}

}  // namespace lead
