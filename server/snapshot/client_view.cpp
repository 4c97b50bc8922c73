#include "snapshot/client_view.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <limits>
#include <numeric>

namespace lead::server {
namespace {

constexpr std::uint32_t kHeaderBits = 8 * (28 + wire::kSealBytes);  // IPv4, UDP and the seal
constexpr std::uint32_t kPayloadBits = 8 * (wire::kPayloadBytes - wire::kSnapshotOverhead);
constexpr double kPayloadShare = static_cast<double>(kPayloadBits) / (8 * wire::kDatagramBytes + 8 * 28);
constexpr double kEntryBits = 8.0;  // of a slot and an age, about
constexpr double kBurstSnapshots = 3.0;
constexpr float kAlways = std::numeric_limits<float>::max();

// Priority that an entity gains with each snapshot it is not in.
constexpr float kAtRest = 0.2F;
constexpr float kChanging = 1.0F;
constexpr float kHeld = 1.0F;
constexpr float kNear = 3.0F;          // at the viewer's place
constexpr float kNearMetres = 3.0F;    // from there, half of it
constexpr float kBehindShare = 0.25F;  // of what is far behind the viewer

bool contains(const std::array<std::uint32_t, 2>& ids, std::uint32_t id) {
  return id != 0 && (ids[0] == id || ids[1] == id);
}

/// What a viewer's place and gaze make of its needs.
class Sight {
 public:
  explicit Sight(const Viewer& viewer) : any_(viewer.head.has_value()) {
    if (!any_) return;
    from_ = viewer.head->position;
    ahead_ = viewer.head->orientation * glm::vec3(0.0F, 0.0F, -1.0F);
  }
  float need(const Shown& shown) const {
    float need = shown.changes ? kChanging : kAtRest;
    if (shown.holders[0] != 0 || shown.holders[1] != 0 || shown.holds[0] != 0 || shown.holds[1] != 0)
      need += kHeld;
    if (!any_) return need;
    const glm::vec3 way = shown.position - from_;
    const float distance = glm::length(way);
    need += kNear * kNearMetres / (kNearMetres + distance);
    const bool behind = distance > kNearMetres && glm::dot(way, ahead_) < 0.0F;
    return behind ? need * kBehindShare : need;
  }

 private:
  bool any_;
  glm::vec3 from_{0.0F};
  glm::vec3 ahead_{0.0F};
};

}  // namespace

ClientView::ClientView(std::uint32_t bitsPerSecond, int snapshotRate)
    : bitsPerSnapshot_(static_cast<double>(bitsPerSecond) / snapshotRate),
      tokens_(bitsPerSnapshot_),
      sent_(kSent) {}

void ClientView::acknowledge(const wire::Acks& acks) {
  if (acks.resync)
    for (auto& known : known_)
      for (Known& each : known) each.baseline = 0;
  if (!acks.any) return;
  arrived(acks.newest);
  for (unsigned i = 0; i < 32; ++i)
    if ((acks.before >> i & 1U) != 0) arrived(static_cast<std::uint16_t>(acks.newest - 1U - i));
}

void ClientView::arrived(std::uint16_t number) {
  Sent& sent = sent_[number % kSent];
  if (!sent.waiting || sent.number != number) return;
  sent.waiting = false;
  for (std::size_t kind = 0; kind < known_.size(); ++kind) {
    for (const std::uint16_t slot : sent.slots[kind]) {
      Known& known = known_[kind][slot];
      if (sent.tick >= known.since) known.baseline = std::max(known.baseline, sent.tick);
    }
  }
}

void ClientView::gather(const RoomStates& states, EntityKind kind, const Viewer& viewer) {
  auto& known = known_[static_cast<std::size_t>(kind)];
  const Sight sight(viewer);
  for (const Shown& shown : states.shown(kind)) {
    if (kind == EntityKind::participant && shown.id == viewer.id) continue;
    if (known.size() <= shown.slot) known.resize(shown.slot + std::size_t{1});
    Known& each = known[shown.slot];
    if (each.id != shown.id) each = {shown.id, states.tick(), 0, 0.0F};
    const bool own = kind == EntityKind::avatar && shown.owner == viewer.id;
    const bool always = own || contains(shown.holders, viewer.id);
    each.priority = always ? kAlways : each.priority + sight.need(shown);
    const std::uint32_t since = states.tick() - each.baseline;
    const bool based = each.baseline != 0 && since <= wire::kMostAge;
    candidates_.push_back(
        {&shown, kind, based ? static_cast<std::uint8_t>(since) : std::uint8_t{0}, nullptr, each.priority});
  }
}

/// What always goes, then the neediest until one does not fit: what it leaves is there the next time.
void ClientView::choose(const RoomStates& states, EntryCodes& codes) {
  double left = (tokens_ - kHeaderBits - 8.0 * wire::kSnapshotOverhead) * kPayloadShare;
  for (Candidate& each : candidates_)
    if (each.priority == kAlways) left -= encode(states, codes, each);
  sortNeediestFirst();
  for (const std::uint16_t i : neediest_) {
    Candidate& each = candidates_[i];
    left -= encode(states, codes, each);
    if (left < 0.0) {
      each.bits = nullptr;
      return;
    }
  }
}

/// By eighths of a priority or so: exact enough, and faster than any comparing.
void ClientView::sortNeediestFirst() {
  constexpr std::size_t kSteps = 512;
  constexpr float kStep = 0.125F;
  float most = 0.0F;
  for (const Candidate& each : candidates_)
    if (each.priority != kAlways) most = std::max(most, each.priority);
  // Wider where many wait for long: all in the last step would go by their slots, and some never.
  const float step = std::max(kStep, most / static_cast<float>(kSteps - 1));
  const auto stepOf = [step](const Candidate& each) {  // 0: the neediest
    return kSteps - 1 - std::min(kSteps - 1, static_cast<std::size_t>(each.priority / step));
  };
  std::array<std::uint16_t, kSteps + 1> begin{};
  for (const Candidate& each : candidates_)
    if (each.priority != kAlways) ++begin[stepOf(each) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  neediest_.resize(begin.back());
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (candidates_[i].priority != kAlways)
      neediest_[begin[stepOf(candidates_[i])]++] = static_cast<std::uint16_t>(i);
}

/// Chooses it. What it costs, about, in bits.
double ClientView::encode(const RoomStates& states, EntryCodes& codes, Candidate& of) {
  of.bits = codes.of(states, of.kind, of.shown->slot, of.age);
  if (of.bits == nullptr) of.bits = codes.of(states, of.kind, of.shown->slot, of.age = 0);
  return static_cast<double>(of.bits->count) + kEntryBits;
}

void ClientView::write(const RoomStates& states, EntryCodes& codes, const Viewer& viewer, const Send& send) {
  tokens_ = std::min(tokens_ + bitsPerSnapshot_,
                     std::max(kBurstSnapshots * bitsPerSnapshot_, 2.0 * (kHeaderBits + kPayloadBits)));
  candidates_.clear();
  gather(states, EntityKind::avatar, viewer);
  const auto ownAvatar = std::find_if(candidates_.begin(), candidates_.end(),
                                      [&](const Candidate& each) { return each.shown->owner == viewer.id; });
  const auto holders =
      ownAvatar == candidates_.end() ? std::array<ParticipantId, 2>{} : ownAvatar->shown->holders;
  gather(states, EntityKind::participant, viewer);
  for (Candidate& each : candidates_)
    if (each.kind == EntityKind::participant && contains(holders, each.shown->id)) each.priority = kAlways;
  choose(states, codes);
  pack(states, viewer, send);
}

/// Into as few payloads as they need, in order of slots.
void ClientView::pack(const RoomStates& states, const Viewer& viewer, const Send& send) {
  for (auto& entries : entries_) entries.clear();
  std::size_t bits = 0;
  for (const Candidate& each : candidates_) {
    if (each.bits == nullptr) continue;
    const auto kind = static_cast<std::size_t>(each.kind);
    const wire::Entry entry{each.shown->slot, each.age, each.bits};
    std::size_t cost = wire::bitsAfter(entries_[kind].empty() ? nullptr : &entries_[kind].back(), entry);
    if (bits + cost > kPayloadBits) {
      flush(states, viewer, wire::kPayloadBytes, send);
      bits = 0;
      cost = wire::bitsAfter(nullptr, entry);
    }
    bits += cost;
    entries_[kind].push_back(entry);
    known_[kind][each.shown->slot].priority = 0.0F;
    sent_[number_ % kSent].slots[kind].push_back(each.shown->slot);
  }
  flush(states, viewer, 0, send);
}

/// Padded to `least` bytes: those of one size, and the last, go through the system as one.
void ClientView::flush(const RoomStates& states, const Viewer& viewer, std::size_t least, const Send& send) {
  Sent& sent = sent_[number_ % kSent];
  sent.number = number_;
  sent.waiting = true;
  sent.tick = states.tick();
  wire::writeSnapshot({number_, states.tick(), states.serverTime(), viewer.inputSequence, states.tickRate()},
                      entries_[0], entries_[1], payload_);
  payload_.resize(std::max(payload_.size(), least));
  const double bits = kHeaderBits + 8.0 * static_cast<double>(payload_.size());
  tokens_ = std::max(tokens_ - bits, -bitsPerSnapshot_);
  bitsSent_ += static_cast<std::uint64_t>(bits);
  send(payload_);
  ++number_;
  Sent& next = sent_[number_ % kSent];
  next.waiting = false;
  for (auto& slots : next.slots) slots.clear();
  for (auto& entries : entries_) entries.clear();
}

}  // namespace lead::server
