// Every count, size and rate that comes from outside has its limit here, and only here. What happens at each
// limit is in server/README.md. Where there is a k…Most, the operator chooses (operations/caps.h): the limit
// is the default, and that's how far it can go.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace lead::server::limits {

// Rooms and people.
inline constexpr std::size_t kRooms = 64;
inline constexpr std::size_t kRoomsMost = 1024;
inline constexpr std::size_t kRoomsPerAddress = 32;  ///< created over the network, by one address
inline constexpr std::size_t kRoomNameLength = 64;   ///< characters
inline constexpr std::size_t kParticipantsPerRoom = 256;
inline constexpr std::size_t kParticipantsPerRoomMost = 4096;  ///< as the wire has slots
inline constexpr std::size_t kParticipantsPerAddress = 512;    ///< over all rooms
inline constexpr std::size_t kParticipantsPerAddressMost = 4096;
inline constexpr std::size_t kParticipantNameLength = 32;  ///< characters (code points)
inline constexpr std::size_t kAvatarsPerRoom = 128;
inline constexpr std::size_t kAvatarsPerRoomMost = 1024;
inline constexpr std::size_t kAvatarsPerCreateRoom = 16;   ///< of the room's own
inline constexpr std::chrono::minutes kEmptyRoomLife{10};  ///< of a room that was created over the network

// Streams.
inline constexpr std::size_t kStreams = 8192;  ///< Play streams at once, with and without a participant
/// Of an address, for each participant that it may have: a stream may be replaced before it has ended.
inline constexpr std::size_t kStreamsPerParticipant = 2;
inline constexpr int kConcurrentCallsPerConnection = 1024;
inline constexpr int kMessageBytes = 96 * 1024;           ///< any message that we receive
inline constexpr std::size_t kClientMessageBytes = 4096;  ///< a message on Play
inline constexpr std::size_t kSecretBytes = 16;
inline constexpr double kMessagesPerSecond = 250.0;  ///< on one Play stream; FLOOD beyond
inline constexpr double kMessageBurst = 1000.0;
inline constexpr double kAvatarChangesPerSecond = 1.0;  ///< SetAvatar; refused beyond, not disconnected
inline constexpr double kAvatarChangeBurst = 5.0;
inline constexpr std::size_t kParamNameLength = 32;
inline constexpr double kInfoBytesPerSecond = 8e6;  ///< of a room's info to all in it, together
inline constexpr std::size_t kOutboxEvents = 256;   ///< unsent; TOO_SLOW beyond
inline constexpr std::chrono::seconds kHelloWithin{5};
inline constexpr std::chrono::seconds kReadWithin{
    10};  ///< a client that reads nothing for so long is TOO_SLOW
inline constexpr std::chrono::milliseconds kGoodbyeWithin{1500};

// The fast path.
inline constexpr double kDatagramsPerSecond = 250.0;  ///< of one session; dropped and counted beyond
inline constexpr double kDatagramBurst = 500.0;
inline constexpr std::chrono::milliseconds kUdpSilence{1000};  ///< then snapshots go by the stream again
inline constexpr std::uint32_t kClientRate = 1'000'000;        ///< bits a second to one client
inline constexpr std::uint32_t kClientRateLeast = 64'000;
inline constexpr std::uint32_t kClientRateMost = 10'000'000;

// Who calls, by address. A burst of joins is as many as the address may have participants.
inline constexpr double kJoinsPerSecond = 20.0;
inline constexpr double kCallsPerSecond = 100.0;  ///< of any kind
inline constexpr double kRateMost = 100'000.0;
inline constexpr double kCallsPerParticipant = 8.0;  ///< of a burst, for each that the address may have
inline constexpr std::size_t kAddressesKept =
    16'384;  ///< whose rates are known; the longest silent goes first

// Tokens.
inline constexpr std::size_t kTokenKeys = 16;

// TLS.
inline constexpr std::chrono::minutes kTlsFilesEvery{10};  ///< after which they are looked at again

// Models.
inline constexpr std::uint64_t kUploadBytes = 100'000'000;  ///< default of --max-upload
inline constexpr std::uint64_t kUploadBytesMost = 1'000'000'000;
inline constexpr std::uint64_t kStoredBytes = 4'000'000'000;
inline constexpr std::size_t kStoredModels = 1024;
inline constexpr std::size_t kUploads = 256;              ///< at once
inline constexpr std::size_t kUploadsPerAddress = 128;    ///< at most kUploads
inline constexpr std::size_t kDownloads = 256;            ///< at once
inline constexpr std::size_t kDownloadsPerAddress = 128;  ///< at most kDownloads
inline constexpr std::size_t kModelNameBytes = 128;       ///< the rest of what a file calls itself is cut off
inline constexpr std::size_t kAuthors = 8;                ///< of a model, told to its room
inline constexpr std::size_t kAuthorBytes = 64;
inline constexpr std::size_t kUrlBytes = 256;        ///< of a licence; a longer one is left out
inline constexpr std::size_t kWarnings = 32;         ///< told to an uploader
inline constexpr std::size_t kSentenceBytes = 1000;  ///< a sentence made from what a file says
inline constexpr std::size_t kChunkBytes = 64 * 1024;
inline constexpr double kTransferRetrySeconds = 2.0;  ///< told to who is refused for too many others
/// An upload that brings nothing for so long is ended, and a download that takes nothing.
inline constexpr std::chrono::seconds kChunkWithin{20};

inline constexpr std::uint64_t kMotionFileBytes = 50'000'000;  ///< of a motion that is uploaded
inline constexpr std::size_t kPlayedBytes = 512'000'000;  ///< of motions that are played, all rooms together
inline constexpr double kPlaysPerSecond = 2.0;            ///< PlayMotion on one stream; refused beyond
inline constexpr double kPlayBurst = 8.0;
inline constexpr std::size_t kMotionNameBytes = 64;

inline constexpr std::uint64_t kWalkFileBytes = 50'000'000;  ///< of a file named by --walk
inline constexpr std::size_t kWalkFiles = 16;
inline constexpr std::uint64_t kSpaceFileBytes = 1'000'000;  ///< of a file named by --space

// Ticks.
inline constexpr int kTickRateLeast = 10;
inline constexpr int kTickRateMost = 240;
inline constexpr int kSnapshotRateLeast = 10;
inline constexpr int kSnapshotRateMost = 60;
inline constexpr int kCatchUpTicks = 5;  ///< late ticks made up for at once; the rest is skipped and counted

}  // namespace lead::server::limits
