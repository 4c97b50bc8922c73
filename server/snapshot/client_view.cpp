#include "snapshot/client_view.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <limits>

namespace lead::server {
namespace {

constexpr std::uint32_t kHeaderBits = 8 * (28 + wire::kSealBytes);  // IPv4, UDP and the seal
constexpr std::uint32_t kPayloadBits = 8 * (wire::kPayloadBytes - wire::kSnapshotOverhead);
constexpr double kPayloadShare = static_cast<double>(kPayloadBits) / (8 * wire::kDatagramBytes + 8 * 28);
constexpr std::uint32_t kGapBits = 6;  // more that an entry costs where the one before it is left out
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
  for (const Sent::Part& part : sent.parts) {
    Known& known = known_[static_cast<std::size_t>(part.kind)][part.slot];
    if (known.id == part.id) known.baseline = std::max(known.baseline, sent.tick);
  }
}

float ClientView::need(const Shown& shown, EntityKind kind, const Viewer& viewer) const {
  const bool own = kind == EntityKind::avatar && shown.owner == viewer.id;
  if (own || contains(shown.holders, viewer.id)) return kAlways;
  float need = shown.changes ? kChanging : kAtRest;
  if (shown.holders[0] != 0 || shown.holders[1] != 0 || shown.holds[0] != 0 || shown.holds[1] != 0)
    need += kHeld;
  if (!viewer.head) return need;
  const glm::vec3 way = shown.position - viewer.head->position;
  const float distance = glm::length(way);
  need += kNear * kNearMetres / (kNearMetres + distance);
  const glm::vec3 ahead = viewer.head->orientation * glm::vec3(0.0F, 0.0F, -1.0F);
  const bool behind = distance > kNearMetres && glm::dot(way, ahead) < 0.0F;
  return behind ? need * kBehindShare : need;
}

void ClientView::gather(RoomStates& states, EntityKind kind, const Viewer& viewer) {
  auto& known = known_[static_cast<std::size_t>(kind)];
  wire::Entry before;
  bool first = true;
  for (const Shown& shown : states.shown(kind)) {
    if (kind == EntityKind::participant && shown.id == viewer.id) continue;
    if (known.size() <= shown.slot) known.resize(shown.slot + std::size_t{1});
    Known& each = known[shown.slot];
    if (each.id != shown.id) each = {shown.id, 0, 0.0F};
    const std::uint32_t since = states.tick() - each.baseline;
    std::uint8_t age = each.baseline != 0 && since <= wire::kMostAge ? static_cast<std::uint8_t>(since) : 0;
    const wire::Bits* bits = states.bits(kind, shown.slot, age);
    if (bits == nullptr) bits = states.bits(kind, shown.slot, age = 0);
    const wire::Entry entry{shown.slot, age, bits};
    const auto cost = static_cast<std::uint32_t>(wire::bitsAfter(first ? nullptr : &before, entry));
    before = entry;
    first = false;
    const float needed = need(shown, kind, viewer);
    each.priority = needed == kAlways ? kAlways : each.priority + needed;
    candidates_.push_back({&shown, kind, false, age, bits, cost, each.priority});
  }
}

/// All that fits, the neediest first.
void ClientView::choose() {
  double left = (tokens_ - kHeaderBits - 8.0 * wire::kSnapshotOverhead) * kPayloadShare;
  double all = 0.0;
  for (const Candidate& each : candidates_) all += each.cost;
  const bool fits = all <= left;
  for (Candidate& each : candidates_) {
    each.chosen = fits || each.priority == kAlways;
    each.cost += kGapBits;
    if (each.chosen) left -= each.cost;
  }
  if (!fits) chooseNeediest(left);
}

/// Priorities are told apart by eighths: then nothing has to be sorted.
void ClientView::chooseNeediest(double left) {
  constexpr std::size_t kSteps = 512;
  constexpr float kStep = 0.125F;
  const auto stepOf = [](const Candidate& each) {
    return std::min(kSteps - 1, static_cast<std::size_t>(each.priority / kStep));
  };
  std::array<std::uint32_t, kSteps> costs{};
  for (const Candidate& each : candidates_)
    if (!each.chosen) costs[stepOf(each)] += each.cost;
  std::size_t step = kSteps;  // those of this and higher ones go
  while (step > 0 && costs[step - 1] <= left) left -= costs[--step];
  for (Candidate& each : candidates_) {
    if (each.chosen) continue;
    const std::size_t of = stepOf(each);
    each.chosen = of >= step || (of + 1 == step && each.cost <= left);
    if (of + 1 == step && each.chosen) left -= each.cost;
  }
}

void ClientView::write(RoomStates& states, const Viewer& viewer, const Send& send) {
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
  choose();
  pack(states, viewer, send);
}

/// Into as few payloads as they need, in order of slots.
void ClientView::pack(const RoomStates& states, const Viewer& viewer, const Send& send) {
  for (auto& entries : entries_) entries.clear();
  std::size_t bits = 0;
  for (const Candidate& each : candidates_) {
    if (!each.chosen) continue;
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
    sent_[number_ % kSent].parts.push_back({each.kind, each.shown->slot, each.shown->id});
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
  sent_[number_ % kSent].waiting = false;
  sent_[number_ % kSent].parts.clear();
  for (auto& entries : entries_) entries.clear();
}

}  // namespace lead::server
