#include "vrm/licence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace lead {
namespace {

constexpr std::size_t kNameBytes = 100;
constexpr std::size_t kAuthorsBytes = 200;
constexpr std::size_t kTextBytes = 500;

/// Length of the control character that `text` begins with; 0: none. C0, DEL, C1, and what breaks lines or
/// turns the direction of writing.
std::size_t controlLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (byte(0) < 0x20U || byte(0) == 0x7FU) return 1;
  if (byte(0) == 0xC2U && byte(1) >= 0x80U && byte(1) <= 0x9FU) return 2;
  if (byte(0) != 0xE2U) return 0;
  const bool lines = byte(1) == 0x80U && byte(2) >= 0xA8U && byte(2) <= 0xAEU;
  const bool isolates = byte(1) == 0x81U && byte(2) >= 0xA6U && byte(2) <= 0xA9U;
  return lines || isolates ? 3 : 0;
}

/// Fit to be shown on one line.
std::string shown(std::string_view text, std::size_t most) {
  std::string out;
  while (!text.empty()) {
    const std::size_t control = controlLength(text);
    const bool startsCharacter = (static_cast<unsigned char>(text[0]) & 0xC0U) != 0x80U;
    if (startsCharacter && out.size() >= most) return out + "...";
    out += control > 0 ? ' ' : text[0];
    text.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return out;
}

std::string licenceTitle(const Meta& meta) {
  const std::string& name = meta.licenceName;
  if (name == "CC0") return "Creative Commons CC0 (public domain)";
  if (name.substr(0, 5) == "CC_BY") {
    std::string title = "Creative Commons " + shown(name, kNameBytes).substr(3);
    std::replace(title.begin(), title.end(), '_', '-');
    return title;
  }
  if (name == "Redistribution_Prohibited") return "redistribution prohibited";
  if (name == "Other" || name.empty()) {
    if (meta.licenceUrl == "https://vrm.dev/licenses/1.0/") return "VRM Public License 1.0";
    if (meta.licenceUrl.empty()) return "not named";
    return name.empty() ? "as written there" : "another one";
  }
  return shown(name, kNameBytes);
}

const char* users(const Meta& meta) {
  if (meta.avatarPermission == "everyone") return "everyone";
  if (meta.avatarPermission == "onlySeparatelyLicensedPerson")
    return "only its authors and whom they have licensed";
  return "only its authors";
}

const char* commerce(const Meta& meta) {
  // VRM 0.x knows only whether.
  if (meta.commercialUsage == "corporation")
    return meta.version == VrmVersion::v0 ? "allowed" : "allowed, to companies too";
  if (meta.commercialUsage == "personalProfit") return "allowed to persons, not to companies";
  return "not allowed";
}

const char* modification(const Meta& meta) {
  if (meta.modification == "allowModificationRedistribution")
    return "allowed, and the result may be handed on";
  if (meta.modification == "allowModification") return "allowed, but the result may not be handed on";
  return "not allowed";
}

const char* allowed(bool is) {
  return is ? "allowed" : "not allowed";
}

/// What VRM 0.x has no word for.
std::string allowedBy1(const Meta& meta, bool is) {
  return meta.version == VrmVersion::v0 ? "not allowed (VRM 0.x can't say otherwise)" : allowed(is);
}

void addGiven(std::vector<std::string>& lines, const char* title, const std::string& text) {
  if (!text.empty()) lines.push_back(fmt::format("{}: {}", title, shown(text, kTextBytes)));
}

}  // namespace

bool mayBeHandedOn(const Meta& meta) {
  return meta.allowRedistribution;
}

std::string authorsOf(const Meta& meta) {
  std::string all;
  for (const std::string& author : meta.authors) {
    if (author.empty()) continue;
    if (all.size() >= kAuthorsBytes) return all + ", ...";
    all += (all.empty() ? "" : ", ") + shown(author, kNameBytes);
  }
  return all;
}

std::vector<std::string> licenceLines(const Meta& meta) {
  const std::string authors = authorsOf(meta);
  std::vector<std::string> lines{
      fmt::format("Authors: {}", authors.empty() ? "not named" : authors),
      fmt::format("Licence: {}{}{}", licenceTitle(meta), meta.licenceUrl.empty() ? "" : ", ",
                  shown(meta.licenceUrl, kTextBytes)),
      fmt::format("Who may use it as an avatar: {}", users(meta)),
      fmt::format("Commercial use: {}", commerce(meta)),
      fmt::format("Credit: {}", meta.creditNotation == "unnecessary" ? "not needed" : "must be given"),
      fmt::format("Modification: {}", modification(meta)),
      fmt::format("Redistribution: {}", allowed(meta.allowRedistribution)),
      fmt::format("Excessive violence: {}", allowed(meta.allowExcessivelyViolentUsage)),
      fmt::format("Excessive sexual content: {}", allowed(meta.allowExcessivelySexualUsage)),
      fmt::format("Political or religious use: {}", allowedBy1(meta, meta.allowPoliticalOrReligiousUsage)),
      fmt::format("Antisocial use or hate: {}", allowedBy1(meta, meta.allowAntisocialOrHateUsage)),
  };
  addGiven(lines, "Further conditions", meta.otherLicenceUrl);
  addGiven(lines, "Copyright", meta.copyright);
  addGiven(lines, "Contact", meta.contact);
  for (const std::string& reference : meta.references) addGiven(lines, "Based on", reference);
  addGiven(lines, "Licences of others' work in it", meta.thirdPartyLicences);
  return lines;
}

std::string licenceSummary(const Meta& meta) {
  const std::string authors = authorsOf(meta);
  const std::string whose = authors.empty() ? "author not named" : "by " + authors;
  std::string title = licenceTitle(meta);
  if (meta.licenceName == "Redistribution_Prohibited") return whose + "; " + title;
  if (title == "not named" || title == "as written there") title = "licence " + title;
  return fmt::format("{}; {}; {}", whose, title,
                     mayBeHandedOn(meta) ? "may be handed on" : "may not be handed on");
}

}  // namespace lead
