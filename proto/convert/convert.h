// Protobuf messages <-> the values of common/. Decoders return nothing (std::nullopt or false) for what no
// honest sender sends: numbers that are not finite, coordinates beyond 1000 m, rotations that are no
// rotations.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <variant>

#include "lead/avatar_state.h"
#include "lead/params.h"
#include "lead/space.h"
#include "lead/v1/session.pb.h"
#include "lead/v1/types.pb.h"

namespace lead {

inline constexpr float kMaxCoordinate = 1000.0F;  ///< metres, design/network.md

void encode(const glm::vec3& from, v1::Vec3* to);
void encode(const glm::quat& from, v1::Quat* to);
void encode(const Params& from, v1::Params* to);
void encode(const Space& from, v1::Space* to);
void encode(AvatarId id, const AvatarState& from, v1::AvatarState* to);

/// An absent message decodes as zero, as protobuf has it.
std::optional<glm::vec3> decodePosition(const v1::Vec3& from);
/// Normalises. None where the length is under 0.5 or over 2.
std::optional<glm::quat> decodeRotation(const v1::Quat& from);
std::optional<Params> decode(const v1::Params& from);
/// Checked by checkSpace(); else a sentence that says what is wrong with it.
std::variant<Space, std::string> decode(const v1::Space& from);
std::optional<AvatarState> decode(const v1::AvatarState& from);

v1::Hand toProto(Side side);
v1::GazeMode toProto(GazeMode mode);
std::optional<Side> fromProto(v1::Hand hand);
std::optional<GazeMode> fromProto(v1::GazeMode mode);

}  // namespace lead
