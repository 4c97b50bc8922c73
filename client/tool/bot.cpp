#include "tool/bot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

namespace lead::tool {
namespace {

constexpr float kWalkSpeed = 1.4F;
constexpr double kReachSeconds = 0.4;
constexpr double kAnswerSeconds = 1.0;  // in which a snapshot has to show the hold
constexpr double kSettleSeconds = 1.2;  // at least, after letting go, to see how that ended
constexpr double kPauseSeconds = 1.5;   // before it takes the hand again
constexpr double kLookSeconds = 0.1;
constexpr double kRestSeconds = 3.0;  // at most, after letting go, until the avatar stands still
constexpr double kLeaveSeconds = 2.0;

std::string sideName(Side side) {
  return side == Side::left ? "left" : "right";
}

}  // namespace

Bot::Bot(BotOptions options, BotRecorder& recorder)
    : options_(std::move(options)),
      recorder_(recorder),
      random_(options_.seed + static_cast<std::uint32_t>(options_.number)),
      walker_(glm::vec3(0.0F), 0.0F) {
  options_.session.onSnapshot = [record = recorder_.listener(), watched = watched_](const SnapshotPtr& all) {
    record(all);
    watched->take(*all);
  };
  if (options_.draws) view_ = std::make_unique<BotView>(recorder_);
  session_ = std::make_unique<Session>(options_.session);
}

void Bot::say(const std::string& text) const {
  if (options_.quiet) return;
  fmt::print("{}: {}\n", options_.session.name.empty() ? "bot" : options_.session.name, text);
  std::fflush(stdout);
}

void Bot::enter(Phase phase) {
  if (phase == Phase::leaving && endedAt_ == 0.0) endedAt_ = now_;
  phase_ = phase;
  phaseSince_ = now_;
}

void Bot::fail(std::string sentence) {
  if (!failure_.empty()) return;
  failure_ = std::move(sentence);
  stop();
}

void Bot::step(double now, float dt) {
  now_ = now;
  if (phaseSince_ == 0.0) phaseSince_ = now;
  refreshAvatar();
  handleEvents();
  countDistance();
  measureRoundTrip();
  const bool timeIsUp = options_.duration > 0.0 && joinedAt_ > 0.0 && now - joinedAt_ > options_.duration;
  if (timeIsUp && phase_ < Phase::lettingGo) stop();
  refreshRig();
  switch (phase_) {
    case Phase::joining:
      if (now - phaseSince_ > options_.wait)
        fail(trouble_.empty() ? fmt::format("The server at {} does not answer.", options_.session.server)
                              : trouble_);
      break;
    case Phase::looking:
      look();
      break;
    case Phase::approaching:
      approach(dt);
      break;
    case Phase::reaching:
      reach();
      break;
    case Phase::leading:
      lead(dt);
      break;
    case Phase::lettingGo:
      if ((avatarRests() && now - phaseSince_ > kSettleSeconds) || now - phaseSince_ > kRestSeconds) {
        session_->leave();
        enter(Phase::leaving);
      }
      break;
    case Phase::leaving:
      if (session_->state() != ConnectionState::closed && session_->state() != ConnectionState::failed &&
          now - phaseSince_ < kLeaveSeconds)
        break;
      if (joinedAt_ > 0.0) say("left");
      enter(Phase::left);
      break;
    case Phase::left:
      break;
  }
  showBody();
  if (view_ && phase_ < Phase::leaving) view_->draw(sourceOf(*session_, &rigs_), input_, now);
}

bool Bot::patient() const {
  return !view_ && (options_.session.role == Role::spectator || options_.lead == "none");
}

void Bot::beginToCount() {
  countedFrom_ = session_->stats();
  countedSince_ = now_;
}

void Bot::refreshAvatar() {
  if (options_.chain > 1) snapshot_ = session_->newestSnapshot();
  seen_ = watched_->newest();
  const auto room = session_->room();
  if (!room || room->avatar(avatar_) == nullptr) seen_.reset();
}

void Bot::stop() {
  if (phase_ >= Phase::lettingGo) return;
  partRow();
  if (playAsked_) session_->stopMotion(avatar_);
  letGo();
  enter(Phase::lettingGo);
  if (session_->state() != ConnectionState::connected) {
    session_->leave();
    enter(Phase::leaving);
  }
}

void Bot::letGo() {
  for (const Hold& hold : holds_)
    if (hold.confirmed) say(fmt::format("released {} hand of {}", sideName(hold.side), avatarName()));
  dropHolds();
}

void Bot::dropHolds() {
  if (path_) leadSeconds_ += now_ - ledSince_;
  holds_.clear();
  path_.reset();
  rowAsked_ = false;
}

void Bot::handleEvents() {
  for (const SessionEvent& event : session_->poll()) {
    if (const auto* change = std::get_if<ConnectionChanged>(&event)) handle(*change);
    if (const auto* refused = std::get_if<HoldRefused>(&event)) handle(*refused);
    if (const auto* refused = std::get_if<CommandRefused>(&event)) {
      say(refused->sentence);
      if (playAsked_) fail(refused->sentence);
    }
    const auto* failed = std::get_if<ModelFailed>(&event);
    const auto room = session_->room();
    const AvatarInfo* chosen = failed != nullptr && room ? chosenAvatar(*room) : nullptr;
    if (chosen != nullptr && chosen->model == failed->model) fail(failed->sentence);
  }
}

void Bot::handle(const ConnectionChanged& change) {
  switch (change.state) {
    case ConnectionState::connected:
      if (phase_ >= Phase::lettingGo) return;
      say(fmt::format("{} {} as participant {}", joinedAt_ == 0.0 ? "joined" : "is back in",
                      options_.session.room, session_->participant()));
      if (joinedAt_ == 0.0) joinedAt_ = now_;
      playAsked_ = false;  // the server may be another
      dropHolds();
      if (options_.skims && options_.session.role == Role::spectator) session_->skim();
      return enter(Phase::looking);
    case ConnectionState::failed:
      return fail(change.sentence);
    case ConnectionState::waiting:
      trouble_ = change.sentence.substr(0, change.sentence.find("; trying again")) + ".";
      say(change.sentence);
      if (phase_ >= Phase::lettingGo || phase_ == Phase::joining) return;
      dropHolds();  // the server has let go for us
      return enter(Phase::joining);
    default:
      return;
  }
}

void Bot::handle(const HoldRefused& refused) {
  const auto hold =
      std::find_if(holds_.begin(), holds_.end(), [&](const Hold& each) { return each.side == refused.hand; });
  if (refused.avatar != avatar_ || hold == holds_.end()) return;
  ++refusedGrabs_;
  say(fmt::format("was refused the {} hand of {}: {}", sideName(refused.hand), avatarName(),
                  refused.sentence));
  letGo();
  pauseUntil_ = now_ + std::uniform_real_distribution<double>(0.5, 1.0)(random_);
  enter(Phase::approaching);
}

void Bot::countDistance() {
  const AvatarSnapshot* avatar = avatarState();
  if (avatar == nullptr) return;
  const bool led = std::any_of(holds_.begin(), holds_.end(), [](const Hold& hold) { return hold.confirmed; });
  const glm::vec3 way = avatar->state.position - lastPosition_;
  if (led) distanceLed_ += std::hypot(way.x, way.z);
  lastPosition_ = avatar->state.position;
}

/// Without a connection there is only what was measured before.
void Bot::measureRoundTrip() {
  if (!roundTrips_.isDue(now_) || session_->state() != ConnectionState::connected) return;
  const double seconds = session_->stats().roundTripSeconds;
  if (roundTrips_.take(seconds, now_)) recorder_.addRoundTrip(seconds);
}

bool Bot::avatarRests() const {
  const AvatarSnapshot* avatar = avatarState();
  if (avatar == nullptr || takes_ == 0) return true;
  const AvatarState& state = avatar->state;
  return state.speed() == 0.0F && state.walkWeight == 0.0F &&
         std::all_of(state.arms.begin(), state.arms.end(), [](const ArmState& arm) {
           return !arm.held() && arm.ikWeight == 0.0F && arm.gripWeight == 0.0F;
         });
}

/// What the avatar plays comes and goes.
void Bot::refreshRig() {
  const auto room = session_->room();
  const AvatarInfo* avatar = room ? room->avatar(avatar_) : nullptr;
  if (!rig_ || avatar == nullptr) return;
  if (AvatarRigPtr now = rigs_.of(*session_, *avatar)) rig_ = std::move(now);
}

void Bot::playMotion() {
  playAsked_ = true;
  session_->play(avatar_, options_.play, true);
  say(fmt::format("has {} play {}", avatarName(), options_.play.filename().string()));
}

void Bot::look() {
  if (playAsked_) return;
  const auto room = session_->room();
  if (!room || options_.session.role == Role::spectator || options_.lead == "none") return;
  if (now_ - lookedAt_ < kLookSeconds) return;
  lookedAt_ = now_;
  const AvatarInfo* chosen = chosenAvatar(*room);
  avatar_ = chosen != nullptr ? chosen->id : 0;
  rig_ = chosen != nullptr ? rigs_.of(*session_, *chosen) : nullptr;
  watched_->watch(avatar_);
  if (const SnapshotPtr all = rig_ ? session_->newestSnapshot() : nullptr) watched_->take(*all);
  refreshAvatar();
  const AvatarSnapshot* avatar = avatarState();
  if (rig_ && avatar != nullptr && !options_.play.empty()) {
    playMotion();
  } else if (rig_ && avatar != nullptr) {
    lastPosition_ = avatar->state.position;
    if (!placed_) {
      // As a visitor would begin: 2.2 m in front of it, facing it; several side by side.
      const float heading = avatar->state.heading;
      const float aside = 0.6F * static_cast<float>((options_.number % 7) - 3);
      const glm::vec3 front(std::sin(heading), 0.0F, std::cos(heading));
      walker_ = Walker(avatar->state.position + 2.2F * front + aside * glm::vec3(front.z, 0.0F, -front.x),
                       heading + 3.14159F);
      placed_ = true;
    }
    enter(Phase::approaching);
  } else if (now_ - phaseSince_ > options_.wait) {
    fail(avatar_ == 0
             ? fmt::format("There is no avatar \"{}\" in room \"{}\".", options_.lead, options_.session.room)
             : "The avatar's model did not arrive.");
  }
}

void Bot::approach(float dt) {
  const AvatarSnapshot* avatar = avatarState();
  if (avatar == nullptr) return enter(Phase::looking);  // it has left
  glm::vec3 hand(0.0F);
  for (const Side side : options_.hands) hand += wrist(side) / static_cast<float>(options_.hands.size());
  const float heading = avatar->state.heading;
  const glm::vec3 place = standBy(hand, glm::vec3(std::sin(heading), 0.0F, std::cos(heading)));
  walker_.walkTo(place, kWalkSpeed, dt);
  walker_.turnTo(walker_.isAt(place, 0.5F) ? avatar->state.position : place, dt);
  // Once refused, it waits for its turn.
  const bool free =
      refusedGrabs_ == 0 || std::none_of(options_.hands.begin(), options_.hands.end(),
                                         [&](Side side) { return avatar->state.arm(side).held(); });
  if (!walker_.isAt(place, 0.05F) || !free || now_ < pauseUntil_) return;
  enter(Phase::reaching);
}

void Bot::reach() {
  const AvatarSnapshot* avatar = avatarState();
  if (avatar == nullptr) return enter(Phase::looking);
  if (now_ - phaseSince_ < kReachSeconds + options_.holdDelay) return;
  // Face to face, its left hand is before our right one.
  for (const Side side : options_.hands) holds_.push_back({side, index(opposite(side)), wrist(side)});
  enter(Phase::leading);
}

void Bot::checkHolds() {
  const AvatarSnapshot* avatar = avatarState();
  for (Hold& hold : holds_) {
    const ParticipantId holder = avatar->state.arm(hold.side).holder;
    if (holder == session_->participant()) {
      if (!hold.confirmed) say(fmt::format("took {} hand of {}", sideName(hold.side), avatarName()));
      if (!hold.confirmed) ++takes_;
      hold.confirmed = true;
    } else if (hold.confirmed) {
      const auto room = session_->room();
      const ParticipantInfo* other = room->participant(holder);
      say(fmt::format("lost {} hand of {}: {}", sideName(hold.side), avatarName(),
                      other != nullptr ? other->name + " holds it" : "nobody holds it"));
      ++lostHolds_;
      hold.confirmed = false;
      letGo();
      pauseUntil_ = now_ + 1.0;
      return enter(Phase::approaching);
    } else if (now_ - phaseSince_ > kAnswerSeconds) {
      letGo();  // neither given nor refused: the input may have been lost with a connection
      return enter(Phase::approaching);
    }
  }
}

void Bot::lead(float dt) {
  const AvatarSnapshot* avatar = avatarState();
  if (avatar == nullptr) {
    letGo();
    return enter(Phase::looking);
  }
  checkHolds();
  if (phase_ != Phase::leading) return;
  if (!std::all_of(holds_.begin(), holds_.end(), [](const Hold& hold) { return hold.confirmed; })) return;
  joinRow();
  countRow();
  if (!path_) {
    glm::vec3 middle(0.0F);
    for (const Hold& hold : holds_) middle += hold.taken / static_cast<float>(holds_.size());
    const float heading = options_.towards.value_or(avatar->state.heading);
    path_.emplace(options_.path, middle, glm::vec3(std::sin(heading), 0.0F, std::cos(heading)),
                  options_.speed);
    ledSince_ = saidAt_ = now_;
    if (options_.skims) session_->skim();
  }
  const double t = now_ - ledSince_;
  const glm::vec3 direction = path_->directionAt(t);
  const glm::vec3 place = standBy(path_->at(t), direction);
  walker_.walkTo(place, std::max(kWalkSpeed, 1.5F * options_.speed), dt);
  // Two hands are led walking backwards, one by walking ahead.
  walker_.turnTo(holds_.size() == 2 ? avatar->state.position : walker_.place() + direction, dt);
  if (now_ - saidAt_ >= 1.0) {
    saidAt_ = now_;
    say(fmt::format("at {:.1f} m", distanceLed_));
  }
  const auto pathEnd = path_->duration();
  if (options_.releaseAt && t > *options_.releaseAt) return endLead();
  if (options_.duration <= 0.0 && pathEnd && t > *pathEnd + 1.0) stop();
}

void Bot::endLead() {
  if (!options_.again) return stop();
  partRow();
  letGo();
  pauseUntil_ = now_ + kPauseSeconds;
  enter(Phase::approaching);
}

}  // namespace lead::tool
