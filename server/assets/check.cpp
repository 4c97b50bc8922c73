#include "assets/check.h"

#include "operations/limits.h"
#include "room/text.h"
#include "vrm/custom_expressions.h"
#include "vrm/licence.h"

namespace lead::server {
namespace {

/// A cut one would lead elsewhere.
std::string url(const std::string& text) {
  return text.size() <= limits::kUrlBytes ? printable(text, limits::kUrlBytes) : std::string();
}

/// What the room is told of it, bounded: it is in every RoomInfo.
Meta licenceOf(const Meta& meta) {
  Meta licence;
  licence.version = meta.version;
  for (const std::string& author : meta.authors)
    if (licence.authors.size() < limits::kAuthors)
      licence.authors.push_back(printable(author, limits::kAuthorBytes));
  licence.licenceName = printable(meta.licenceName, limits::kAuthorBytes);
  licence.licenceUrl = url(meta.licenceUrl);
  licence.otherLicenceUrl = url(meta.otherLicenceUrl);
  licence.avatarPermission = meta.avatarPermission;
  licence.commercialUsage = meta.commercialUsage;
  licence.creditNotation = meta.creditNotation;
  licence.modification = meta.modification;
  licence.allowRedistribution = meta.allowRedistribution;
  licence.allowExcessivelyViolentUsage = meta.allowExcessivelyViolentUsage;
  licence.allowExcessivelySexualUsage = meta.allowExcessivelySexualUsage;
  licence.allowPoliticalOrReligiousUsage = meta.allowPoliticalOrReligiousUsage;
  licence.allowAntisocialOrHateUsage = meta.allowAntisocialOrHateUsage;
  return licence;
}

std::string withId(const Finding& finding) {
  return finding.id.empty() ? finding.text : finding.text + " [" + finding.id + "]";
}

}  // namespace

std::string sentenceOf(const ModelError& error) {
  std::string all;
  for (const Finding& finding : error.findings()) all += (all.empty() ? "" : "; ") + withId(finding);
  return printable(all, limits::kSentenceBytes);
}

StoredModelPtr checkModel(std::span<const std::uint8_t> bytes, const std::string& sha256,
                          const Motions& motions) {
  const ModelPtr model = loadModel(bytes);
  auto stored = std::make_shared<StoredModel>();
  stored->model.sha256 = sha256;
  stored->model.name = printable(model->meta.name, limits::kModelNameBytes);
  stored->model.rig = makeAvatarRig(model->skeleton, Motion::full, motions, customExpressions(*model));
  stored->model.licence = licenceOf(model->meta);
  stored->model.mayBeHandedOn = mayBeHandedOn(model->meta);
  for (const Finding& warning : model->warnings) {
    if (stored->warnings.size() == limits::kWarnings) break;
    stored->warnings.push_back(printable(withId(warning), limits::kSentenceBytes));
  }
  return stored;
}

}  // namespace lead::server
