// Certificates for tests: good ones, and ones that nobody should accept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lead::test {

struct MadeCertificate {
  std::string certificate;  ///< PEM
  std::string key;          ///< PEM
};

class Authority {
 public:
  explicit Authority(const std::string& name);
  const std::string& certificate() const { return own_.certificate; }

  /// `names`: host names and IPv4 addresses. Valid from and to, in days from now.
  MadeCertificate issue(const std::vector<std::string>& names, int fromDays = -1, int toDays = 30) const;

 private:
  MadeCertificate own_;
};

/// Puts text into a file of that folder; its path.
std::filesystem::path write(const std::filesystem::path& folder, const std::string& name,
                            const std::string& text);

}  // namespace lead::test
