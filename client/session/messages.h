// The session's values <-> protobuf messages. What doesn't decode is the sender's fault: none.
#pragma once

#include <optional>

#include "lead/v1/session.pb.h"
#include "session/session.h"
#include "wire/input_payload.h"

namespace lead {

/// `seenTick` replaces the input's own 0.
v1::Input encodeInput(const ParticipantInput& input, std::uint32_t sequence, double time,
                      std::uint32_t seenTick);
/// As it goes into a payload, and back.
wire::InputSample toSample(const ParticipantInput& input, std::uint32_t sequence, double time,
                           std::uint32_t seenTick);
ParticipantInput fromSample(const wire::InputSample& sample);
v1::Role toProto(Role role);
/// Without what only the receiver knows. Takes the avatars out of `from`.
Snapshot toSnapshot(wire::ReceivedSnapshot& from);

/// Without the receivedTimes.
std::optional<Snapshot> decodeSnapshot(const v1::Snapshot& from);
std::optional<RoomInfo> decodeRoom(const v1::RoomInfo& from);

/// `room` names the holder and may be null.
HoldRefused decodeRefusal(const v1::ServerMessage::HoldRefused& from, const RoomInfo* room);

/// True if both would look the same to the server.
bool sameInput(const ParticipantInput& a, const ParticipantInput& b);
bool holdsAnything(const ParticipantInput& input);

}  // namespace lead
