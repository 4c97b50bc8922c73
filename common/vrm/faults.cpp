#include "vrm/faults.h"

#include <fmt/format.h>

#include <algorithm>

namespace lead {
namespace {

constexpr std::size_t kNamedFaults = 12;
constexpr std::size_t kNameBytes = 40;

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string inOneSentence(const std::vector<Finding>& findings) {
  std::string sentence;
  for (const Finding& finding : findings) sentence += (sentence.empty() ? "" : "; ") + finding.text;
  return sentence;
}

}  // namespace

std::string inQuotes(std::string_view name) {
  std::string out(name.substr(0, kNameBytes));
  if (name.size() > kNameBytes) {
    std::size_t end = kNameBytes;
    while (end > 0 && continuesCharacter(name[end])) --end;
    out.resize(end);
    out += "...";
  }
  std::replace_if(
      out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; }, ' ');
  return "'" + out + "'";
}

ModelError::ModelError(std::string id, std::string text)
    : ModelError(std::vector<Finding>{{std::move(id), std::move(text)}}) {}

ModelError::ModelError(std::vector<Finding> findings)
    : std::runtime_error(inOneSentence(findings)),
      findings_(std::make_shared<const std::vector<Finding>>(std::move(findings))) {}

void Faults::add(std::string id, std::string text) {
  const auto same = [&](const Finding& known) { return known.text == text; };
  if (std::any_of(faults_.begin(), faults_.end(), same)) return;
  if (faults_.size() < kNamedFaults)
    faults_.push_back({std::move(id), std::move(text)});
  else
    ++unnamed_;
}

void Faults::add(const ModelError& error) {
  for (const Finding& finding : error.findings()) add(finding.id, finding.text);
}

void Faults::throwIfAny() const {
  if (faults_.empty()) return;
  std::vector<Finding> all = faults_;
  if (unnamed_ > 0) all.push_back({"more", fmt::format("and {} more faults", unnamed_)});
  throw ModelError(std::move(all));
}

void Warnings::add(std::string id, std::string text) {
  const auto same = [&](const Finding& known) { return known.text == text; };
  if (std::any_of(warnings_.begin(), warnings_.end(), same)) return;
  if (warnings_.size() < limit_)
    warnings_.push_back({std::move(id), std::move(text)});
  else
    ++unnamed_;
}

std::vector<Finding> Warnings::take() {
  if (unnamed_ > 0) warnings_.push_back({"more", fmt::format("{} more warnings are not listed", unnamed_)});
  unnamed_ = 0;
  return std::move(warnings_);
}

}  // namespace lead
