// Model files on disk, named by the SHA-256 of their bytes, each loaded and checked once before anyone gets
// it.
//
// Threads: every method may be called from any thread. Callbacks come from a checking thread, or at once from
// within the call where the answer is known. Checks run on threads of their own, never on a room's strand.
#pragma once

#include <asio/thread_pool.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "assets/part_file.h"
#include "assets/sha256.h"
#include "assets/walk_files.h"
#include "operations/limits.h"
#include "room/room.h"

namespace lead::server {

struct StoreOptions {
  std::filesystem::path directory;
  std::uint64_t maxUpload = limits::kUploadBytes;
  std::uint64_t maxStored = limits::kStoredBytes;
  std::size_t maxModels = limits::kStoredModels;
  std::vector<WalkFile> walks{};  ///< what all avatars walk with; served like models
};

struct StoredModel {
  AvatarModel model;
  std::vector<std::string> warnings;  ///< odd but usable, a sentence each
};
using StoredModelPtr = std::shared_ptr<const StoredModel>;

enum class StoreFault : std::uint8_t {
  none,
  notFound,
  notUsable,
  tooLarge,
  full,
  wrongHash,
  incomplete,
  disk
};

struct StoreResult {
  StoreFault fault = StoreFault::none;
  std::string sentence;  ///< of the fault
  StoredModelPtr model;  ///< set where there is no fault
};
using StoreCallback = std::function<void(const StoreResult&)>;

/// What a file is uploaded as. A model may have animations that can be played, too.
enum class FileKind : std::uint8_t { model, motion };

/// One animation of a stored file.
struct MotionKey {
  std::string sha256;
  std::uint32_t animation = 0;
  bool loops = false;
  auto operator<=>(const MotionKey&) const = default;
};
struct MotionResult {
  StoreFault fault = StoreFault::none;
  std::string sentence;      ///< of the fault
  PlayableMotionPtr motion;  ///< set where there is no fault
};
using MotionCallback = std::function<void(const MotionResult&)>;

class ModelStore;

/// One upload on its way. Dropped before finish(): nothing stays behind.
class Upload {
 public:
  ~Upload();
  Upload(const Upload&) = delete;
  Upload& operator=(const Upload&) = delete;

  /// Blocks for the disk. The result has a fault where the upload is over: too many bytes, disk full.
  StoreResult append(std::span<const std::uint8_t> bytes);
  std::uint64_t received() const { return received_; }
  std::uint64_t size() const { return size_; }

 private:
  friend class ModelStore;
  /// `keep`: false where the store has the file, so that its bytes only have to be shown.
  Upload(ModelStore& store, std::string sha256, std::uint64_t size, FileKind kind, bool keep);

  ModelStore& store_;
  FileKind kind_;
  std::string sha256_;
  std::uint64_t size_;
  std::uint64_t received_ = 0;
  std::uint64_t reserved_;  ///< of the store's space
  Sha256 hash_;
  std::optional<PartFile> file_;
};
using UploadPtr = std::unique_ptr<Upload>;

/// A model's bytes, in order.
class ModelReader {
 public:
  virtual ~ModelReader() = default;
  virtual std::uint64_t size() const = 0;
  /// Fills as much of `to` as there is; 0 at the end. Throws std::system_error.
  virtual std::size_t read(std::span<std::uint8_t> to) = 0;
};

/// Keeps them itself.
std::unique_ptr<ModelReader> bytesReader(std::vector<std::uint8_t> bytes);

class ModelStore {
 public:
  /// Throws std::runtime_error with one sentence where the directory can't be used.
  explicit ModelStore(StoreOptions options);
  ~ModelStore();
  ModelStore(const ModelStore&) = delete;
  ModelStore& operator=(const ModelStore&) = delete;

  /// A model that is part of the program: always there, `bytes` must outlive the store. Throws ModelError.
  StoredModelPtr addBuiltIn(std::span<const std::uint8_t> bytes);

  /// Of the walks, in their order.
  std::vector<std::string> walkHashes() const;
  bool has(const std::string& sha256) const;
  /// It is here and a model for all that is known: not a walk, and not uploaded as a motion only.
  bool hasModel(const std::string& sha256) const;
  /// Loads and checks again what an earlier run of the server stored.
  void find(const std::string& sha256, StoreCallback callback);
  std::variant<UploadPtr, StoreResult> begin(const std::string& sha256, std::uint64_t size,
                                             FileKind kind = FileKind::model);
  /// An animation of a stored file, be it a motion or a model, made ready to be played. Calls back from a
  /// checking thread, always.
  void findMotion(const MotionKey& key, MotionCallback callback);
  /// Checks hash and file; the callback's result, which has no model where the file is a motion, goes to the
  /// uploader.
  void finish(UploadPtr upload, StoreCallback callback);
  /// Null: not there.
  std::unique_ptr<ModelReader> open(const std::string& sha256) const;

  /// Threads for blocking disk work of the callers.
  asio::thread_pool& diskPool() { return disk_; }
  /// Waits for what is running; nothing new may be begun.
  void stop();

 private:
  friend class Upload;
  struct Entry {
    std::uint64_t size = 0;
    StoredModelPtr loaded;                    ///< null: from an earlier run, not yet checked again
    std::span<const std::uint8_t> builtIn{};  ///< empty: on disk. Of one that is not loaded: a walk clip
    FileKind kind = FileKind::model;          ///< a motion may turn out to be a model as well
  };

  std::filesystem::path pathOf(const std::string& sha256, FileKind kind = FileKind::model) const;
  void scan();
  void addWalk(const WalkFile& walk);
  void release(std::uint64_t bytes);
  /// True: a check of this model is under way already and will call back.
  bool joinCheck(const std::string& sha256, StoreCallback& callback);
  static StoreResult faultOf(Upload& upload);
  StoreResult checkUpload(Upload& upload);
  StoreResult keepMotion(Upload& upload);
  void checkMotionAsModel(const std::string& sha256);
  MotionResult loadMotion(const MotionKey& key);
  void checkStored(const std::string& sha256);
  void finishCheck(const std::string& sha256, const StoreResult& result);

  StoreOptions options_;
  Motions motions_;  ///< of all models' rigs
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;                             // guarded by mutex_
  std::map<std::string, std::vector<StoreCallback>> checking_;       // guarded by mutex_
  std::map<MotionKey, std::weak_ptr<const PlayableMotion>> played_;  // guarded by mutex_
  std::uint64_t reservedBytes_ = 0;  // stored, and announced by uploads under way; guarded by mutex_
  std::size_t uploads_ = 0;          // guarded by mutex_
  asio::thread_pool disk_;
  asio::thread_pool checks_;
};

}  // namespace lead::server
