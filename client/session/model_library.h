// The models that this process has loaded, shared by all its sessions. Holds them weakly: a model lives as
// long as someone uses it. While one session fetches a model, others wait for it instead of fetching it
// again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "vrm/model.h"

namespace lead {

class ModelLibrary {
 public:
  /// Of the fetch that was waited for: the model; or a sentence, where the file itself is bad; or neither,
  /// where the fetch was given up and it's time to ask again. Called on any thread.
  using Waiter = std::function<void(ModelPtr, const std::string& badFile)>;

  /// The right, and the duty, to fetch one model. Destroyed without a result, it is given up.
  class Claim {
   public:
    Claim(ModelLibrary& library, std::string hash) : library_(library), hash_(std::move(hash)) {}
    ~Claim() { finish(nullptr, {}); }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    void finish(ModelPtr model, const std::string& badFile);

   private:
    ModelLibrary& library_;
    std::string hash_;
    bool finished_ = false;
  };
  using ClaimPtr = std::shared_ptr<Claim>;
  struct Waiting {};

  /// Of the process; kept until it ends.
  static ModelLibrary& instance();

  /// The model if it is loaded, else the claim if nobody has it, else `waiter` will be called.
  std::variant<ModelPtr, ClaimPtr, Waiting> want(const std::string& hash, Waiter waiter);

 private:
  struct Entry {
    std::weak_ptr<const Model> model;
    bool claimed = false;
    std::vector<Waiter> waiters;
  };
  void finish(const std::string& hash, const ModelPtr& model, const std::string& badFile);
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace lead
