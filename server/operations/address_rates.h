// How often each network address does something: token buckets in a table of bounded size, in which the
// address that was silent for longest makes room. Whoever comes from many addresses at once is slowed down by
// no bucket, but costs no memory either. Any thread.
#pragma once

#include <chrono>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

#include "operations/token_bucket.h"

namespace lead::server {

class AddressRates {
 public:
  using Clock = TokenBucket::Clock;

  AddressRates(double perSecond, double burst, std::size_t most)
      : perSecond_(perSecond), burst_(burst), most_(most) {}

  /// False: that address is over its rate.
  bool take(const std::string& address, Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    auto found = places_.find(address);
    if (found == places_.end()) {
      if (entries_.size() >= most_) {
        places_.erase(entries_.back().address);
        entries_.pop_back();
      }
      entries_.push_front({address, TokenBucket(perSecond_, burst_, now)});
      found = places_.emplace(address, entries_.begin()).first;
    }
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->bucket.take(now);
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

 private:
  struct Entry {
    std::string address;
    TokenBucket bucket;
  };

  const double perSecond_;
  const double burst_;
  const std::size_t most_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  ///< heard of last first
  std::unordered_map<std::string, std::list<Entry>::iterator> places_;
};

}  // namespace lead::server
