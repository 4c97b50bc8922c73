// The vectors of docs/PROTOCOL.md, read from the page and checked both ways.
#include <gtest/gtest.h>
#include <sodium.h>

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "lead/avatar_state.h"
#include "math/rotation.h"
#include "wire/avatar_codec.h"
#include "wire/input_payload.h"
#include "wire/sealed.h"
#include "wire/snapshot_payload.h"

namespace lead::wire {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Vector = std::map<std::string, std::string>;

std::string hex(const Bytes& bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();
  return text;
}

Bytes bytesOf(const std::string& text) {
  Bytes bytes(text.size() / 2);
  std::size_t size = 0;
  sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size, nullptr);
  bytes.resize(size);
  return bytes;
}

/// The block "```vector NAME" of the page.
Vector vectorOf(const std::string& name) {
  std::ifstream page(LEAD_SOURCE_DIR "/docs/PROTOCOL.md");
  Vector values;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```vector " + name) {
      inside = true;
    } else if (line == "```") {
      if (inside) break;
    } else if (inside && !line.empty() && line[0] != '#') {
      std::istringstream in(line);
      std::string key;
      in >> key;
      in >> values[key];
    }
  }
  return values;
}

/// What the page has must be what is written. With LEAD_PRINT_VECTORS set it is printed, to be put there.
void expectOnPage(const std::string& key, const Vector& vector, const Bytes& written) {
  if (std::getenv("LEAD_PRINT_VECTORS") != nullptr) std::cout << key << ' ' << hex(written) << '\n';
  const auto found = vector.find(key);
  ASSERT_NE(found, vector.end()) << "docs/PROTOCOL.md has no " << key;
  EXPECT_EQ(found->second, hex(written)) << key;
}

TEST(Protocol, Ping) {
  const Vector vector = vectorOf("ping");
  Bytes payload;
  writePing({12.345678, 16}, payload);
  expectOnPage("payload", vector, payload);
  Ping ping;
  ASSERT_TRUE(readPing(bytesOf(vector.at("payload")), ping));
  EXPECT_NEAR(ping.clientTime, std::stod(vector.at("clientTime")), 1e-9);
  EXPECT_EQ(ping.bytes, std::stoi(vector.at("bytes")));
}

TEST(Protocol, Pong) {
  const Vector vector = vectorOf("pong");
  Bytes payload;
  writePong({12.345678, 99.5}, 16, payload);
  expectOnPage("payload", vector, payload);
  Pong pong;
  ASSERT_TRUE(readPong(bytesOf(vector.at("payload")), pong));
  EXPECT_NEAR(pong.clientTime, std::stod(vector.at("clientTime")), 1e-9);
  EXPECT_NEAR(pong.serverTime, std::stod(vector.at("serverTime")), 1e-9);
}

TEST(Protocol, Challenge) {
  const Vector vector = vectorOf("challenge");
  const Challenge challenge{std::stoull(vector.at("value"))};
  Bytes payload;
  writeChallenge(challenge, payload);
  expectOnPage("challenge", vector, payload);
  writeChallengeAnswer(challenge, payload);
  expectOnPage("answer", vector, payload);
  Challenge read;
  ASSERT_TRUE(readChallenge(bytesOf(vector.at("challenge")), read));
  EXPECT_EQ(read.value, challenge.value);
  ASSERT_TRUE(readChallengeAnswer(bytesOf(vector.at("answer")), read));
  EXPECT_EQ(read.value, challenge.value);
}

TEST(Protocol, Sealed) {
  ASSERT_GE(sodium_init(), 0);
  const Vector vector = vectorOf("sealed");
  Key key{};
  const Bytes keyBytes = bytesOf(vector.at("key"));
  ASSERT_EQ(keyBytes.size(), key.size());
  std::copy(keyBytes.begin(), keyBytes.end(), key.begin());
  const auto session = static_cast<std::uint32_t>(std::stoul(vector.at("session")));
  Bytes payload;
  writePing({12.345678, 16}, payload);
  expectOnPage("payload", vector, payload);
  Sealer sealer(session, key);
  Bytes datagram(payload.size() + kSealBytes);
  sealer.seal(payload, datagram);
  expectOnPage("datagram", vector, datagram);
  Opener opener(key);
  Bytes opened(kPayloadBytes);
  std::size_t size = 0;
  const Bytes onPage = bytesOf(vector.at("datagram"));
  EXPECT_EQ(sessionOf(onPage), session);
  ASSERT_EQ(opener.open(onPage, opened, size), Opener::Result::good);
  opened.resize(size);
  EXPECT_EQ(hex(opened), vector.at("payload"));
  EXPECT_EQ(std::to_string(opener.newest()), vector.at("sequence"));
}

constexpr float kTick = 1.0F / 60.0F;

AvatarState standing() {
  AvatarState state;
  state.seed = 9;
  state.position = {1.0F, 0.0F, -2.0F};
  state.heading = 0.5F * kPi;
  return state;
}

AvatarState held() {
  AvatarState state = standing();
  state.position.x = 1.0625F;
  state.velocity = {0.75F, 0.0F, 0.0F};
  state.walkWeight = 0.5F;
  state.playbackRate = 0.625F;
  state.phase = 0.125F;
  ArmState& arm = state.arm(Side::left);
  arm.holder = 3;
  arm.heldSince = 107;
  arm.target = {1.5F, 1.0F, -1.75F};
  arm.ikWeight = 0.4F;
  arm.gripWeight = 0.33F;
  arm.restReach = 0.25F;
  arm.dir = glm::normalize(glm::vec3(1.0F, -0.5F, 0.25F));
  arm.pole = glm::normalize(glm::cross(arm.dir, kForward));
  return state;
}

QuantisedAvatar quantised(const AvatarState& state) {
  QuantisedAvatar avatar;
  quantise(7, state, avatar);
  return avatar;
}

TEST(Protocol, Avatars) {
  const Vector vector = vectorOf("avatars");
  const QuantisedAvatar first = quantised(standing());
  struct Case {
    std::string name;
    QuantisedAvatar now;
    const QuantisedAvatar* baseline;
    std::uint32_t age;
  };
  for (const Case& each : {Case{"whole", first, nullptr, 0}, Case{"still", first, &first, 4},
                           Case{"held", quantised(held()), &first, 8}}) {
    Bits bits;
    BitWriter writer(bits);
    encode(each.now, each.baseline, each.age, kTick, writer);
    expectOnPage(each.name, vector, bits.bytes);
    const Bytes onPage = bytesOf(vector.at(each.name));
    BitReader reader(onPage);
    QuantisedAvatar out;
    ASSERT_TRUE(decode(reader, each.baseline, each.age, kTick, out)) << each.name;
    EXPECT_EQ(out, each.now) << each.name;
  }
}

TEST(Protocol, Snapshot) {
  const Vector vector = vectorOf("snapshot");
  Bits avatar;
  BitWriter toAvatar(avatar);
  encode(quantised(standing()), nullptr, 0, kTick, toAvatar);
  ShownParticipant shown;
  shown.id = 3;
  shown.headPosition = glm::vec3(0.0F, 1.5F, 1.0F);
  QuantisedParticipant quantisedShown;
  quantise(shown, quantisedShown);
  Bits participant;
  BitWriter toParticipant(participant);
  encode(quantisedShown, nullptr, toParticipant);
  const Entry avatarEntry{0, 0, &avatar};
  const Entry participantEntry{2, 0, &participant};
  Bytes payload;
  writeSnapshot({5, 120, 2.0, 77, 60}, {&avatarEntry, 1}, {&participantEntry, 1}, payload);
  expectOnPage("payload", vector, payload);
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  ASSERT_EQ(receiver.receive(bytesOf(vector.at("payload")), out), SnapshotReceiver::Result::good);
  EXPECT_EQ(out.header.number, 5);
  EXPECT_EQ(out.header.tick, 120U);
  EXPECT_EQ(out.header.serverTime, 2.0);
  EXPECT_EQ(out.header.inputSequence, 77U);
  ASSERT_EQ(out.avatars.size(), 1U);
  EXPECT_EQ(out.avatars[0].id, 7U);
  EXPECT_EQ(out.avatars[0].state.position, standing().position);
  EXPECT_EQ(out.avatars[0].state.heading, standing().heading);
  ASSERT_EQ(out.participants.size(), 1U);
  EXPECT_EQ(out.participants[0].id, 3U);
  EXPECT_EQ(out.participants[0].headPosition, shown.headPosition);
}

TEST(Protocol, Input) {
  const Vector vector = vectorOf("input");
  InputPayload input;
  input.acks = {true, 5, 1, false};
  InputSample& sample = input.samples.emplace_back();
  sample.sequence = 77;
  sample.clientTime = 1.5;
  sample.seenTick = 118;
  sample.hands[0] = InputHand{};
  sample.hands[0]->position = {1.5F, 1.0F, -1.75F};
  sample.hands[0]->heldAvatar = 7;
  Bytes payload;
  writeInput(input, payload);
  expectOnPage("payload", vector, payload);
  InputPayload out;
  ASSERT_TRUE(readInput(bytesOf(vector.at("payload")), out));
  EXPECT_EQ(out.acks, input.acks);
  ASSERT_EQ(out.samples.size(), 1U);
  EXPECT_EQ(out.samples[0].sequence, 77U);
  EXPECT_EQ(out.samples[0].clientTime, 1.5);
  EXPECT_EQ(out.samples[0].seenTick, 118U);
  EXPECT_FALSE(out.samples[0].headPosition);
  ASSERT_TRUE(out.samples[0].hands[0]);
  EXPECT_EQ(out.samples[0].hands[0]->position, sample.hands[0]->position);
  EXPECT_EQ(out.samples[0].hands[0]->heldAvatar, 7U);
  EXPECT_FALSE(out.samples[0].hands[1]);
}

}  // namespace
}  // namespace lead::wire
