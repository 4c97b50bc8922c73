#include "assets/model_store.h"

#include <fmt/format.h>
#include <sodium/core.h>
#include <unistd.h>

#include <asio/post.hpp>
#include <cmath>
#include <system_error>

#include "assets/check.h"
#include "room/text.h"

namespace lead::server {
namespace {

constexpr const char* kModelSuffix = ".vrm";
constexpr const char* kMotionSuffix = ".vrma";
constexpr std::size_t kDiskThreads = 2;
constexpr std::size_t kCheckThreads = 1;  // a model may need a gigabyte while it is loaded

StoreResult failed(StoreFault fault, std::string sentence) {
  return {fault, std::move(sentence), nullptr};
}

/// Rounded up, so that what is over a limit does not look like it.
std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", std::ceil(static_cast<double>(bytes) / 1e5) / 10.0);
}

class MemoryReader final : public ModelReader {
 public:
  explicit MemoryReader(std::span<const std::uint8_t> bytes) : size_(bytes.size()), rest_(bytes) {}
  std::uint64_t size() const override { return size_; }
  std::size_t read(std::span<std::uint8_t> to) override {
    const std::size_t count = std::min(to.size(), rest_.size());
    std::copy_n(rest_.begin(), count, to.begin());
    rest_ = rest_.subspan(count);
    return count;
  }

 private:
  std::uint64_t size_;
  std::span<const std::uint8_t> rest_;
};

class FileReader final : public ModelReader {
 public:
  FileReader(const std::filesystem::path& path, std::uint64_t size)
      : size_(size), file_(path, std::ios::binary) {
    if (!file_) throw std::system_error(errno, std::generic_category(), path.string());
  }
  std::uint64_t size() const override { return size_; }
  std::size_t read(std::span<std::uint8_t> to) override {
    file_.read(reinterpret_cast<char*>(to.data()), static_cast<std::streamsize>(to.size()));
    if (file_.bad()) throw std::system_error(errno, std::generic_category(), "reading a model");
    return static_cast<std::size_t>(file_.gcount());
  }

 private:
  std::uint64_t size_;
  std::ifstream file_;
};

class BytesReader final : public ModelReader {
 public:
  explicit BytesReader(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)), reader_(bytes_) {}
  std::uint64_t size() const override { return reader_.size(); }
  std::size_t read(std::span<std::uint8_t> to) override { return reader_.read(to); }

 private:
  std::vector<std::uint8_t> bytes_;
  MemoryReader reader_;
};

}  // namespace

std::unique_ptr<ModelReader> bytesReader(std::vector<std::uint8_t> bytes) {
  return std::make_unique<BytesReader>(std::move(bytes));
}

// ---- Upload

Upload::Upload(ModelStore& store, std::string sha256, std::uint64_t size, FileKind kind, bool keep)
    : store_(store), kind_(kind), sha256_(std::move(sha256)), size_(size), reserved_(keep ? size : 0) {
  if (keep) file_.emplace(store.options_.directory);
}

Upload::~Upload() {
  store_.release(reserved_);
}

StoreResult Upload::append(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > size_ - received_)
    return failed(StoreFault::tooLarge,
                  fmt::format("The upload has more bytes than the {} announced.", size_));
  try {
    if (file_) file_->append(bytes);
  } catch (const std::system_error& error) {
    return failed(StoreFault::disk, "The server can't store the model: " + error.code().message() + ".");
  }
  hash_.update(bytes);
  received_ += bytes.size();
  return {};
}

// ---- ModelStore

ModelStore::ModelStore(StoreOptions options)
    : options_(std::move(options)), disk_(kDiskThreads), checks_(kCheckThreads) {
  for (const WalkFile& walk : options_.walks)
    motions_.walks.insert(motions_.walks.end(), walk.cycles.begin(), walk.cycles.end());
  if (::sodium_init() < 0) throw std::runtime_error("libsodium does not start.");
  try {
    std::filesystem::create_directories(options_.directory);
    PartFile(options_.directory).append({});  // writable?
    removeStalePartFiles(options_.directory);
    scan();
    for (const WalkFile& walk : options_.walks) addWalk(walk);
  } catch (const std::system_error& error) {
    throw std::runtime_error(
        fmt::format("Can't keep models in {}: {}.", options_.directory.string(), error.code().message()));
  }
}

ModelStore::~ModelStore() {
  stop();
}

void ModelStore::stop() {
  disk_.join();
  checks_.join();
}

std::filesystem::path ModelStore::pathOf(const std::string& sha256, FileKind kind) const {
  return options_.directory / (toHex(sha256) + (kind == FileKind::motion ? kMotionSuffix : kModelSuffix));
}

void ModelStore::scan() {
  for (const auto& file : std::filesystem::directory_iterator(options_.directory)) {
    const auto hash = hashFromHex(file.path().stem().string());
    const bool isMotion = file.path().extension() == kMotionSuffix;
    if (!hash || (!isMotion && file.path().extension() != kModelSuffix) || !file.is_regular_file()) continue;
    Entry& entry = entries_[*hash];
    reservedBytes_ += file.file_size() - entry.size;
    if (entry.size > 0) {  // there as both: a crash came between
      std::filesystem::remove(pathOf(*hash, FileKind::motion));
      entry.kind = FileKind::model;
      continue;
    }
    entry.size = file.file_size();
    entry.kind = isMotion ? FileKind::motion : FileKind::model;
  }
}

StoredModelPtr ModelStore::addBuiltIn(std::span<const std::uint8_t> bytes) {
  const std::string hash = sha256(bytes);
  StoredModelPtr loaded = checkModel(bytes, hash, motions_);
  const std::lock_guard lock(mutex_);
  entries_[hash] = {bytes.size(), loaded, bytes};
  return loaded;
}

void ModelStore::addWalk(const WalkFile& walk) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[walk.sha256];
  reservedBytes_ -= entry.size;  // of a model that is a walk clip, too
  entry = {walk.bytes.size(), nullptr, walk.bytes};
}

std::vector<std::string> ModelStore::walkHashes() const {
  std::vector<std::string> hashes;
  for (const WalkFile& walk : options_.walks) hashes.push_back(walk.sha256);
  return hashes;
}

bool ModelStore::has(const std::string& sha256) const {
  const std::lock_guard lock(mutex_);
  return entries_.contains(sha256);
}

bool ModelStore::hasModel(const std::string& sha256) const {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(sha256);
  if (entry == entries_.end()) return false;
  return entry->second.loaded || (entry->second.builtIn.empty() && entry->second.kind == FileKind::model);
}

void ModelStore::release(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  reservedBytes_ -= bytes;
  --uploads_;
}

std::variant<UploadPtr, StoreResult> ModelStore::begin(const std::string& sha256, std::uint64_t size,
                                                       FileKind kind) {
  if (sha256.size() != kHashBytes) return failed(StoreFault::notUsable, "A SHA-256 has 32 bytes.");
  if (size == 0) return failed(StoreFault::notUsable, "The file is empty.");
  const bool isMotion = kind == FileKind::motion;
  const std::uint64_t most =
      isMotion ? std::min(limits::kMotionFileBytes, options_.maxUpload) : options_.maxUpload;
  if (size > most)
    return failed(StoreFault::tooLarge,
                  fmt::format("The file has {}; this server takes {} of up to {}.", megabytes(size),
                              isMotion ? "motions" : "models", megabytes(most)));
  bool known = false;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(sha256);
    known = entry != entries_.end() && entry->second.loaded;  // and never goes again
    if (uploads_ >= limits::kUploads)
      return failed(StoreFault::full, "The server is busy with other uploads; try again in a moment.");
    if (!known && (reservedBytes_ + size > options_.maxStored || entries_.size() >= options_.maxModels))
      return failed(StoreFault::full, "The server has no more room for models.");
    if (!known) reservedBytes_ += size;
    ++uploads_;
  }
  try {
    return UploadPtr(new Upload(*this, sha256, size, kind, !known));
  } catch (const std::system_error& error) {
    release(known ? 0 : size);
    return failed(StoreFault::disk, "The server can't store the model: " + error.code().message() + ".");
  }
}

bool ModelStore::joinCheck(const std::string& sha256, StoreCallback& callback) {
  auto [found, isNew] = checking_.try_emplace(sha256);
  found->second.push_back(std::move(callback));
  return !isNew;
}

void ModelStore::finish(UploadPtr upload, StoreCallback callback) {
  if (StoreResult fault = faultOf(*upload); fault.fault != StoreFault::none) {
    upload.reset();  // nothing of it is left when its sender hears of it
    callback(fault);
    return;
  }
  StoredModelPtr known;
  std::optional<StoreResult> here;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(upload->sha256_);
    if (entry != entries_.end()) {
      known = entry->second.loaded;
      const bool isWalk = !known && !entry->second.builtIn.empty();
      // Whether a file that is here has that animation is told to whoever wants it played.
      if (upload->kind_ == FileKind::motion || known)
        here = StoreResult{StoreFault::none, {}, known};
      else if (isWalk)
        here = failed(StoreFault::notUsable, "That file is a walk clip of the server's already.");
    }
    if (!here && joinCheck(upload->sha256_, callback)) return;
  }
  if (here) {
    upload.reset();
    callback(*here);
    return;
  }
  asio::post(checks_, [this, upload = std::move(upload)]() mutable {
    const std::string hash = upload->sha256_;
    const StoreResult result = checkUpload(*upload);
    upload.reset();
    finishCheck(hash, result);
  });
}

StoreResult ModelStore::faultOf(Upload& upload) {
  if (upload.received_ != upload.size_)
    return failed(StoreFault::incomplete,
                  fmt::format("The upload ended after {} of {} bytes.", upload.received_, upload.size_));
  if (upload.hash_.finish() != upload.sha256_)
    return failed(StoreFault::wrongHash,
                  "The bytes that arrived do not have the announced SHA-256; try again.");
  return {};
}

StoreResult ModelStore::checkUpload(Upload& upload) {
  try {
    if (upload.kind_ == FileKind::motion) return keepMotion(upload);
    const auto bytes = readModelFile(upload.file_->path(), options_.maxUpload);
    StoredModelPtr loaded = checkModel(bytes, upload.sha256_, motions_);
    upload.file_->keepAs(pathOf(upload.sha256_));
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[upload.sha256_];
    reservedBytes_ -= entry.size;  // an unchecked file of an earlier run, now replaced
    if (entry.kind == FileKind::motion) std::filesystem::remove(pathOf(upload.sha256_, FileKind::motion));
    entry = {upload.size_, loaded, {}};
    upload.reserved_ = 0;  // now a stored model's
    return {StoreFault::none, {}, loaded};
  } catch (const ModelError& error) {
    return failed(StoreFault::notUsable, sentenceOf(error));
  } catch (const MotionError& error) {
    return failed(StoreFault::notUsable, printable(error.what(), limits::kSentenceBytes));
  } catch (const std::system_error& error) {
    return failed(StoreFault::disk, "The server can't store the file: " + error.code().message() + ".");
  } catch (const std::bad_alloc&) {
    return failed(StoreFault::full, "The server has not enough memory for that file.");
  }
}

void ModelStore::find(const std::string& sha256, StoreCallback callback) {
  StoredModelPtr loaded;
  bool isWalk = false;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = entries_.find(sha256);
    const bool isMotion = entry != entries_.end() && entry->second.kind == FileKind::motion;
    isWalk = entry != entries_.end() && !entry->second.loaded && !entry->second.builtIn.empty();
    const bool here = entry != entries_.end() && !isWalk;
    if (here) loaded = entry->second.loaded;
    if (here && !loaded && joinCheck(sha256, callback)) return;
    if (here && !loaded) {
      asio::post(checks_, [this, sha256, isMotion] {
        if (isMotion)
          checkMotionAsModel(sha256);
        else
          checkStored(sha256);
      });
      return;
    }
  }
  if (loaded)
    callback({StoreFault::none, {}, loaded});
  else if (isWalk)
    callback(
        failed(StoreFault::notUsable, "That file is a walk clip of the server's, not an avatar's model."));
  else
    callback(failed(StoreFault::notFound, "The server does not have that model; upload it first."));
}

void ModelStore::checkStored(const std::string& sha256) {
  StoreResult result;
  std::error_code ignored;
  try {
    const auto bytes = readModelFile(pathOf(sha256), limits::kUploadBytesMost);
    if (server::sha256(bytes) != sha256) throw ModelError("file.changed", "The stored file has changed.");
    result.model = checkModel(bytes, sha256, motions_);
    const std::lock_guard lock(mutex_);
    entries_[sha256].loaded = result.model;
  } catch (const std::exception&) {
    // Spoilt on the disk, or refused by a newer loader: as if it had never been here.
    std::filesystem::remove(pathOf(sha256), ignored);
    const std::lock_guard lock(mutex_);
    reservedBytes_ -= entries_[sha256].size;
    entries_.erase(sha256);
    result = failed(StoreFault::notFound, "The server does not have that model any more; upload it again.");
  }
  finishCheck(sha256, result);
}

void ModelStore::finishCheck(const std::string& sha256, const StoreResult& result) {
  std::vector<StoreCallback> callbacks;
  {
    const std::lock_guard lock(mutex_);
    const auto found = checking_.find(sha256);
    callbacks = std::move(found->second);
    checking_.erase(found);
  }
  for (const StoreCallback& callback : callbacks) callback(result);
}

std::unique_ptr<ModelReader> ModelStore::open(const std::string& sha256) const {
  Entry entry;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(sha256);
    if (found == entries_.end()) return nullptr;
    entry = found->second;
  }
  if (!entry.builtIn.empty()) return std::make_unique<MemoryReader>(entry.builtIn);
  return std::make_unique<FileReader>(pathOf(sha256, entry.kind), entry.size);
}

}  // namespace lead::server
