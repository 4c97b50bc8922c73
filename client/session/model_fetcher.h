// Gets the models of a room's avatars, the walks that they all have and the motions that they play: memory,
// own files, disk cache, download; loads them on a work thread.
#pragma once

#include <asio/steady_timer.hpp>
#include <deque>
#include <map>
#include <memory>
#include <set>

#include "session/calls.h"
#include "session/disk_cache.h"
#include "session/exchange.h"
#include "session/model_library.h"
#include "session/transfers.h"

namespace lead {

/// Strand only. Events go to the exchange.
class ModelFetcher : public std::enable_shared_from_this<ModelFetcher> {
 public:
  ModelFetcher(Strand strand, std::shared_ptr<Exchange> exchange, DiskCache cache);

  /// Where downloads come from from now on.
  void connected(AssetsStub stub) { stub_ = std::move(stub); }
  /// Ends the downloads; what is missing is asked for again by the next want().
  void disconnected();
  void want(const RoomInfo& room);
  /// A model that need not be downloaded: the file is here.
  void addLocalFile(const ModelHash& hash, std::filesystem::path file) {
    localFiles_[hash] = std::move(file);
  }

 private:
  enum class Kind : std::uint8_t { model, walk, motion };
  /// The file's hash, which for a motion is followed by what of the file it is (keyOf()).
  using Key = std::string;
  struct Fetch {
    Kind kind = Kind::model;
    MotionInfo motion{};
    ModelLibrary::ClaimPtr claim;
    int failedDownloads = 0;
    bool settled = false;  ///< loaded or known to be bad
  };

  static ModelHash hashOf(const Key& key) { return key.substr(0, 64); }
  static LoadedPtr read(Kind kind, const MotionInfo& motion, const Bytes& bytes);
  void begin(const Key& key);
  void lookHere(const Key& key);
  void enqueue(const Key& key);
  void downloadNext();
  void downloaded(const Key& key, const grpc::Status& status, Bytes bytes);
  void load(const Key& key, BytesPtr bytes, bool keepOnDisk);
  void tryAgain(const Key& key, const std::string& why);
  void settle(const Key& key, const LoadedPtr& loaded, const std::string& badFile);

  Strand strand_;
  std::shared_ptr<Exchange> exchange_;
  DiskCache cache_;
  AssetsStub stub_;
  CallSet calls_;
  std::map<Key, Fetch> fetches_;
  std::map<ModelHash, std::filesystem::path> localFiles_;
  std::deque<Key> queue_;
  std::set<Key> downloading_;
};

}  // namespace lead
