// The models and walks that this process has loaded, shared by all its sessions. Holds them weakly: each
// lives as long as someone uses it. While one session fetches one, others wait for it instead of fetching it
// again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace lead {

/// A Model or the walks of a file; who asks knows by what he asked for.
using LoadedPtr = std::shared_ptr<const void>;

class ModelLibrary {
 public:
  /// Of the fetch that was waited for: what was loaded; or a sentence, where the file itself is bad; or
  /// neither, where the fetch was given up and it's time to ask again. Called on any thread.
  using Waiter = std::function<void(LoadedPtr, const std::string& badFile)>;

  /// The right, and the duty, to fetch one. Destroyed without a result, it is given up.
  class Claim {
   public:
    Claim(ModelLibrary& library, std::string hash) : library_(library), hash_(std::move(hash)) {}
    ~Claim() { finish(nullptr, {}); }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    void finish(LoadedPtr loaded, const std::string& badFile);

   private:
    ModelLibrary& library_;
    std::string hash_;
    bool finished_ = false;
  };
  using ClaimPtr = std::shared_ptr<Claim>;
  struct Waiting {};

  /// Of the process; kept until it ends.
  static ModelLibrary& instance();

  /// What is loaded, else the claim if nobody has it, else `waiter` will be called.
  std::variant<LoadedPtr, ClaimPtr, Waiting> want(const std::string& hash, Waiter waiter);

 private:
  struct Entry {
    std::weak_ptr<const void> loaded;
    bool claimed = false;
    std::vector<Waiter> waiters;
  };
  void finish(const std::string& hash, const LoadedPtr& loaded, const std::string& badFile);
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace lead
