#include "scenario/actions.h"

#include <map>

#include "rig/expression.h"

namespace lead {

using namespace scenario;

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

namespace {

Action readParticipant(const JsonReader& at, Cast& cast) {
  at.expectKeys({"id", "head"});
  AddParticipant participant{cast.newParticipant(at.at("id")), std::nullopt};
  if (at.has("head")) participant.head = at.at("head").vec3();
  return participant;
}

// Reads what a hand does besides where it is.
void readOrientation(const JsonReader& at, HandTarget& target) {
  if (!at.has("orientation")) return;
  target.hasOrientation = true;
  target.orientation = at.at("orientation").quat();
}

Action readMove(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "head", "hands"});
  Move move{cast.participant(at), std::nullopt, {}};
  if (at.has("head")) move.head = at.at("head").vec3();
  if (!at.has("hands")) return move;
  const JsonReader hands = at.at("hands");
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const JsonReader from = hands.at(i);
    from.expectKeys({"hand", "position", "orientation"});
    MoveHand hand{from.at("hand").side(), {from.at("position").vec3()}};
    readOrientation(from, hand.target);
    for (const MoveHand& other : move.hands)
      if (other.hand == hand.hand) from.at("hand").refuse("is there twice");
    move.hands.push_back(hand);
  }
  return move;
}

Action readLeave(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant"});
  Leave leave{cast.participant(at)};
  cast.leave(leave.participant);
  return leave;
}

Action readHold(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "avatar", "hand", "target", "orientation", "with"});
  const NamedHand hand = cast.hand(at);
  Hold hold{cast.participant(at), hand.avatar, hand.hand, {at.at("target").vec3()}, std::nullopt};
  readOrientation(at, hold.target);
  if (at.has("with")) hold.with = at.at("with").side();
  cast.take(at, hold.participant, hand, hold.with);
  return hold;
}

Action readPath(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "avatar", "hand", "from", "to", "seconds", "orientation"});
  const NamedHand hand = cast.hand(at);
  Path path{cast.participant(at),      hand.avatar, hand.hand, at.at("from").vec3(), at.at("to").vec3(),
            at.at("seconds").number(), std::nullopt};
  if (path.seconds <= 0.0) at.at("seconds").refuse("must be over 0");
  if (at.has("orientation")) path.orientation = at.at("orientation").quat();
  cast.expectHold(at, path.participant, hand);
  return path;
}

Action readRelease(const JsonReader& at, Cast& cast) {
  at.expectKeys({"participant", "avatar", "hand"});
  const NamedHand hand = cast.hand(at);
  Release release{cast.participant(at), hand.avatar, hand.hand};
  cast.expectHold(at, release.participant, hand);
  cast.letGo(hand);
  return release;
}

Action readChain(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar", "hand", "to"});
  at.at("to").expectKeys({"avatar", "hand"});
  Chain chain{cast.hand(at), cast.hand(at.at("to"))};
  cast.join(at, chain.leader, chain.follower);
  return chain;
}

Action readUnchain(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar", "hand"});
  Unchain unchain{cast.avatar(at), std::nullopt};
  if (at.has("hand")) {
    unchain.hand = at.at("hand").side();
    cast.open(at, {unchain.avatar, *unchain.hand});
  } else {
    cast.openRow(at, unchain.avatar);
  }
  return unchain;
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

void readTrackedBones(const JsonReader& bones, TrackedBones& tracked) {
  if (!bones.value().is_object()) bones.refuse("must be an object");
  for (const auto& item : bones.value().items()) {
    const auto bone = boneFromName(item.key());
    if (!bone) bones.refuse("there is no humanoid bone \"" + item.key() + "\"");
    tracked.bones |= bit(*bone);
    tracked.rotation[index(*bone)] = bones.at(item.key()).quat();
  }
}

ExpressionWeights readExpressions(const JsonReader& expressions) {
  if (!expressions.value().is_object()) expressions.refuse("must be an object");
  ExpressionWeights weights{};
  for (const auto& item : expressions.value().items()) {
    const auto expression = expressionFromName(item.key());
    if (!expression) expressions.refuse("there is no expression \"" + item.key() + "\"");
    const double weight = expressions.at(item.key()).number();
    if (weight < 0.0 || weight > 1.0) expressions.at(item.key()).refuse("must be from 0 to 1");
    weights[index(*expression)] = static_cast<float>(weight);
  }
  return weights;
}

Action readTracked(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar", "bones", "hipsOffset", "expressions"});
  Tracked tracked{cast.avatar(at), {}, std::nullopt};
  if (at.has("bones")) readTrackedBones(at.at("bones"), tracked.bones);
  if (at.has("hipsOffset")) tracked.bones.hipsOffset = at.at("hipsOffset").vec3();
  if (at.has("expressions")) tracked.expressions = readExpressions(at.at("expressions"));
  return tracked;
}

Action readStop(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar"});
  return StopPlaying{cast.avatar(at)};
}

Action readReset(const JsonReader& at, Cast& cast) {
  at.expectKeys({"avatar"});
  Reset reset{cast.avatar(at)};
  cast.reset(reset.avatar);
  return reset;
}

}  // namespace

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
      {"chain", readChain},
      {"unchain", readUnchain},
      {"reset", readReset},
      {"play", [](const JsonReader& at, Cast& cast) -> Action { return cast.readPlay(at); }},
      {"stop", readStop},
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

}  // namespace lead
