// lead-tool storyboard: poses, scenarios and live rooms as drawn panels.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "scenario/rig_files.h"
#include "scenario/runner.h"
#include "storyboard/projection.h"
#include "storyboard/storyboard_file.h"
#include "tool/command.h"
#include "tool/files.h"
#include "tool/storyboard_live.h"

namespace lead::tool {
namespace {

namespace fs = std::filesystem;
using namespace storyboard;

struct Options {
  std::string file;
  std::string scenario;
  std::vector<double> at;
  std::string live;
  std::string camera = "three-quarter";
  std::string style = "figure";
  std::string paper;
  std::string direction;
  std::vector<std::size_t> rows;
  std::string intent;
  std::string captions;
  std::string json;
  std::string output = "-";
  LiveOptions session;
};

std::string readAll(std::istream& in, const std::string& file) {
  constexpr std::size_t kMost = 64U << 20;
  std::string text;
  std::array<char, 65536> part{};
  while (in.read(part.data(), part.size()) || in.gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMost)
      throw CommandError(kBadUsage, fmt::format("{} is over {} MiB.", file, kMost >> 20));
  }
  return text;
}

std::string readText(const std::string& file) {
  if (file == "-") return readAll(std::cin, "stdin");
  std::ifstream in(file);
  if (fs::is_directory(file) || !in) throw CommandError(kBadUsage, fmt::format("{} can't be read.", file));
  return readAll(in, file);
}

/// A view by name, or a place of the eye.
struct CameraWish {
  View view = View::threeQuarter;
  std::optional<glm::dvec3> eye;

  Camera on(const std::vector<Subject>& subjects, double heading) const {
    return eye ? cameraOn(subjects, *eye) : cameraOn(subjects, view, heading);
  }
};

CameraWish cameraWish(const std::string& text) {
  if (text == "front") return {View::front, {}};
  if (text == "side") return {View::side, {}};
  if (text == "three-quarter") return {View::threeQuarter, {}};
  glm::dvec3 eye{0.0};
  char comma[2] = {};
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  const bool good = (in >> eye.x >> comma[0] >> eye.y >> comma[1] >> eye.z) && comma[0] == ',' &&
                    comma[1] == ',' && in.peek() == std::istringstream::traits_type::eof();
  const auto sane = [](double v) { return std::abs(v) <= 1000.0; };
  if (!good || !sane(eye.x) || !sane(eye.y) || !sane(eye.z))
    throw CommandError(
        kBadUsage, fmt::format("--camera {}: must be front, side, three-quarter or x,y,z in metres.", text));
  return {View::threeQuarter, eye};
}

Style styleNamed(const std::string& text) {
  return text == "skeleton" ? Style::skeleton : text == "ink" ? Style::ink : Style::figure;
}

void setPaper(const Options& options, Page& page) {
  if (!options.paper.empty()) page.paper = *paperNamed(options.paper);
  if (!options.direction.empty()) page.rightToLeft = options.direction == "right-to-left";
  if (!options.rows.empty()) page.rows = options.rows;
}

StoryboardFile fromFile(const Options& options) {
  try {
    StoryboardFile file = parseStoryboard(readText(options.file));
    setPaper(options, file.page);
    return file;
  } catch (const StoryboardError& error) {
    throw CommandError(kBadUsage, fmt::format("{}: {}", options.file, error.what()));
  }
}

Panel panelNow(const ScenarioRunner& runner, const CameraWish& wish, double heading) {
  std::vector<Subject> subjects;
  for (const Avatar& avatar : runner.world().avatars())
    subjects.push_back(subjectOf(*avatar.rig, avatar.state, avatar.pose, runner.nameOf(avatar.id)));
  return panelFrom(subjects, wish.on(subjects, heading), {});
}

Scenario readScenario(const Options& options, RigFiles& rigs) {
  try {
    return parseScenario(
        readText(options.scenario),
        [&rigs](const std::string& model, const std::string& motion) { return rigs.get(model, motion); },
        [&rigs](const std::string& motion, std::uint32_t animation, bool loops) {
          return rigs.motion(motion, animation, loops);
        });
  } catch (const ScenarioError& error) {
    throw CommandError(kBadUsage, fmt::format("{}: {}", options.scenario, error.what()));
  }
}

StoryboardFile fromScenario(const Options& options) {
  const CameraWish wish = cameraWish(options.camera);
  if (options.at.empty())
    throw CommandError(kBadUsage, "--scenario needs --at: the moments, seconds, as 0.5,1.5,3.");
  if (options.at.size() > kMostPanels)
    throw CommandError(kBadUsage, fmt::format("--at: a page has at most {} panels.", kMostPanels));
  RigFiles rigs(fs::path(options.scenario).parent_path());
  const Scenario scenario = readScenario(options, rigs);
  StoryboardFile file;
  file.wholePage = options.at.size() > 1 || !options.paper.empty();
  setPaper(options, file.page);
  ScenarioRunner runner(scenario);
  const double heading = runner.world().avatars().empty() ? 0.0 : runner.world().avatars()[0].state.heading;
  for (const double at : options.at) {
    if (!(at >= 0.0) || at > scenario.duration + 1e-9)
      throw CommandError(kBadUsage,
                         fmt::format("--at {}: the scenario is {} s long.", at, scenario.duration));
    if (at < runner.time() - 1e-9) throw CommandError(kBadUsage, "--at: the moments must be in order.");
    while (runner.time() + 1e-9 < at && runner.step()) {
    }
    file.page.panels.push_back(panelNow(runner, wish, heading));
  }
  return file;
}

StoryboardFile fromLive(const Options& options) {
  const CameraWish wish = cameraWish(options.camera);
  const LiveMoment moment = takeMoment(options.live, options.session);
  StoryboardFile file;
  file.wholePage = !options.paper.empty();
  setPaper(options, file.page);
  file.page.panels.push_back(panelFrom(moment.subjects(), wish.on(moment.subjects(), moment.heading()), {}));
  return file;
}

StoryboardFile fromIntent(const Options& options) {
  StoryboardFile file;
  file.wholePage = !options.paper.empty();
  setPaper(options, file.page);
  Panel& panel = file.page.panels.emplace_back();
  panel.figures.push_back(figureOf(options.intent));
  panel.view = {{0, 0}, {kCanvasWidth, kCanvasHeight}};
  return file;
}

void addCaptions(const std::string& captions, Page& page) {
  std::istringstream in(captions);
  std::string one;
  for (std::size_t i = 0; std::getline(in, one, '|'); ++i) {
    if (i >= page.panels.size()) throw CommandError(kBadUsage, "--captions: there are more than panels.");
    if (one.size() > kMostTextBytes) throw CommandError(kBadUsage, "--captions: one is too long.");
    page.panels[i].caption = one;
  }
}

int draw(const Options& options) {
  const std::array<bool, 4> sources{!options.file.empty(), !options.scenario.empty(), !options.live.empty(),
                                    !options.intent.empty()};
  if (std::count(sources.begin(), sources.end(), true) != 1)
    throw CommandError(kBadUsage, "Give one of: a file, --intent, --scenario or --live.");
  StoryboardFile file = sources[0]   ? fromFile(options)
                        : sources[1] ? fromScenario(options)
                        : sources[2] ? fromLive(options)
                                     : fromIntent(options);
  addCaptions(options.captions, file.page);
  if (!options.json.empty()) writeFile(options.json, pageJson(file.page));
  const bool page = file.wholePage || !options.paper.empty();
  std::string svg;
  try {
    svg = page ? pageSvg(file.page, styleNamed(options.style))
               : panelSvg(file.page.panels.at(0), styleNamed(options.style), file.page.rightToLeft);
  } catch (const StoryboardError& error) {
    throw CommandError(kBadUsage, error.what());
  }
  if (options.output != "-") {
    writeFile(options.output, svg);
    return kGood;
  }
  std::cout << svg;
  if (!std::cout.flush()) throw CommandError(kFailed, "The output can't be written.");
  return kGood;
}

std::string paperCheck(const std::string& text) {
  if (paperNamed(text)) return {};
  std::vector<std::string> names;
  for (const Paper& paper : papers()) names.push_back(paper.name);
  return fmt::format("There is no paper \"{}\"; there are {}.", text, fmt::join(names, ", "));
}

}  // namespace

void addStoryboard(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* sub = app.add_subcommand(
      "storyboard",
      "Draw poses as manga panels (SVG): of a file, of moments of a scenario, or of a live room.");
  sub->footer(
      "Examples:\n"
      "  lead-tool storyboard pose.json -o panel.svg\n"
      "  lead-tool storyboard --intent shy -o shy.svg\n"
      "  lead-tool storyboard --scenario docs/examples/walk.json --at 0.5,1.5,3 -o page.svg\n"
      "  lead-tool storyboard --live localhost:7400/lobby --camera front -o now.svg\n"
      "docs/storyboard.md describes the files.");
  sub->add_option("file", o.file, "A pose, a panel or a page, JSON; - is stdin");
  sub->add_option("-o,--output", o.output, "SVG file to write; - is stdout")->capture_default_str();
  sub->add_option("--intent", o.intent, fmt::format("Draw a preset: {}", fmt::join(intentNames(), ", ")))
      ->check(CLI::IsMember(std::vector<std::string>(intentNames().begin(), intentNames().end())));
  sub->add_option("--scenario", o.scenario, "Draw moments of a scenario file (docs/scenario.md)");
  sub->add_option("--at", o.at, "The moments, seconds, in order: 0.5,1.5,3")->delimiter(',');
  sub->add_option("--live", o.live, "Draw a room as it is now: SERVER/ROOM, as localhost:7400/lobby");
  addLiveOptions(*sub, o.session);
  sub->add_option(
         "--camera", o.camera,
         "front, side or three-quarter, of where the first avatar faces at the start; or the eye's place "
         "x,y,z, metres")
      ->capture_default_str();
  sub->add_option("--style", o.style,
                  "figure (with the face's direction lines), ink (without them) or skeleton (sticks)")
      ->check(CLI::IsMember({"figure", "ink", "skeleton"}))
      ->capture_default_str();
  sub->add_option("--page", o.paper,
                  "Paper of a page: B5, B4 (JIS), A4, A5 or letter; without it, one panel is drawn alone")
      ->check(CLI::Validator([](std::string& text) { return paperCheck(text); }, "PAPER"));
  sub->add_option("--direction", o.direction, "Of reading: right-to-left (default) or left-to-right")
      ->check(CLI::IsMember({"right-to-left", "left-to-right"}));
  sub->add_option("--rows", o.rows, "Panels in each row of a page: 2,1,3")->delimiter(',');
  sub->add_option("--captions", o.captions, "Of the panels, in reading order, separated by |");
  sub->add_option("--json", o.json, "Also write what was drawn as a storyboard file, to be edited");
  sub->callback([&chosen, options] { chosen = [options] { return draw(*options); }; });
}

}  // namespace lead::tool
