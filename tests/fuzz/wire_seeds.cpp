// fuzz_wire_seeds DIRECTORY: what real senders write, as a corpus for the fuzzers of the wire, in folders of
// their names.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "convert/convert.h"
#include "lead/v1/session.pb.h"
#include "unit/wire/wire_states.h"
#include "wire/avatar_codec.h"
#include "wire/input_payload.h"
#include "wire/snapshot_payload.h"

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using lead::test::RandomStates;

void save(const fs::path& file, const Bytes& bytes) {
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void nudge(lead::AvatarState& state, RandomStates& random) {
  state.position += random.place(0.02F);
  state.velocity.x += random.between(-0.05F, 0.05F);
  state.heading = lead::wrapAngle(state.heading + random.between(-0.05F, 0.05F));
  for (lead::ArmState& arm : state.arms) arm.target += random.place(0.02F);
  state.position = glm::clamp(state.position, -999.0F, 999.0F);
  if (random.oneIn(4)) state.arms[0] = random.arm();
  if (random.oneIn(4)) state.expressions[random.number() % 64] = random.weight();
}

/// Payloads of which each is coded against the one two before it.
std::vector<Bytes> snapshots(unsigned seed) {
  RandomStates random(seed);
  const std::size_t avatars = 1 + random.number() % 4;
  std::vector<lead::AvatarState> states;
  for (std::size_t i = 0; i < avatars; ++i)
    states.push_back(random.oneIn(3) ? lead::AvatarState{} : random.state());
  lead::wire::ShownParticipant shown = random.participant();
  std::vector<std::vector<lead::wire::QuantisedAvatar>> history;
  std::vector<lead::wire::QuantisedParticipant> shownHistory;
  std::vector<Bytes> payloads;
  for (std::uint32_t number = 0; number < 6; ++number) {
    auto& now = history.emplace_back(avatars);
    std::vector<lead::wire::Bits> bits(avatars + 1);
    std::vector<lead::wire::Entry> entries;
    const bool whole = number < 2;
    for (std::size_t i = 0; i < avatars; ++i) {
      if (!random.oneIn(4)) nudge(states[i], random);
      lead::wire::quantise(static_cast<lead::AvatarId>(i + 1), states[i], now[i]);
      lead::wire::BitWriter writer(bits[i]);
      lead::wire::encode(now[i], whole ? nullptr : &history[number - 2][i], 4, 1.0F / 60.0F, writer);
      entries.push_back(
          {static_cast<std::uint16_t>(3 * i), static_cast<std::uint8_t>(whole ? 0 : 4), &bits[i]});
    }
    if (shown.headPosition)
      *shown.headPosition = glm::clamp(*shown.headPosition + random.place(0.02F), -999.0F, 999.0F);
    lead::wire::quantise(shown, shownHistory.emplace_back());
    lead::wire::BitWriter writer(bits.back());
    lead::wire::encode(shownHistory.back(), whole ? nullptr : &shownHistory[number - 2], writer);
    const lead::wire::Entry participant{1, static_cast<std::uint8_t>(whole ? 0 : 4), &bits.back()};
    lead::wire::writeSnapshot({static_cast<std::uint16_t>(number), 2 * number, number / 30.0, number, 60},
                              entries, {&participant, 1}, payloads.emplace_back());
  }
  return payloads;
}

Bytes input(unsigned seed) {
  RandomStates random(seed);
  lead::wire::InputPayload payload;
  payload.acks = {random.oneIn(2), 7, random.number(), random.oneIn(5)};
  for (std::uint32_t i = 0; i < 1 + seed % 3; ++i) {
    lead::wire::InputSample sample = i > 0 ? payload.samples.back() : lead::wire::InputSample{};
    sample.sequence = 100 - i;
    sample.clientTime = 5.0 - i / 60.0;
    if (random.oneIn(2)) sample.headPosition = random.place(5.0F);
    for (auto& hand : sample.hands) {
      if (random.oneIn(2)) continue;
      hand = lead::wire::InputHand{};
      hand->position = random.place(3.0F);
      if (random.oneIn(2)) hand->orientation = random.rotation();
      if (random.oneIn(2)) hand->heldAvatar = 3;
      if (random.oneIn(2)) hand->handOrientation = random.rotation();
      if (random.oneIn(2)) hand->rayOrigin = random.place(3.0F);
    }
    payload.samples.push_back(sample);
  }
  Bytes bytes;
  lead::wire::writeInput(payload, bytes);
  return bytes;
}

Bytes message(char which, const google::protobuf::MessageLite& message) {
  const std::string text = which + message.SerializeAsString();
  return {text.begin(), text.end()};
}

lead::v1::ClientMessage clientMessage(unsigned seed) {
  RandomStates random(seed);
  lead::v1::ClientMessage message;
  if (seed % 3 == 0) {
    const Bytes bytes = input(seed);
    message.set_payload(std::string(bytes.begin(), bytes.end()));
    return message;
  }
  auto* input = message.mutable_input();
  input->set_sequence(seed);
  lead::encode(random.place(3.0F), input->mutable_head()->mutable_position());
  lead::encode(random.rotation(), input->mutable_head()->mutable_orientation());
  for (int i = 0; i < 2; ++i) {
    auto* hand = input->add_hands();
    hand->set_present(true);
    lead::encode(random.place(3.0F), hand->mutable_position());
    if (random.oneIn(2)) lead::encode(random.rotation(), hand->mutable_orientation());
    hand->set_held_avatar(1);
    hand->set_held_hand(lead::v1::HAND_LEFT);
  }
  return message;
}

lead::v1::ServerMessage serverMessage(unsigned seed) {
  RandomStates random(seed);
  lead::v1::ServerMessage message;
  if (seed % 3 == 0) {
    for (const Bytes& payload : snapshots(seed))
      message.mutable_payloads()->add_payload(std::string(payload.begin(), payload.end()));
    return message;
  }
  if (seed % 3 == 1) {
    auto* snapshot = message.mutable_snapshot();
    snapshot->set_tick(seed);
    lead::encode(1, random.state(), snapshot->add_avatars());
    lead::encode(random.place(3.0F), snapshot->add_participants()->mutable_head()->mutable_position());
    return message;
  }
  auto* info = message.mutable_info();
  info->set_room("room");
  auto* participant = info->add_participants();
  participant->set_id(1);
  participant->set_name("Ann");
  auto* avatar = info->add_avatars();
  avatar->set_id(1);
  avatar->set_model_sha256(std::string(32, 'h'));
  avatar->add_motions()->set_sha256(std::string(32, 'm'));
  lead::encode(lead::Params{}, info->mutable_params());
  lead::Space space;
  space.obstacles.push_back(lead::CylinderObstacle{{1.0F, 0.0F, 1.0F}, 0.5F, 1.0F});
  lead::encode(space, info->mutable_space());
  return message;
}

void saveAll(const fs::path& folder) {
  for (const char* name : {"datagrams", "snapshots", "inputs", "messages"})
    fs::create_directories(folder / name);
  for (unsigned seed = 1; seed <= 24; ++seed) {
    const std::string name = std::to_string(seed);
    Bytes sequence;
    for (const Bytes& payload : snapshots(seed)) {
      sequence.push_back(static_cast<std::uint8_t>(payload.size()));
      sequence.push_back(static_cast<std::uint8_t>(payload.size() >> 8U));
      sequence.insert(sequence.end(), payload.begin(), payload.end());
    }
    save(folder / "snapshots" / name, sequence);
    save(folder / "inputs" / name, input(seed));
    save(folder / "datagrams" / ("input" + name), input(seed));
    save(folder / "datagrams" / ("snapshot" + name), snapshots(seed)[0]);
    save(folder / "messages" / ("client" + name), message('\0', clientMessage(seed)));
    save(folder / "messages" / ("server" + name), message('\1', serverMessage(seed)));
  }
  Bytes ping;
  lead::wire::writePing({1.5, 40}, ping);
  save(folder / "datagrams" / "ping", ping);
  lead::wire::writePong({1.5, 2.5}, 13, ping);
  save(folder / "datagrams" / "pong", ping);
  lead::wire::writeChallenge({0x1122334455667788U}, ping);
  save(folder / "datagrams" / "challenge", ping);
  lead::wire::writeChallengeAnswer({0x1122334455667788U}, ping);
  save(folder / "datagrams" / "challenge_answer", ping);
  lead::v1::JoinRequest join;
  join.set_room("room");
  join.set_name("Ann");
  save(folder / "messages" / "join", message('\2', join));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_wire_seeds DIRECTORY\n");
    return 2;
  }
  saveAll(argv[1]);
  return 0;
}
