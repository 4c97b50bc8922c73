// How many of something each network address has, and all addresses together. Any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace lead::server {

class AddressBook {
  struct Counts {
    std::mutex mutex;
    std::size_t total = 0;
    std::unordered_map<std::string, std::size_t> byAddress;
  };

 public:
  AddressBook(std::size_t most, std::size_t mostPerAddress)
      : counts_(std::make_shared<Counts>()), most_(most), mostPerAddress_(mostPerAddress) {}

  /// One of an address's share; given back when dropped. May outlive the book.
  class Slot {
   public:
    Slot() = default;
    Slot(Slot&&) = default;
    Slot& operator=(Slot&& other) noexcept {
      std::swap(counts_, other.counts_);
      std::swap(address_, other.address_);
      return *this;
    }
    bool isEmpty() const { return counts_ == nullptr; }
    ~Slot() {
      if (!counts_) return;
      const std::lock_guard lock(counts_->mutex);
      --counts_->total;
      const auto found = counts_->byAddress.find(address_);
      if (--found->second == 0) counts_->byAddress.erase(found);
    }

   private:
    friend class AddressBook;
    Slot(std::shared_ptr<Counts> counts, std::string address)
        : counts_(std::move(counts)), address_(std::move(address)) {}
    std::shared_ptr<Counts> counts_;
    std::string address_;
  };

  /// None: the address, or all together, have as many as they may.
  std::optional<Slot> take(const std::string& address) {
    const std::lock_guard lock(counts_->mutex);
    const auto found = counts_->byAddress.find(address);
    const std::size_t has = found == counts_->byAddress.end() ? 0 : found->second;
    if (counts_->total >= most_ || has >= mostPerAddress_) return std::nullopt;
    ++counts_->total;
    ++counts_->byAddress[address];
    return Slot(counts_, address);
  }

 private:
  std::shared_ptr<Counts> counts_;
  std::size_t most_;
  std::size_t mostPerAddress_;
};

}  // namespace lead::server
