#include <map>
#include <set>

#include "scenario/json_reader.h"
#include "scenario/scenario.h"

namespace lead {
namespace {

using namespace scenario;
using nlohmann::json;

// Who and what exists while the events are read in order, so that one about somebody unknown is refused in
// its place.
class Cast {
 public:
  explicit Cast(const ScenarioRigs& rigs) : rigs_(rigs) {}

  AddAvatar readAvatar(const JsonReader& at) {
    at.expectKeys({"id", "model", "motion", "position", "heading"});
    AddAvatar avatar;
    avatar.id = at.at("id").text();
    if (avatar.id.empty()) at.at("id").refuse("must not be empty");
    if (avatars_.size() >= kMostScenarioAvatars) at.refuse("too many avatars");
    if (!avatars_.insert(avatar.id).second) at.at("id").refuse("the id \"" + avatar.id + "\" is used twice");
    if (at.has("position")) avatar.position = at.at("position").vec3();
    if (at.has("heading")) avatar.heading = at.at("heading").coordinate();
    const std::string model = at.has("model") ? at.at("model").text() : "mannequin";
    const std::string motion = at.has("motion") ? at.at("motion").text() : "gait";
    try {
      avatar.rig = rigs_(model, motion);
    } catch (const std::exception& error) {
      at.refuse(error.what());
    }
    return avatar;
  }

  std::string avatar(const JsonReader& at) const { return known(at.at("avatar"), avatars_, "avatar"); }
  std::string participant(const JsonReader& at) const {
    return known(at.at("participant"), participants_, "participant");
  }

  std::string newParticipant(const JsonReader& at) {
    std::string id = at.text();
    if (id.empty()) at.refuse("must not be empty");
    if (!participants_.insert(id).second) at.refuse("the id \"" + id + "\" is used twice");
    return id;
  }
  void leave(const std::string& participant) {
    participants_.erase(participant);
    std::erase_if(holds_, [&](const auto& hold) { return hold.second == participant; });
  }
  void remove(const std::string& avatar) {
    avatars_.erase(avatar);
    for (Side side : kSides) holds_.erase({avatar, side});
  }

  void take(const JsonReader& at, const std::string& participant, const std::string& avatar, Side hand) {
    const auto [hold, fresh] = holds_.emplace(std::pair(avatar, hand), participant);
    if (!fresh && hold->second != participant) at.refuse("that hand is held by \"" + hold->second + "\"");
  }
  void expectHold(const JsonReader& at, const std::string& participant, const std::string& avatar,
                  Side hand) const {
    const auto hold = holds_.find({avatar, hand});
    if (hold == holds_.end() || hold->second != participant)
      at.refuse("\"" + participant + "\" does not hold that hand");
  }
  void letGo(const std::string& avatar, Side hand) { holds_.erase({avatar, hand}); }
  void reset(const std::string& avatar) {
    for (Side side : kSides) letGo(avatar, side);
  }

 private:
  static std::string known(const JsonReader& at, const std::set<std::string>& ids, const std::string& what) {
    std::string id = at.text();
    if (ids.count(id) == 0) at.refuse("there is no " + what + " \"" + id + "\"");
    return id;
  }

  const ScenarioRigs& rigs_;
  std::set<std::string> avatars_;
  std::set<std::string> participants_;
  std::map<std::pair<std::string, Side>, std::string> holds_;
};

SetParams readParams(const JsonReader& at) {
  SetParams params;
  if (!at.value().is_object()) at.refuse("must be an object");
  for (const auto& item : at.value().items()) {
    const JsonReader place = at.at(item.key());
    const auto value = static_cast<float>(place.number());
    Params scratch;
    if (const auto wrong = setParam(scratch, item.key(), value)) place.refuse(*wrong);
    params.values.emplace_back(item.key(), value);
  }
  return params;
}

Action readParticipant(const JsonReader& at, Cast& cast) {
  at.expectKeys({"id", "head"});
  SetHead participant{cast.newParticipant(at.at("id")), std::nullopt};
  if (at.has("head")) participant.head = at.at("head").vec3();
  return participant;
}

Action readMove(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "head"});
  return SetHead{cast.participant(at), at.at("head").vec3()};
}

Action readLeave(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant"});
  Leave leave{cast.participant(at)};
  cast.leave(leave.participant);
  return leave;
}

Action readHold(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "avatar", "hand", "target", "orientation"});
  Hold hold{cast.participant(at), cast.avatar(at), at.at("hand").side(), {at.at("target").vec3()}};
  if (at.has("orientation")) {
    hold.target.hasOrientation = true;
    hold.target.orientation = at.at("orientation").quat();
  }
  cast.take(at, hold.participant, hold.avatar, hold.hand);
  return hold;
}

Action readPath(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "avatar", "hand", "from", "to", "seconds"});
  Path path{cast.participant(at), cast.avatar(at),    at.at("hand").side(),
            at.at("from").vec3(), at.at("to").vec3(), at.at("seconds").number()};
  if (path.seconds <= 0.0) at.at("seconds").refuse("must be over 0");
  cast.expectHold(at, path.participant, path.avatar, path.hand);
  return path;
}

Action readRelease(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "avatar", "hand"});
  Release release{cast.participant(at), cast.avatar(at), at.at("hand").side()};
  cast.expectHold(at, release.participant, release.avatar, release.hand);
  cast.letGo(release.avatar, release.hand);
  return release;
}

Action readGaze(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar", "mode"});
  const auto mode = gazeModeFromName(at.at("mode").text());
  if (!mode) at.at("mode").refuse("must be \"off\", \"hand\" or \"viewer\"");
  return Gaze{cast.avatar(at), *mode};
}

Action readAvatarEvent(const JsonReader& at, Cast& cast) {
  at.expectKeys({"add", "remove", "place"});
  if (at.value().size() != 1) at.refuse("must have one of add, remove, place");
  if (at.has("add")) return cast.readAvatar(at.at("add"));
  if (at.has("remove")) {
    const JsonReader place = at.at("remove");
    place.expectKeys({"avatar"});
    RemoveAvatar remove{cast.avatar(place)};
    cast.remove(remove.avatar);
    return remove;
  }
  const JsonReader place = at.at("place");
  place.expectKeys({"avatar", "position", "heading"});
  PlaceAvatar placed{cast.avatar(place), place.at("position").vec3(), 0.0F};
  if (place.has("heading")) placed.heading = place.at("heading").coordinate();
  return placed;
}

Action readTracked(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar", "bones", "hipsOffset"});
  Tracked tracked;
  tracked.avatar = cast.avatar(at);
  if (at.has("bones")) {
    const JsonReader bones = at.at("bones");
    if (!bones.value().is_object()) bones.refuse("must be an object");
    for (const auto& item : bones.value().items()) {
      const auto bone = boneFromName(item.key());
      if (!bone) bones.refuse("there is no humanoid bone \"" + item.key() + "\"");
      tracked.bones.bones |= bit(*bone);
      tracked.bones.rotation[index(*bone)] = bones.at(item.key()).quat();
    }
  }
  if (at.has("hipsOffset")) tracked.bones.hipsOffset = at.at("hipsOffset").vec3();
  return tracked;
}

Action readReset(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar"});
  Reset reset{cast.avatar(at)};
  cast.reset(reset.avatar);
  return reset;
}

Action readAction(const JsonReader& event, Cast& cast) {
  using Reader = Action (*)(const JsonReader&, Cast&);
  static const std::map<std::string, Reader> kReaders{
      {"participant", readParticipant},
      {"move", readMove},
      {"leave", readLeave},
      {"hold", readHold},
      {"path", readPath},
      {"release", readRelease},
      {"gaze", readGaze},
      {"tracked", readTracked},
      {"avatar", readAvatarEvent},
      {"reset", readReset},
      {"params", [](const JsonReader& at, Cast&) -> Action { return readParams(at); }},
  };
  if (event.value().size() != 2) event.refuse("must have \"t\" and one thing that happens");
  for (const auto& item : event.value().items()) {
    if (item.key() == "t") continue;
    const auto reader = kReaders.find(item.key());
    if (reader == kReaders.end()) event.refuse("unknown key \"" + item.key() + "\"");
    return reader->second(event.at(item.key()), cast);
  }
  event.refuse("says nothing that happens");
}

void readEvents(const JsonReader& events, Cast& cast, Scenario& scenario) {
  double last = 0.0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const JsonReader event = events.at(i);
    const double t = event.at("t").number();
    if (t < 0.0) event.at("t").refuse("must not be negative");
    if (t < last) event.at("t").refuse("events must be in order of t");
    last = t;
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

json parseJson(std::string_view text) {
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    throw ScenarioError(std::string("not JSON: ") + error.what());
  }
}

}  // namespace

Scenario parseScenario(std::string_view text, const ScenarioRigs& rigs) {
  const json document = parseJson(text);
  const JsonReader root(document, "");
  root.expectKeys({"tickRate", "duration", "params", "avatars", "events", "output"});
  Scenario scenario;
  Cast cast(rigs);
  if (root.has("tickRate")) scenario.tickRate = root.at("tickRate").number();
  if (scenario.tickRate < 1.0 || scenario.tickRate > kMostTickRate)
    root.at("tickRate").refuse("must be from 1 to 1000");
  scenario.duration = root.at("duration").number();
  if (scenario.duration <= 0.0 || scenario.duration > kMostScenarioSeconds)
    root.at("duration").refuse("must be over 0 and up to 3600 seconds");
  if (root.has("params"))
    for (const auto& [name, value] : readParams(root.at("params")).values)
      setParam(scenario.params, name, value);
  const JsonReader avatars = root.at("avatars");
  for (std::size_t i = 0; i < avatars.size(); ++i) scenario.avatars.push_back(cast.readAvatar(avatars.at(i)));
  if (root.has("events")) readEvents(root.at("events"), cast, scenario);
  if (root.has("output")) readOutput(root.at("output"), scenario);
  return scenario;
}

}  // namespace lead
