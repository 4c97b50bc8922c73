// Gets the models of a room's avatars and the walks that they all have: memory, own files, disk cache,
// download; loads them on a work thread.
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
  enum class Kind : std::uint8_t { model, walk };
  struct Fetch {
    Kind kind = Kind::model;
    ModelLibrary::ClaimPtr claim;
    int failedDownloads = 0;
    bool settled = false;  ///< loaded or known to be bad
  };

  static LoadedPtr read(Kind kind, const Bytes& bytes);
  void begin(const ModelHash& hash);
  void lookHere(const ModelHash& hash);
  void enqueue(const ModelHash& hash);
  void downloadNext();
  void downloaded(const ModelHash& hash, const grpc::Status& status, Bytes bytes);
  void load(const ModelHash& hash, BytesPtr bytes, bool keepOnDisk);
  void tryAgain(const ModelHash& hash, const std::string& why);
  void settle(const ModelHash& hash, const LoadedPtr& loaded, const std::string& badFile);

  Strand strand_;
  std::shared_ptr<Exchange> exchange_;
  DiskCache cache_;
  AssetsStub stub_;
  CallSet calls_;
  std::map<ModelHash, Fetch> fetches_;
  std::map<ModelHash, std::filesystem::path> localFiles_;
  std::deque<ModelHash> queue_;
  std::set<ModelHash> downloading_;
};

}  // namespace lead
