#include "vrm/animation_tracks.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "vrm/load.h"

namespace lead {
namespace {

constexpr float kFarthest = 1e5F;  // metres, as in rig.cpp

std::optional<TrackPath> pathFromName(const std::string& name) {
  if (name == "translation") return TrackPath::translation;
  if (name == "rotation") return TrackPath::rotation;
  if (name == "scale") return TrackPath::scale;
  return std::nullopt;  // weights, pointers
}

std::optional<Interpolation> interpolationOf(const Json& sampler) {
  const Json& value = member(sampler, "interpolation");
  if (value.is_null() || value == "LINEAR") return Interpolation::linear;
  if (value == "STEP") return Interpolation::step;
  if (value == "CUBICSPLINE") return Interpolation::cubicSpline;
  return std::nullopt;
}

glm::vec4 hermite(const Track& track, std::size_t key, float t, float span) {
  const glm::vec4& from = track.values[3 * key + 1];
  const glm::vec4& leaving = track.values[3 * key + 2];
  const glm::vec4& arriving = track.values[3 * key + 3];
  const glm::vec4& to = track.values[3 * key + 4];
  const float t2 = t * t;
  const float t3 = t2 * t;
  return from * (2.0F * t3 - 3.0F * t2 + 1.0F) + leaving * (span * (t3 - 2.0F * t2 + t)) +
         to * (3.0F * t2 - 2.0F * t3) + arriving * (span * (t3 - t2));
}

glm::vec4 shortWay(const glm::vec4& from, const glm::vec4& to, float t) {
  const glm::quat q = glm::slerp(toQuat(from), toQuat(to), t);
  return {q.x, q.y, q.z, q.w};
}

glm::vec4 normalized(const glm::vec4& v) {
  const float length = glm::length(v);
  return length > 1e-6F ? v / length : glm::vec4(0.0F, 0.0F, 0.0F, 1.0F);
}

}  // namespace

glm::vec4 Track::at(float time, std::size_t& key) const {
  const std::vector<float>& t = *times;
  while (key + 1 < t.size() && t[key + 1] <= time) ++key;
  glm::vec4 value = valueOf(key);
  if (key + 1 < t.size() && time > t[key] && interpolation != Interpolation::step) {
    const float span = t[key + 1] - t[key];
    const float share = (time - t[key]) / span;
    if (interpolation == Interpolation::cubicSpline)
      value = hermite(*this, key, share, span);
    else if (path == TrackPath::rotation)
      value = shortWay(value, valueOf(key + 1), share);
    else
      value += (valueOf(key + 1) - value) * share;
  }
  return path == TrackPath::rotation ? normalized(value) : value;
}

TracksByNode TrackReader::read(const Json& animation, const std::string& label, Faults& faults) {
  TracksByNode tracks;
  const Json& channels = arrayMember(animation, "channels");
  for (std::size_t i = 0; i < channels.size(); ++i) {
    try {
      readChannel(animation, channels[i], fmt::format("{}, channel {}", label, i), tracks);
    } catch (const ModelError& error) {
      faults.add(error);
      if (keysRead_ > limits_.motionKeys) break;  // every further one would say the same
    }
  }
  return tracks;
}

void TrackReader::readChannel(const Json& animation, const Json& channel, const std::string& label,
                              TracksByNode& tracks) {
  const Json& target = member(channel, "target");
  const auto path = pathFromName(textMember(target, "path"));
  if (!path || member(target, "node").is_null()) return;
  const auto fileNode = asIndex(member(target, "node"));
  if (!fileNode || static_cast<std::size_t>(*fileNode) >= newIndex_.size())
    throw ModelError("animation.node", label + " moves a node that doesn't exist");
  const int node = newIndex_[static_cast<std::size_t>(*fileNode)];
  if (!wanted_[static_cast<std::size_t>(node)].has(*path)) return;

  const Json& samplers = arrayMember(animation, "samplers");
  const auto sampler = asIndex(member(channel, "sampler"));
  if (!sampler || static_cast<std::size_t>(*sampler) >= samplers.size())
    throw ModelError("animation.channel", label + " has a sampler that doesn't exist");
  std::optional<Track>& track = tracks[node].of(*path);
  if (track) throw ModelError("animation.channel", label + " moves what another channel moves already");
  track = readTrack(samplers[static_cast<std::size_t>(*sampler)], *path, label);
}

Track TrackReader::readTrack(const Json& sampler, TrackPath path, const std::string& what) {
  Track track;
  track.path = path;
  const auto interpolation = interpolationOf(sampler);
  if (!interpolation) throw ModelError("animation.channel", what + " has an unknown interpolation");
  track.interpolation = *interpolation;
  const auto input = asIndex(member(sampler, "input"));
  const auto output = asIndex(member(sampler, "output"));
  if (!input || !output) throw ModelError("animation.channel", what + " lacks its key times or values");
  track.times = readTimes(*input, what);

  const std::size_t count = track.times->size() * (*interpolation == Interpolation::cubicSpline ? 3U : 1U);
  if (const std::size_t found = accessors_.count(*output, what); found != count)
    throw ModelError("animation.channel",
                     fmt::format("{} has {} values, its key times need {}", what, found, count));
  charge(count);
  const int width = path == TrackPath::rotation ? 4 : 3;
  const std::vector<float> numbers = accessors_.floats(*output, width, what);
  track.values.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    glm::vec4& value = track.values[i];
    for (int c = 0; c < width; ++c) {
      value[c] = numbers[i * static_cast<std::size_t>(width) + static_cast<std::size_t>(c)];
      if (!std::isfinite(value[c]))
        throw ModelError("animation.values", what + " has a value that is not finite");
      if (std::abs(value[c]) > kFarthest)
        throw ModelError("animation.values", what + " has a value beyond all measure");
    }
    const bool tangent = *interpolation == Interpolation::cubicSpline && i % 3 != 1;
    if (path != TrackPath::rotation || tangent) continue;
    if (!(glm::length(value) > 1e-6F))
      throw ModelError("animation.values", what + " has a rotation of length zero");
    // Tangents belong to the values as they are; Track::at scales what comes of both.
    if (*interpolation != Interpolation::cubicSpline) value = glm::normalize(value);
  }
  return track;
}

std::shared_ptr<const std::vector<float>> TrackReader::readTimes(int accessor, const std::string& what) {
  if (const auto known = times_.find(accessor); known != times_.end()) return known->second;
  const std::size_t count = accessors_.count(accessor, what);
  if (count == 0) throw ModelError("animation.keys", what + " has no keys");
  if (count > limits_.motionFrames)
    throw ModelError("limit.keys",
                     fmt::format("{} has {} keys, the limit is {}", what, count, limits_.motionFrames));
  charge(count);
  auto times = std::make_shared<std::vector<float>>(accessors_.floats(accessor, 1, what));
  for (std::size_t i = 0; i < count; ++i) {
    const float time = (*times)[i];
    if (!std::isfinite(time)) throw ModelError("animation.keys", what + " has a key time that is not finite");
    if (time < 0.0F) throw ModelError("animation.keys", what + " has a key time before 0");
    if (time > limits_.motionSeconds)
      throw ModelError("limit.seconds", fmt::format("{} has a key at {} s, the limit is {} s", what, time,
                                                    limits_.motionSeconds));
    if (i > 0 && !(time > (*times)[i - 1]))
      throw ModelError("animation.keys", what + " has key times that don't rise");
  }
  return times_.emplace(accessor, std::move(times)).first->second;
}

void TrackReader::charge(std::size_t keys) {
  keysRead_ += keys;
  if (keysRead_ > limits_.motionKeys)
    throw ModelError(
        "limit.keys",
        fmt::format("the file's animations hold too many keys: the limit is {} in all", limits_.motionKeys));
}

}  // namespace lead
