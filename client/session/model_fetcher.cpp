#include "session/model_fetcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "convert/walk_file.h"
#include "mannequin/mannequin_file.h"
#include "session/builtin.h"
#include "session/failures.h"
#include "session/model_hash.h"
#include "session/sentence.h"
#include "vrm/animation.h"
#include "vrm/licence.h"
#include "vrm/load.h"

namespace lead {
namespace {

constexpr std::size_t kMostDownloads = 2;
constexpr int kMostTries = 3;
constexpr int kBusySeconds = 2;

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

/// Full of other downloads, our own perhaps: that passes, however long it takes.
bool isBusy(const grpc::Status& status) {
  const v1::CallRefusal reason = refusalOf(status);
  return reason == v1::CALL_REFUSAL_DOWNLOADS_FULL || reason == v1::CALL_REFUSAL_CALLS_TOO_FAST;
}

struct Loaded {
  LoadedPtr value;
  std::string badFile;
};

}  // namespace

ModelFetcher::ModelFetcher(Strand strand, std::shared_ptr<Exchange> exchange, DiskCache cache)
    : strand_(std::move(strand)), exchange_(std::move(exchange)), cache_(std::move(cache)) {}

LoadedPtr ModelFetcher::read(Kind kind, const MotionInfo& motion, const Bytes& bytes) {
  if (kind == Kind::model) return loadModel(bytes);
  if (kind == Kind::motion) {
    auto motions = loadMotions(bytes);
    if (motion.animation >= motions.size()) throw MotionError("The file has not that many animations.");
    return makePlayable(std::move(motions[motion.animation]), motion.loops);
  }
  return std::make_shared<const std::vector<WalkCyclePtr>>(walksOf(bytes));
}

void ModelFetcher::disconnected() {
  stub_ = nullptr;
  ++run_;
  calls_.cancelAll();
  queue_.clear();
  downloading_.clear();
  std::erase_if(fetches_, [](const auto& item) {
    return !item.second.settled || item.second.failedDownloads >= kMostTries;
  });
}

void ModelFetcher::want(const RoomInfo& room) {
  struct Wanted {
    Kind kind = Kind::model;
    MotionInfo motion{};
    bool restricted = false;
  };
  std::map<Key, Wanted> wanted;
  for (const AvatarInfo& avatar : room.avatars) {
    // One that is shared, or our own, is enough.
    const bool restricted = avatar.sharing == Sharing::none && avatar.owner != self_.participant;
    const auto [same, isFirst] = wanted.try_emplace(avatar.model, Wanted{Kind::model, {}, restricted});
    if (!isFirst) same->second.restricted = same->second.restricted && restricted;
    for (const MotionInfo& motion : avatar.motions) wanted[keyOf(motion)] = {Kind::motion, motion};
  }
  for (const ModelHash& walk : room.walks) wanted[walk] = {Kind::walk};
  exchange_->keepModels(room);
  std::erase_if(fetches_,
                [&](const auto& item) { return item.second.settled && !wanted.contains(item.first); });
  for (const auto& [key, what] : wanted) {
    const bool isNew = !fetches_.contains(key);
    Fetch& fetch = fetches_[key];
    fetch.kind = what.kind;
    fetch.motion = what.motion;
    fetch.restricted = what.restricted;
    const bool isSharedNow = fetch.settled && fetch.hasStandIn && !fetch.restricted;
    if (isNew || isSharedNow) begin(key);
  }
}

void ModelFetcher::begin(const Key& key) {
  Fetch& fetch = fetches_[key];
  fetch.settled = fetch.claimsStandIn = false;
  if (fetch.restricted)  // what other sessions of this process have isn't for us; what is on our disk is
    lookHere(key);
  else
    claim(key, fetch.kind == Kind::walk ? "walk " + key : key);
}

void ModelFetcher::claim(const Key& key, const std::string& libraryKey) {
  Fetch& fetch = fetches_[key];
  const bool standIn = fetch.claimsStandIn;
  auto waiter = [strand = strand_, weak = weak_from_this(), key, standIn](LoadedPtr loaded,
                                                                          const std::string& badFile) {
    asio::post(strand, [weak, key, standIn, loaded = std::move(loaded), badFile] {
      const auto self = weak.lock();
      if (!self || !self->fetches_.contains(key)) return;
      if (loaded || !badFile.empty())
        self->settle(key, loaded, badFile, standIn);
      else
        self->begin(key);
    });
  };
  auto answer = ModelLibrary::instance().want(libraryKey, std::move(waiter));
  if (auto* loaded = std::get_if<LoadedPtr>(&answer)) {
    settle(key, *loaded, {}, standIn);
  } else if (auto* claimed = std::get_if<ModelLibrary::ClaimPtr>(&answer)) {
    fetch.claim = std::move(*claimed);
    if (standIn)
      enqueue(key);
    else
      lookHere(key);
  }
}

void ModelFetcher::lookHere(const Key& key) {
  const auto local = localFiles_.find(hashOf(key));
  SessionThreads::instance().work(
      [strand = strand_, weak = weak_from_this(), run = run_, key, cache = cache_,
       file = local == localFiles_.end() ? std::filesystem::path() : local->second] {
        if (weak.expired()) return;
        const BytesPtr bytes = findHere(hashOf(key), file, cache);
        asio::post(strand, [weak, run, key, bytes] {
          const auto self = weak.lock();
          if (!self || self->run_ != run || !self->fetches_.contains(key)) return;
          Fetch& fetch = self->fetches_[key];
          if (bytes) return self->load(key, {bytes});
          if (fetch.claim) return self->enqueue(key);
          fetch.claimsStandIn = true;
          self->claim(key, "stand-in " + key);
        });
      });
}

void ModelFetcher::enqueue(const Key& key) {
  queue_.push_back(key);
  downloadNext();
}

void ModelFetcher::downloadNext() {
  while (stub_ && !queue_.empty() && downloading_.size() < kMostDownloads) {
    const Key key = queue_.front();
    queue_.pop_front();
    downloading_.insert(key);
    v1::DownloadModelRequest request;
    request.set_sha256(*hashToBytes(hashOf(key)));
    request.set_room(self_.room);
    request.set_participant(self_.participant);
    request.set_resume_secret(self_.secret);
    calls_.add(ModelDownload::start(
        stub_, strand_, std::move(request),
        [exchange = exchange_, key](std::uint64_t done, std::uint64_t total) {
          exchange->event(ModelProgress{hashOf(key), false, done, total});
        },
        [weak = weak_from_this(), run = run_, key](const grpc::Status& status, ModelDownload::Result result) {
          const auto self = weak.lock();
          if (self && self->run_ == run) self->downloaded(key, status, std::move(result));
        }));
  }
}

void ModelFetcher::downloaded(const Key& key, const grpc::Status& status, ModelDownload::Result result) {
  if (downloading_.erase(key) == 0 || !fetches_.contains(key)) return;  // of a connection that is gone
  downloadNext();
  Fetch& fetch = fetches_[key];
  if (status.ok() && result.standIn && fetch.kind != Kind::model)
    settle(key, nullptr, "Its owner doesn't share this file.", false);
  else if (status.ok()) {
    // Not what was asked for, as its owner has changed his mind meanwhile: no news for who waits for that.
    if (result.standIn != fetch.claimsStandIn) fetch.claim = nullptr;
    load(key, {std::make_shared<const Bytes>(std::move(result.bytes)), true, result.standIn,
               result.standIn ? hashFromBytes(result.hash).value_or("") : hashOf(key)});
  } else if (status.error_code() == grpc::StatusCode::NOT_FOUND)
    settle(key, nullptr, "The server doesn't have this file any more.", false);
  else if (isBusy(status))
    askIn(kBusySeconds, key);
  else
    tryAgain(key, status.error_message());
}

/// What was shared with a room against its licence is not kept for longer than the stay there.
bool ModelFetcher::mayKeep(Kind kind, const LoadedPtr& loaded) {
  return kind != Kind::model || mayBeHandedOn(std::static_pointer_cast<const Model>(loaded)->meta);
}

void ModelFetcher::load(const Key& key, Arrival arrival) {
  SessionThreads::instance().work([strand = strand_, weak = weak_from_this(), key,
                                   arrival = std::move(arrival), cache = cache_, kind = fetches_[key].kind,
                                   motion = fetches_[key].motion] {
    if (weak.expired()) return;
    const bool damaged = arrival.downloaded && hashOfModel(*arrival.bytes) != arrival.hash;
    Loaded loaded;
    if (!damaged) try {
        loaded.value = read(kind, motion, *arrival.bytes);
      } catch (const std::exception& error) {  // ModelError, MotionError, or memory that ran out
        loaded.badFile = asSentence(error.what());
      }
    if (loaded.value && arrival.downloaded && !arrival.standIn && mayKeep(kind, loaded.value))
      cache.write(arrival.hash, *arrival.bytes);
    asio::post(strand, [weak, key, loaded, damaged, standIn = arrival.standIn] {
      const auto self = weak.lock();
      if (!self || !self->fetches_.contains(key)) return;
      if (damaged)
        self->tryAgain(key, "it arrived damaged");
      else
        self->settle(key, loaded.value, loaded.badFile, standIn);
    });
  });
}

void ModelFetcher::tryAgain(const Key& key, const std::string& why) {
  Fetch& fetch = fetches_[key];
  if (++fetch.failedDownloads >= kMostTries) {
    fetch.claim = nullptr;  // others in this process may have more luck
    fetch.settled = true;
    static constexpr std::array kNames{"The avatar's model", "A walk of the room's avatars",
                                       "A motion that an avatar plays"};
    exchange_->event(ModelFailed{
        hashOf(key),
        fmt::format("{} could not be fetched ({}); it is tried again when you connect again.",
                    kNames[static_cast<std::size_t>(fetch.kind)], why.empty() ? "no details" : why)});
    return;
  }
  askIn(fetch.failedDownloads, key);
}

void ModelFetcher::askIn(int seconds, const Key& key) {
  auto timer = std::make_shared<asio::steady_timer>(strand_, std::chrono::seconds(seconds));
  timer->async_wait([weak = weak_from_this(), run = run_, key, timer](const asio::error_code&) {
    const auto self = weak.lock();
    if (self && self->run_ == run && self->fetches_.contains(key)) self->enqueue(key);
  });
}

void ModelFetcher::settle(const Key& key, const LoadedPtr& loaded, const std::string& badFile, bool standIn) {
  Fetch& fetch = fetches_[key];
  fetch.settled = true;
  fetch.hasStandIn = standIn;
  if (!loaded)
    exchange_->event(ModelFailed{hashOf(key), badFile});
  else if (fetch.kind == Kind::model)
    exchange_->addModel(key, std::static_pointer_cast<const Model>(loaded), standIn);
  else if (fetch.kind == Kind::motion)
    exchange_->addMotion(key, std::static_pointer_cast<const PlayableMotion>(loaded));
  else
    exchange_->addWalk(key, std::static_pointer_cast<const std::vector<WalkCyclePtr>>(loaded));
  if (const auto claim = std::move(fetch.claim)) claim->finish(loaded, badFile);
  if (standIn && fetch.claimsStandIn && !fetch.restricted) begin(key);  // shared in the meantime
}

}  // namespace lead
