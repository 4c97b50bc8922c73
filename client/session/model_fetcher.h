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

  /// Who asks for downloads.
  struct Identity {
    std::string room;
    ParticipantId participant = 0;
    std::string secret;
  };
  /// Where downloads come from from now on.
  void connected(AssetsStub stub, Identity self) {
    stub_ = std::move(stub);
    self_ = std::move(self);
  }
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
    bool settled = false;        ///< loaded or known to be bad
    bool restricted = false;     ///< a model that we would only be given the stand-in of
    bool claimsStandIn = false;  ///< what is fetched, and may be had from other sessions, is the stand-in
    bool hasStandIn = false;     ///< that's what it was settled with
  };
  /// A file's bytes, and where they are from.
  struct Arrival {
    BytesPtr bytes;
    bool downloaded = false;
    bool standIn = false;
    ModelHash hash{};  ///< that they must have, if downloaded
  };

  static ModelHash hashOf(const Key& key) { return key.substr(0, 64); }
  static LoadedPtr read(Kind kind, const MotionInfo& motion, const Bytes& bytes);
  static bool mayKeep(Kind kind, const LoadedPtr& loaded);
  void begin(const Key& key);
  void claim(const Key& key, const std::string& libraryKey);
  void lookHere(const Key& key);
  void enqueue(const Key& key);
  void downloadNext();
  void downloaded(const Key& key, const grpc::Status& status, ModelDownload::Result result);
  void load(const Key& key, Arrival arrival);
  void askIn(int seconds, const Key& key);
  void tryAgain(const Key& key, const std::string& why);
  void settle(const Key& key, const LoadedPtr& loaded, const std::string& badFile, bool standIn);

  Strand strand_;
  std::shared_ptr<Exchange> exchange_;
  DiskCache cache_;
  AssetsStub stub_;
  Identity self_;
  CallSet calls_;
  std::map<Key, Fetch> fetches_;
  std::map<ModelHash, std::filesystem::path> localFiles_;
  std::deque<Key> queue_;
  std::set<Key> downloading_;
  std::uint64_t run_ = 0;  ///< grows with every connection: what is older doesn't count any more
};

}  // namespace lead
