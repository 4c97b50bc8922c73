// ModelStore: files of motions, and animations of models, that avatars can be told to play.
#include <fmt/format.h>

#include <asio/post.hpp>
#include <system_error>

#include "assets/check.h"
#include "assets/model_store.h"
#include "room/text.h"
#include "vrm/animation.h"
#include "vrm/licence.h"
#include "vrm/load.h"

namespace lead::server {
namespace {

MotionResult failed(StoreFault fault, const std::string& sentence) {
  return {fault, printable(sentence, limits::kSentenceBytes), nullptr};
}

std::size_t bytesOf(const PlayableMotion& motion) {
  return motion.clip.rows.size() * sizeof(RotationRow);
}

std::vector<std::uint8_t> readAll(ModelReader& reader) {
  std::vector<std::uint8_t> bytes(reader.size());
  std::size_t got = 0;
  while (const std::size_t count = reader.read({bytes.data() + got, bytes.size() - got})) got += count;
  bytes.resize(got);
  return bytes;
}

constexpr const char* kNotForAll =
    "That file is a model whose licence forbids handing it on, and all who see its motion would need it: "
    "export the animation alone, as .vrma.";

/// False: a model that may not be handed on.
bool isForAll(std::span<const std::uint8_t> bytes) {
  try {
    return mayBeHandedOn(loadModel(bytes)->meta);
  } catch (const ModelError&) {
    return true;  // no model at all
  }
}

}  // namespace

StoreResult ModelStore::keepMotion(Upload& upload) {
  const auto bytes = readModelFile(upload.file_->path(), limits::kMotionFileBytes);
  if (!isForAll(bytes)) return {StoreFault::notUsable, kNotForAll, nullptr};
  for (KeyedMotion& motion : loadMotions(bytes))
    makePlayable(std::move(motion), false);
  upload.file_->keepAs(pathOf(upload.sha256_, FileKind::motion));
  const std::lock_guard lock(mutex_);
  entries_[upload.sha256_] = {upload.size_, nullptr, {}, FileKind::motion};
  upload.reserved_ = 0;  // now a stored motion's
  return {};
}

void ModelStore::checkMotionAsModel(const std::string& sha256) {
  StoreResult result;
  try {
    const auto bytes = readModelFile(pathOf(sha256, FileKind::motion), limits::kMotionFileBytes);
    result.model = checkModel(bytes, sha256, motions_);
    const std::lock_guard lock(mutex_);
    entries_[sha256].loaded = result.model;
  } catch (const std::exception& error) {
    result = {StoreFault::notUsable, printable(error.what(), limits::kSentenceBytes), nullptr};
  }
  finishCheck(sha256, result);
}

void ModelStore::findMotion(const MotionKey& key, MotionCallback callback) {
  asio::post(checks_, [this, key, callback = std::move(callback)] { callback(loadMotion(key)); });
}

MotionResult ModelStore::loadMotion(const MotionKey& key) {
  std::size_t inUse = 0;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(played_, [](const auto& item) { return item.second.expired(); });
    for (const auto& [other, weak] : played_)
      if (const PlayableMotionPtr motion = weak.lock()) {
        if (other == key) return {StoreFault::none, {}, motion};
        inUse += bytesOf(*motion);
      }
  }
  try {
    const auto reader = open(key.sha256);
    if (!reader)
      return failed(StoreFault::notFound, "The server does not have that motion; upload it first.");
    const auto bytes = readAll(*reader);
    if (hasModel(key.sha256) && !isForAll(bytes)) return failed(StoreFault::notUsable, kNotForAll);
    auto motions = loadMotions(bytes);
    if (key.animation >= motions.size())
      return failed(StoreFault::notUsable, fmt::format("The file has {} animation{} that can be played.",
                                                       motions.size(), motions.size() == 1 ? "" : "s"));
    PlayableMotionPtr motion = makePlayable(std::move(motions[key.animation]), key.loops);
    if (inUse + bytesOf(*motion) > limits::kPlayedBytes)
      return failed(StoreFault::full, "The server plays as many motions as it has room for; stop one first.");
    const std::lock_guard lock(mutex_);
    played_[key] = motion;
    return {StoreFault::none, {}, motion};
  } catch (const std::system_error&) {
    return failed(StoreFault::disk, "The server can't read that motion; upload it again.");
  } catch (const std::bad_alloc&) {
    return failed(StoreFault::full, "The server has not enough memory for that motion.");
  } catch (const std::exception& error) {  // ModelError, MotionError
    return failed(StoreFault::notUsable, error.what());
  }
}

}  // namespace lead::server
