#include "session/model_fetcher.h"

#include <fmt/format.h>

#include <algorithm>

#include "convert/walk_file.h"
#include "mannequin/mannequin_file.h"
#include "session/builtin.h"
#include "session/model_hash.h"
#include "session/sentence.h"
#include "vrm/load.h"

namespace lead {
namespace {

constexpr std::size_t kMostDownloads = 2;
constexpr int kMostTries = 3;

/// Whatever of it is already on this machine.
BytesPtr findHere(const ModelHash& hash, const std::filesystem::path& localFile, const DiskCache& cache) {
  if (hash == mannequinHash()) {
    const auto file = mannequinFile();
    return std::make_shared<const Bytes>(file.begin(), file.end());
  }
  if (!localFile.empty()) try {
      auto bytes = readModelFile(localFile, kMostModelBytes);
      if (hashOfModel(bytes) == hash) return std::make_shared<const Bytes>(std::move(bytes));
    } catch (const ModelError&) {
      // Changed or gone since it was brought: there are other ways to it.
    }
  if (auto bytes = cache.read(hash)) return std::make_shared<const Bytes>(std::move(*bytes));
  return nullptr;
}

struct Loaded {
  LoadedPtr value;
  std::string badFile;
};

}  // namespace

ModelFetcher::ModelFetcher(Strand strand, std::shared_ptr<Exchange> exchange, DiskCache cache)
    : strand_(std::move(strand)), exchange_(std::move(exchange)), cache_(std::move(cache)) {}

LoadedPtr ModelFetcher::read(Kind kind, const Bytes& bytes) {
  if (kind == Kind::model) return loadModel(bytes);
  return std::make_shared<const std::vector<WalkCyclePtr>>(walksOf(bytes));
}

void ModelFetcher::disconnected() {
  stub_ = nullptr;
  calls_.cancelAll();
  queue_.clear();
  downloading_.clear();
  std::erase_if(fetches_, [](const auto& item) { return !item.second.settled; });
}

void ModelFetcher::want(const RoomInfo& room) {
  std::map<ModelHash, Kind> wanted;
  for (const AvatarInfo& avatar : room.avatars) wanted[avatar.model] = Kind::model;
  for (const ModelHash& walk : room.walks) wanted[walk] = Kind::walk;
  exchange_->keepModels(room);
  std::erase_if(fetches_,
                [&](const auto& item) { return item.second.settled && !wanted.contains(item.first); });
  for (const auto& [hash, kind] : wanted) {
    const bool isNew = !fetches_.contains(hash);
    fetches_[hash].kind = kind;
    if (isNew) begin(hash);
  }
}

void ModelFetcher::begin(const ModelHash& hash) {
  Fetch& fetch = fetches_[hash];
  auto waiter = [strand = strand_, weak = weak_from_this(), hash](LoadedPtr loaded,
                                                                  const std::string& badFile) {
    asio::post(strand, [weak, hash, loaded = std::move(loaded), badFile] {
      const auto self = weak.lock();
      if (!self || !self->fetches_.contains(hash)) return;
      if (loaded || !badFile.empty())
        self->settle(hash, loaded, badFile);
      else
        self->begin(hash);
    });
  };
  auto answer =
      ModelLibrary::instance().want(fetch.kind == Kind::model ? hash : "walk " + hash, std::move(waiter));
  if (auto* loaded = std::get_if<LoadedPtr>(&answer)) {
    settle(hash, *loaded, {});
  } else if (auto* claim = std::get_if<ModelLibrary::ClaimPtr>(&answer)) {
    fetch.claim = std::move(*claim);
    lookHere(hash);
  }
}

void ModelFetcher::lookHere(const ModelHash& hash) {
  const auto local = localFiles_.find(hash);
  SessionThreads::instance().work(
      [strand = strand_, weak = weak_from_this(), hash, cache = cache_,
       file = local == localFiles_.end() ? std::filesystem::path() : local->second] {
        if (weak.expired()) return;
        const BytesPtr bytes = findHere(hash, file, cache);
        asio::post(strand, [weak, hash, bytes] {
          const auto self = weak.lock();
          if (!self || !self->fetches_.contains(hash)) return;
          if (bytes)
            self->load(hash, bytes, false);
          else
            self->enqueue(hash);
        });
      });
}

void ModelFetcher::enqueue(const ModelHash& hash) {
  queue_.push_back(hash);
  downloadNext();
}

void ModelFetcher::downloadNext() {
  while (stub_ && !queue_.empty() && downloading_.size() < kMostDownloads) {
    const ModelHash hash = queue_.front();
    queue_.pop_front();
    downloading_.insert(hash);
    calls_.add(ModelDownload::start(
        stub_, strand_, *hashToBytes(hash),
        [exchange = exchange_, hash](std::uint64_t done, std::uint64_t total) {
          exchange->event(ModelProgress{hash, false, done, total});
        },
        [weak = weak_from_this(), hash](const grpc::Status& status, Bytes bytes) {
          if (const auto self = weak.lock()) self->downloaded(hash, status, std::move(bytes));
        }));
  }
}

void ModelFetcher::downloaded(const ModelHash& hash, const grpc::Status& status, Bytes bytes) {
  if (downloading_.erase(hash) == 0 || !fetches_.contains(hash)) return;  // of a connection that is gone
  downloadNext();
  if (status.ok())
    load(hash, std::make_shared<const Bytes>(std::move(bytes)), true);
  else if (status.error_code() == grpc::StatusCode::NOT_FOUND)
    settle(hash, nullptr, "The server doesn't have this file any more.");
  else
    tryAgain(hash, status.error_message());
}

void ModelFetcher::load(const ModelHash& hash, BytesPtr bytes, bool keepOnDisk) {
  SessionThreads::instance().work([strand = strand_, weak = weak_from_this(), hash, bytes = std::move(bytes),
                                   keepOnDisk, cache = cache_, kind = fetches_[hash].kind] {
    if (weak.expired()) return;
    const bool damaged = keepOnDisk && hashOfModel(*bytes) != hash;
    if (keepOnDisk && !damaged) cache.write(hash, *bytes);
    Loaded loaded;
    if (!damaged) try {
        loaded.value = read(kind, *bytes);
      } catch (const std::exception& error) {  // ModelError, MotionError, or memory that ran out
        loaded.badFile = asSentence(error.what());
      }
    asio::post(strand, [weak, hash, loaded, damaged] {
      const auto self = weak.lock();
      if (!self || !self->fetches_.contains(hash)) return;
      if (damaged)
        self->tryAgain(hash, "it arrived damaged");
      else
        self->settle(hash, loaded.value, loaded.badFile);
    });
  });
}

void ModelFetcher::tryAgain(const ModelHash& hash, const std::string& why) {
  Fetch& fetch = fetches_[hash];
  if (++fetch.failedDownloads >= kMostTries) {
    fetch.claim = nullptr;  // others in this process may have more luck
    fetch.settled = true;
    exchange_->event(ModelFailed{
        hash, fmt::format("{} could not be fetched ({}); it is tried again when you rejoin.",
                          fetch.kind == Kind::model ? "The avatar's model" : "A walk of the room's avatars",
                          why.empty() ? "no details" : why)});
    return;
  }
  auto timer = std::make_shared<asio::steady_timer>(strand_, std::chrono::seconds(fetch.failedDownloads));
  timer->async_wait([weak = weak_from_this(), hash, timer](const asio::error_code&) {
    const auto self = weak.lock();
    if (self && self->stub_ && self->fetches_.contains(hash)) self->enqueue(hash);
  });
}

void ModelFetcher::settle(const ModelHash& hash, const LoadedPtr& loaded, const std::string& badFile) {
  Fetch& fetch = fetches_[hash];
  fetch.settled = true;
  if (!loaded)
    exchange_->event(ModelFailed{hash, badFile});
  else if (fetch.kind == Kind::model)
    exchange_->addModel(hash, std::static_pointer_cast<const Model>(loaded));
  else
    exchange_->addWalk(hash, std::static_pointer_cast<const std::vector<WalkCyclePtr>>(loaded));
  if (const auto claim = std::move(fetch.claim)) claim->finish(loaded, badFile);
}

}  // namespace lead
