#include "vrm/meta.h"

namespace lead {
namespace {

std::string orElse(std::string text, const char* fallback) {
  return text.empty() ? fallback : std::move(text);
}

int withinOrNone(const Json& value, std::size_t size) {
  const auto at = asIndex(value);
  return at && static_cast<std::size_t>(*at) < size ? *at : -1;
}

void addTexts(const Json& array, std::vector<std::string>& texts) {
  for (const Json& entry : array)
    if (entry.is_string()) texts.push_back(entry.get<std::string>());
}

Meta readVersion1(const Json& json, std::size_t images) {
  Meta meta;
  meta.version = VrmVersion::v1;
  meta.name = textMember(json, "name");
  meta.modelVersion = textMember(json, "version");
  addTexts(arrayMember(json, "authors"), meta.authors);
  meta.copyright = textMember(json, "copyrightInformation");
  meta.contact = textMember(json, "contactInformation");
  addTexts(arrayMember(json, "references"), meta.references);
  meta.licenceUrl = textMember(json, "licenseUrl");
  meta.avatarPermission = orElse(textMember(json, "avatarPermission"), "onlyAuthor");
  meta.commercialUsage = orElse(textMember(json, "commercialUsage"), "personalNonProfit");
  meta.creditNotation = orElse(textMember(json, "creditNotation"), "required");
  meta.modification = orElse(textMember(json, "modification"), "prohibited");
  meta.allowRedistribution = flagMember(json, "allowRedistribution", false);
  meta.allowExcessivelyViolentUsage = flagMember(json, "allowExcessivelyViolentUsage", false);
  meta.allowExcessivelySexualUsage = flagMember(json, "allowExcessivelySexualUsage", false);
  meta.thumbnailImage = withinOrNone(member(json, "thumbnailImage"), images);
  return meta;
}

std::string avatarPermission(const std::string& allowedUser) {
  if (allowedUser == "Everyone") return "everyone";
  if (allowedUser == "ExplicitlyLicensedPerson") return "onlySeparatelyLicensedPerson";
  return "onlyAuthor";
}

/// 0.x spells "usage" with a double s.
bool allows(const Json& json, const char* use) {
  return textMember(json, use) == "Allow";
}

/// What the named licence itself says about passing on and changing.
void applyLicence(Meta& meta) {
  const std::string& licence = meta.licenceName;
  const bool commons = licence.substr(0, 2) == "CC";
  const bool noDerivatives = licence.find("_ND") != std::string::npos;
  meta.allowRedistribution = commons;
  meta.modification = commons && !noDerivatives ? "allowModificationRedistribution" : "prohibited";
  meta.creditNotation = licence == "CC0" ? "unnecessary" : "required";
  if (licence.find("_NC") != std::string::npos) meta.commercialUsage = "personalNonProfit";
}

Meta readVersion0(const Json& json, const std::vector<Texture>& textures) {
  Meta meta;
  meta.version = VrmVersion::v0;
  meta.name = textMember(json, "title");
  meta.modelVersion = textMember(json, "version");
  if (std::string author = textMember(json, "author"); !author.empty())
    meta.authors.push_back(std::move(author));
  meta.contact = textMember(json, "contactInformation");
  if (std::string reference = textMember(json, "reference"); !reference.empty())
    meta.references.push_back(std::move(reference));
  meta.licenceName = textMember(json, "licenseName");
  meta.licenceUrl =
      orElse(textMember(json, "otherLicenseUrl"), textMember(json, "otherPermissionUrl").c_str());
  meta.avatarPermission = avatarPermission(textMember(json, "allowedUserName"));
  meta.commercialUsage = allows(json, "commercialUssageName") ? "corporation" : "personalNonProfit";
  meta.allowExcessivelyViolentUsage = allows(json, "violentUssageName");
  meta.allowExcessivelySexualUsage = allows(json, "sexualUssageName");
  applyLicence(meta);
  const int texture = withinOrNone(member(json, "texture"), textures.size());
  meta.thumbnailImage = texture < 0 ? -1 : textures[static_cast<std::size_t>(texture)].image;
  return meta;
}

}  // namespace

void checkMeta(const VrmExtension& vrm, Faults& faults) {
  const Json& json = member(*vrm.json, "meta");
  if (!json.is_null() && !json.is_object()) faults.add("the file's 'meta' is not a JSON object");
}

Meta readMeta(const VrmExtension& vrm, std::size_t images, const std::vector<Texture>& textures,
              Warnings& warnings) {
  const Json& json = member(*vrm.json, "meta");
  if (json.is_null())
    warnings.add("the file has no meta: its licence is unknown, so the strictest is assumed");
  return vrm.version == VrmVersion::v0 ? readVersion0(json, textures) : readVersion1(json, images);
}

}  // namespace lead
