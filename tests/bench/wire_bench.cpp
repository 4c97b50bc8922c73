// The wire: what an avatar costs to encode and decode, a snapshot to put together and take apart, a datagram
// to seal and open.
#include <benchmark/benchmark.h>
#include <sodium.h>

#include <cmath>
#include <deque>
#include <stdexcept>

#include "math/rotation.h"
#include "scene.h"
#include "wire/avatar_codec.h"
#include "wire/sealed.h"
#include "wire/snapshot_payload.h"

namespace lead::bench {
namespace {

using wire::BitReader;
using wire::Bits;
using wire::BitWriter;
using wire::QuantisedAvatar;

constexpr std::uint32_t kAge = 8;  // ticks: four snapshots of 30 Hz

enum Kind { idle, walking, tracked };

/// A state and what it was `kAge` ticks before.
struct Pair {
  AvatarState state;
  QuantisedAvatar then;
  QuantisedAvatar now;
};

void track(AvatarState& state, float t) {
  for (std::size_t i = 0; i < index(Bone::leftThumbMetacarpal); ++i) {
    const auto bone = static_cast<float>(i);
    state.tracked.bones |= bit(boneAt(i));
    state.tracked.rotation[i] =
        rotationX(0.3F * std::sin(3.0F * t + bone)) * rotationZ(0.2F * std::sin(2.0F * t + bone));
  }
}

Pair pairOf(Kind kind) {
  Pair pair;
  if (kind == idle) {
    quantise(1, pair.state, pair.then);
    pair.now = pair.then;
    return pair;
  }
  Crowd& crowd = crowdOf(1);
  const auto at = [&](float t, QuantisedAvatar& out) {
    pair.state = crowd.world.avatars()[0].state;
    if (kind == tracked) track(pair.state, t);
    quantise(1, pair.state, out);
  };
  at(0.0F, pair.then);
  for (std::uint32_t i = 0; i < kAge; ++i) crowd.tick();
  at(kAge * kTickSeconds, pair.now);
  return pair;
}

void Quantise(benchmark::State& state) {
  const Pair pair = pairOf(static_cast<Kind>(state.range(0)));
  QuantisedAvatar out;
  for (auto _ : state) {
    quantise(1, pair.state, out);
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(Quantise)->ArgName("kind")->Arg(idle)->Arg(walking)->Arg(tracked);

void EncodeAvatar(benchmark::State& state) {
  const Pair pair = pairOf(static_cast<Kind>(state.range(0)));
  Bits bits;
  for (auto _ : state) {
    bits.clear();
    BitWriter writer(bits);
    encode(pair.now, &pair.then, kAge, kTickSeconds, writer);
    benchmark::DoNotOptimize(bits.bytes.data());
  }
  state.counters["bits"] = static_cast<double>(bits.count);
}
BENCHMARK(EncodeAvatar)->ArgName("kind")->Arg(idle)->Arg(walking)->Arg(tracked);

void DecodeAvatar(benchmark::State& state) {
  const Pair pair = pairOf(static_cast<Kind>(state.range(0)));
  Bits bits;
  BitWriter writer(bits);
  encode(pair.now, &pair.then, kAge, kTickSeconds, writer);
  QuantisedAvatar out;
  for (auto _ : state) {
    BitReader reader(bits.bytes);
    if (!decode(reader, &pair.then, kAge, kTickSeconds, out)) throw std::logic_error("it doesn't decode");
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(DecodeAvatar)->ArgName("kind")->Arg(idle)->Arg(walking)->Arg(tracked);

void DequantiseAvatar(benchmark::State& state) {
  const Pair pair = pairOf(static_cast<Kind>(state.range(0)));
  AvatarState out;
  for (auto _ : state) {
    dequantise(pair.now, 100, kTickSeconds, out);
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(DequantiseAvatar)->ArgName("kind")->Arg(idle)->Arg(walking)->Arg(tracked);

/// The entries of a crowd's snapshots, each against the one four snapshots before.
class Recording {
 public:
  Recording(std::size_t avatars, std::size_t snapshots) {
    Crowd& crowd = crowdOf(avatars);
    for (std::size_t s = 0; s < snapshots; ++s) {
      crowd.tick();
      crowd.tick();
      auto& states = states_.emplace_back(avatars);
      auto& bits = bits_.emplace_back(avatars);
      for (std::size_t i = 0; i < avatars; ++i) {
        quantise(static_cast<AvatarId>(i + 1), crowd.world.avatars()[i].state, states[i]);
        BitWriter writer(bits[i]);
        encode(states[i], s < 4 ? nullptr : &states_[s - 4][i], kAge, kTickSeconds, writer);
      }
    }
  }
  std::size_t snapshots() const { return bits_.size(); }

  /// Payloads of one snapshot, of full size; `number` counts on.
  void write(std::size_t snapshot, std::uint16_t& number, std::vector<std::vector<std::uint8_t>>& out) {
    const auto& bits = bits_[snapshot];
    std::size_t count = 0;
    entries_.clear();
    std::size_t size = 0;
    const auto flush = [&] {
      if (out.size() <= count) out.emplace_back();
      wire::writeSnapshot({number++, static_cast<std::uint32_t>(2 * snapshot), 0.0, 1, 60}, entries_, {},
                          out[count++]);
      entries_.clear();
      size = 0;
    };
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const wire::Entry entry{static_cast<std::uint16_t>(i),
                              static_cast<std::uint8_t>(snapshot < 4 ? 0 : kAge), &bits[i]};
      const std::size_t more = wire::mostBits(entry);
      if (size + more > 8 * (wire::kPayloadBytes - wire::kSnapshotOverhead)) flush();
      entries_.push_back(entry);
      size += more;
    }
    flush();
    out.resize(count);
  }

 private:
  std::vector<std::vector<QuantisedAvatar>> states_;
  std::vector<std::vector<Bits>> bits_;
  std::vector<wire::Entry> entries_;
};

void perAvatar(benchmark::State& state, std::size_t bytes, std::size_t snapshots) {
  const auto avatars = static_cast<double>(state.range(0));
  state.counters["perAvatar"] = benchmark::Counter(
      avatars, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["bytesPerAvatar"] = static_cast<double>(bytes) / static_cast<double>(snapshots) / avatars;
}

/// Entries that are encoded already, into one receiver's payloads.
void WriteSnapshot(benchmark::State& state) {
  Recording recording(static_cast<std::size_t>(state.range(0)), 12);
  std::vector<std::vector<std::uint8_t>> payloads;
  std::uint16_t number = 0;
  std::size_t bytes = 0;
  for (auto _ : state) {
    recording.write(8, number, payloads);
    benchmark::DoNotOptimize(payloads.data());
  }
  for (const auto& payload : payloads) bytes += payload.size();
  perAvatar(state, bytes, 1);
}
BENCHMARK(WriteSnapshot)->ArgName("avatars")->Arg(20)->Arg(200);

/// Of walking avatars, to states that can be evaluated.
void ReceiveSnapshot(benchmark::State& state) {
  Recording recording(static_cast<std::size_t>(state.range(0)), 100);
  std::vector<std::vector<std::vector<std::uint8_t>>> snapshots(recording.snapshots());
  std::uint16_t number = 0;
  std::size_t bytes = 0;
  for (std::size_t s = 0; s < snapshots.size(); ++s) {
    recording.write(s, number, snapshots[s]);
    for (const auto& payload : snapshots[s]) bytes += s < 4 ? 0 : payload.size();
  }
  std::vector<wire::ReceivedSnapshot> out(20);
  wire::SnapshotReceiver receiver;
  std::size_t next = snapshots.size();
  for (auto _ : state) {
    if (next == snapshots.size()) {
      state.PauseTiming();
      receiver = {};
      for (next = 0; next < 20; ++next)
        for (std::size_t i = 0; i < snapshots[next].size(); ++i) receiver.receive(snapshots[next][i], out[i]);
      state.ResumeTiming();
    }
    for (std::size_t i = 0; i < snapshots[next].size(); ++i)
      if (receiver.receive(snapshots[next][i], out[i]) != wire::SnapshotReceiver::Result::good)
        throw std::logic_error("a snapshot is not good");
    ++next;
  }
  perAvatar(state, bytes, snapshots.size() - 4);
}
BENCHMARK(ReceiveSnapshot)->ArgName("avatars")->Arg(20)->Arg(200);

constexpr wire::Key kKey{1, 2, 3};

void SealDatagram(benchmark::State& state) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium doesn't start");
  wire::Sealer sealer(1, kKey);
  const std::vector<std::uint8_t> payload(static_cast<std::size_t>(state.range(0)) - wire::kSealBytes, 7);
  std::vector<std::uint8_t> out(wire::kDatagramBytes);
  for (auto _ : state) benchmark::DoNotOptimize(sealer.seal(payload, out));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(SealDatagram)->ArgName("bytes")->Arg(200)->Arg(1200);

void OpenDatagram(benchmark::State& state) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium doesn't start");
  wire::Sealer sealer(1, kKey);
  const std::vector<std::uint8_t> payload(static_cast<std::size_t>(state.range(0)) - wire::kSealBytes, 7);
  std::vector<std::uint8_t> datagram(static_cast<std::size_t>(state.range(0)));
  sealer.seal(payload, datagram);
  std::vector<std::uint8_t> out(wire::kPayloadBytes);
  for (auto _ : state) {
    wire::Opener opener(kKey);  // one that hasn't seen it
    std::size_t size = 0;
    if (opener.open(datagram, out, size) != wire::Opener::Result::good)
      throw std::logic_error("it doesn't open");
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(OpenDatagram)->ArgName("bytes")->Arg(200)->Arg(1200);

}  // namespace
}  // namespace lead::bench
