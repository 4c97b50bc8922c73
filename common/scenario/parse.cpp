#include "scenario/actions.h"
#include "scenario/cast.h"
#include "scenario/json_reader.h"
#include "scenario/scenario.h"
#include "scenario/space_json.h"

namespace lead {
namespace {

void readEvents(const JsonReader& events, Cast& cast, Scenario& scenario) {
  double last = 0.0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const JsonReader event = events.at(i);
    const double t = event.at("t").number();
    if (t < 0.0) event.at("t").refuse("must not be negative");
    if (t < last) event.at("t").refuse("events must be in order of t");
    last = t;
    cast.setTime(t, 1.0 / scenario.tickRate);
    scenario.events.push_back({t, readAction(event, cast)});
  }
}

void readOutput(const JsonReader& output, Scenario& scenario) {
  output.expectKeys({"bones", "every"});
  if (output.has("bones"))
    for (std::size_t i = 0; i < output.at("bones").size(); ++i)
      scenario.bones.push_back(output.at("bones").at(i).bone());
  if (!output.has("every")) return;
  const double every = output.at("every").number();
  if (every < 1.0 || every > 1e6 || every != static_cast<int>(every))
    output.at("every").refuse("must be a whole number from 1");
  scenario.every = static_cast<int>(every);
}

}  // namespace

Scenario parseScenario(std::string_view text, const ScenarioRigs& rigs, const ScenarioMotions& motions) {
  const nlohmann::json document = parseJson(text);
  const JsonReader root(document, "");
  root.expectKeys(
      {"tickRate", "duration", "params", "bounds", "obstacles", "seed", "avatars", "events", "output"});
  Scenario scenario;
  Cast cast(rigs, motions);
  if (root.has("tickRate")) scenario.tickRate = root.at("tickRate").number();
  if (scenario.tickRate < 1.0 || scenario.tickRate > kMostTickRate)
    root.at("tickRate").refuse("must be from 1 to 1000");
  scenario.duration = root.at("duration").number();
  if (scenario.duration <= 0.0 || scenario.duration > kMostScenarioSeconds)
    root.at("duration").refuse("must be over 0 and up to 3600 seconds");
  if (root.has("params"))
    for (const auto& [name, value] : readParams(root.at("params")).values)
      setParam(scenario.params, name, value);
  scenario.space = readSpace(root);
  if (root.has("seed")) scenario.seed = root.at("seed").whole();
  const JsonReader avatars = root.at("avatars");
  for (std::size_t i = 0; i < avatars.size(); ++i) scenario.avatars.push_back(cast.readAvatar(avatars.at(i)));
  if (root.has("events")) readEvents(root.at("events"), cast, scenario);
  if (root.has("output")) readOutput(root.at("output"), scenario);
  return scenario;
}

}  // namespace lead
