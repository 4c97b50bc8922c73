#include "room/room.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lead/evaluate.h"
#include "operations/limits.h"
#include "room/names.h"
#include "room/spawn.h"

namespace lead::server {
namespace {

/// Takes as long for a wrong secret as for a right one.
bool sameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size() || a.empty()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

std::uint32_t historyTicks(int tickRate) {
  return static_cast<std::uint32_t>(std::lround(kSeenSeconds * static_cast<float>(tickRate)));
}

}  // namespace

Room::Room(RoomOptions options) : options_(std::move(options)), history_(historyTicks(options_.tickRate)) {
  world_.space = options_.space;
}

const Participant* Room::find(ParticipantId id) const {
  const auto found =
      std::find_if(participants_.begin(), participants_.end(), [id](const auto& p) { return p.id == id; });
  return found == participants_.end() ? nullptr : &*found;
}

Participant* Room::person(ParticipantId id) {
  return const_cast<Participant*>(std::as_const(*this).find(id));
}

Participant* Room::bySecret(std::string_view secret) {
  const auto found = std::find_if(participants_.begin(), participants_.end(), [&](const Participant& p) {
    return sameSecret(p.secret, secret) || sameSecret(p.joinKey, secret);
  });
  return found == participants_.end() ? nullptr : &*found;
}

std::vector<Notice> Room::takeNotices() {
  return std::exchange(notices_, {});
}

// ---- People

bool Room::sentInputLately(const Participant& participant) const {
  return participant.lastInput && time_ - *participant.lastInput < kLetGoAfter;
}

bool Room::nameTaken(std::string_view name) const {
  return std::any_of(participants_.begin(), participants_.end(),
                     [&](const Participant& p) { return p.name == name; });
}

std::string Room::guestName() const {
  for (int number = 1;; ++number) {
    std::string name = "Guest " + std::to_string(number);
    if (!nameTaken(name)) return name;
  }
}

JoinResult Room::resume(Participant& participant, const JoinRequest& request) {
  participant.lastHeard = time_;
  participant.claimed = true;
  participant.mayLead = request.mayLead;
  setRole(participant.id, request.role);
  return {JoinFault::none, {}, participant.id, participant.avatar, true};
}

JoinResult Room::join(const JoinRequest& request) {
  if (Participant* known = bySecret(request.resumeSecret)) return resume(*known, request);

  JoinResult result;
  const auto refuse = [&](JoinFault fault, std::string sentence) {
    result.fault = fault;
    result.sentence = std::move(sentence);
    return result;
  };
  if (request.onlyResume)
    return refuse(JoinFault::onlyResume, "Too many participants come from your address.");
  std::string name = request.name;
  if (name.empty()) {
    name = guestName();
  } else {
    if (auto fault = faultOfParticipantName(name)) return refuse(JoinFault::badName, *fault);
    const bool inUse = std::any_of(participants_.begin(), participants_.end(), [&](const Participant& p) {
      return p.name == name && sentInputLately(p);
    });
    if (inUse) return refuse(JoinFault::nameInUse, "Someone named \"" + name + "\" is in the room already.");
    name = numbered(name, [this](std::string_view candidate) { return nameTaken(candidate); });
  }
  if (participants_.size() >= options_.mostParticipants)
    return refuse(JoinFault::roomFull, "The room is full.");
  if (request.avatar && avatars_.size() >= options_.mostAvatars)
    return refuse(JoinFault::tooManyAvatars, "The room has as many avatars as it may; join without one.");

  Participant participant;
  participant.id = ++lastParticipant_;
  participant.name = std::move(name);
  participant.secret = request.secret;
  if (request.resumeSecret.size() == limits::kSecretBytes) participant.joinKey = request.resumeSecret;
  participant.role = request.role;
  participant.mayLead = request.mayLead;
  participant.lastHeard = time_;
  if (request.avatar) participant.avatar = addAvatar(*request.avatar, participant.id, request.shareAvatar);
  result.participant = participant.id;
  result.avatar = participant.avatar;
  participants_.push_back(std::move(participant));
  ++infoVersion_;
  return result;
}

void Room::leave(ParticipantId id) {
  Participant* participant = person(id);
  if (participant == nullptr) return;
  letGo(*participant);
  if (participant->avatar != 0) removeAvatar(participant->avatar);
  participants_.erase(participants_.begin() + (participant - participants_.data()));
  ++infoVersion_;
}

bool Room::authenticate(ParticipantId id, std::string_view secret) const {
  const Participant* participant = find(id);
  return participant != nullptr &&
         (sameSecret(participant->secret, secret) || sameSecret(participant->joinKey, secret));
}

void Room::connected(ParticipantId id) {
  Participant* participant = person(id);
  if (participant == nullptr) return;
  participant->claimed = true;
  participant->sequence.reset();
  participant->lastHeard = time_;
}

void Room::disconnected(ParticipantId id) {
  Participant* participant = person(id);
  if (participant != nullptr) letGo(*participant);
}

void Room::heard(ParticipantId id) {
  Participant* participant = person(id);
  if (participant != nullptr) participant->lastHeard = time_;
}

// ---- Hands

bool Room::input(ParticipantId id, const Input& input) {
  Participant* participant = person(id);
  if (participant == nullptr) return false;
  participant->lastHeard = time_;
  const bool newer =
      !participant->sequence || static_cast<std::int32_t>(input.sequence - *participant->sequence) > 0;
  if (!newer) {
    ++counters_.staleInputs;
    return false;
  }
  participant->sequence = input.sequence;
  participant->lastInput = time_;
  participant->silent = false;
  participant->head = input.head;
  participant->hands = input.hands;
  // Releases first, so that a hold can pass from one own hand to the other within one input.
  for (std::size_t own = 0; own < 2; ++own) releaseUnwanted(*participant, own);
  for (std::size_t own = 0; own < 2; ++own) applyHand(*participant, own, input.seenTick);
  return true;
}

void Room::releaseUnwanted(Participant& participant, std::size_t ownHand) {
  Claim& claim = participant.claims[ownHand];
  const auto& input = participant.hands[ownHand];
  const bool wanted = input && input->heldAvatar == claim.avatar && input->heldHand == claim.hand;
  if (claim.state == Claim::State::none || wanted) return;
  if (claim.state == Claim::State::held) world_.release(claim.avatar, claim.hand, participant.id);
  claim = {};
}

void Room::applyHand(Participant& participant, std::size_t ownHand, std::uint32_t seenTick) {
  Claim& claim = participant.claims[ownHand];
  const auto& input = participant.hands[ownHand];
  if (!input || input->heldAvatar == 0 || claim.state == Claim::State::refused) return;
  if (claim.state == Claim::State::held) {
    world_.setTarget(
        claim.avatar, claim.hand, participant.id,
        {input->target(), input->handOrientation.has_value(), input->handOrientation.value_or(kIdentity)});
    return;
  }
  claim.avatar = input->heldAvatar;
  claim.hand = input->heldHand;
  if (auto refused = tryHold(participant, *input, seenTick)) {
    claim.state = Claim::State::refused;  // told once; asked again only after the client has let go
    refused->ownHand = static_cast<int>(ownHand);
    notices_.emplace_back(*refused);
    ++counters_.holdsRefused;
    ++counters_.refusedBy[static_cast<std::size_t>(refused->reason)];
  } else {
    claim.state = Claim::State::held;
    ++counters_.holdsTaken;
  }
}

std::optional<HoldRefusedNotice> Room::tryHold(const Participant& participant, const HandInput& input,
                                               std::uint32_t seenTick) {
  HoldRefusedNotice refused{participant.id, input.heldAvatar, input.heldHand, Refusal::noSuchAvatar, 0, 0};
  const auto because = [&](Refusal reason) {
    refused.reason = reason;
    return refused;
  };
  const Avatar* avatar = world_.find(input.heldAvatar);
  if (avatar == nullptr) return refused;
  if (participant.role == Role::spectator) return because(Refusal::spectator);
  refused.holder = avatar->state.arm(input.heldHand).holder;
  if (avatar->state.arm(input.heldHand).taken()) return because(Refusal::heldByOther);
  const auto seen = history_.at(input.heldAvatar, input.heldHand, seenTick);
  if (!seen || !withinReach(input, *seen)) return because(Refusal::outOfReach);
  const HandTarget target{input.target(), input.handOrientation.has_value(),
                          input.handOrientation.value_or(kIdentity)};
  if (world_.hold(input.heldAvatar, input.heldHand, participant.id, target) != HoldResult::taken)
    return because(Refusal::heldByOther);
  return std::nullopt;
}

void Room::letGo(Participant& participant) {
  world_.releaseAll(participant.id);
  participant.claims = {};
  participant.hands = {};
  participant.head.reset();
}

void Room::endHoldsOn(AvatarId avatar) {
  for (Participant& participant : participants_) {
    for (std::size_t own = 0; own < 2; ++own) {
      Claim& claim = participant.claims[own];
      if (claim.state != Claim::State::held || claim.avatar != avatar) continue;
      claim.state = Claim::State::refused;
      notices_.emplace_back(HoldRefusedNotice{participant.id, avatar, claim.hand, Refusal::holdEnded, 0,
                                              static_cast<int>(own)});
    }
  }
}

// ---- Avatars

AvatarId Room::addAvatar(const AvatarModel& model, ParticipantId owner, bool shared) {
  if (avatars_.size() >= options_.mostAvatars) return 0;
  std::vector<glm::vec3> taken;
  for (const Avatar& avatar : world_.avatars()) {
    taken.push_back(avatar.state.position);
    taken.push_back(avatar.spawnPosition);  // it may be put back there
  }
  const AvatarId id = ++lastAvatar_;
  const Avatar& avatar =
      world_.addAvatar(id, model.rig, freePlace(taken, world_.space, model.rig->radius), 0.0F);
  recordHands(avatar);
  avatars_.push_back({id, model, owner, {}, shared});
  ++infoVersion_;
  return id;
}

void Room::removeAvatar(AvatarId id) {
  endHoldsOn(id);
  world_.removeAvatar(id);
  history_.forget(id);
  std::erase_if(avatars_, [id](const RoomAvatar& avatar) { return avatar.id == id; });
  ++infoVersion_;
}

void Room::recordHands(const Avatar& avatar) {
  history_.record(
      avatar.id, world_.tick(),
      {handPosition(avatar.pose.world, Side::left), handPosition(avatar.pose.world, Side::right)});
}

// ---- Time

void Room::step(float dt) {
  time_ += static_cast<double>(dt);
  watchSilence();
  lookAtHeads();
  world_.step(dt);
  for (const Avatar& avatar : world_.avatars()) recordHands(avatar);
  forgetMotions();
}

void Room::watchSilence() {
  std::vector<ParticipantId> gone;
  for (Participant& participant : participants_) {
    if (time_ - participant.lastHeard >= kRemoveAfter) gone.push_back(participant.id);
    if (participant.silent || !participant.lastInput || time_ - *participant.lastInput < kLetGoAfter)
      continue;
    participant.silent = true;
    const bool held = std::any_of(participant.claims.begin(), participant.claims.end(),
                                  [](const Claim& claim) { return claim.state == Claim::State::held; });
    if (held) ++counters_.silentReleases;
    letGo(participant);
  }
  for (const ParticipantId id : gone) {
    leave(id);
    notices_.emplace_back(RemovedNotice{id});
  }
}

void Room::lookAtHeads() {
  std::vector<glm::vec3> heads;
  for (const Participant& participant : participants_)
    if (participant.head) heads.push_back(participant.head->position);
  world_.setViewers(std::move(heads));
}

}  // namespace lead::server
