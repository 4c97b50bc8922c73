#pragma once

#include <stdexcept>

namespace lead {

/// Why nothing can be drawn, in one sentence for the user.
class GraphicsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace lead
