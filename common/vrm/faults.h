// Private to vrm/: what is wrong with a file, collected so that its user hears all of it at once. README.md
// lists the ids.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vrm/load.h"

namespace lead {

/// A name out of a file, fit for a message: quoted, at most 40 bytes, no control characters.
std::string inQuotes(std::string_view name);

/// Reasons to refuse the file.
class Faults {
 public:
  void add(std::string id, std::string text);
  void add(const ModelError& error);
  bool any() const { return !faults_.empty(); }
  /// Throws ModelError with all faults, if there are any.
  void throwIfAny() const;

 private:
  std::vector<Finding> faults_;
  std::size_t unnamed_ = 0;
};

/// Oddities that don't keep the file from use; beyond the limit they are only counted.
class Warnings {
 public:
  explicit Warnings(std::size_t limit) : limit_(limit) {}
  void add(std::string id, std::string text);
  std::vector<Finding> take();

 private:
  std::size_t limit_;
  std::vector<Finding> warnings_;
  std::size_t unnamed_ = 0;
};

}  // namespace lead
