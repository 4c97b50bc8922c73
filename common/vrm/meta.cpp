#include "vrm/meta.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace lead {
namespace {

/// The member where it is one of VRM's words, else the first of them, which is the strictest.
std::string oneOf(const Json& json, const char* key, std::initializer_list<const char*> words) {
  const std::string text = textMember(json, key);
  for (const char* word : words)
    if (text == word) return text;
  return *words.begin();
}

/// Some exporters write a property that was never filled in as this word.
std::string urlMember(const Json& json, const char* key) {
  std::string url = textMember(json, key);
  return url == "undefined" ? std::string() : url;
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
  meta.thirdPartyLicences = textMember(json, "thirdPartyLicenses");
  meta.licenceUrl = textMember(json, "licenseUrl");
  meta.otherLicenceUrl = textMember(json, "otherLicenseUrl");
  meta.avatarPermission =
      oneOf(json, "avatarPermission", {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"});
  meta.commercialUsage =
      oneOf(json, "commercialUsage", {"personalNonProfit", "personalProfit", "corporation"});
  meta.creditNotation = oneOf(json, "creditNotation", {"required", "unnecessary"});
  meta.modification =
      oneOf(json, "modification", {"prohibited", "allowModification", "allowModificationRedistribution"});
  meta.allowRedistribution = flagMember(json, "allowRedistribution", false);
  meta.allowExcessivelyViolentUsage = flagMember(json, "allowExcessivelyViolentUsage", false);
  meta.allowExcessivelySexualUsage = flagMember(json, "allowExcessivelySexualUsage", false);
  meta.allowPoliticalOrReligiousUsage = flagMember(json, "allowPoliticalOrReligiousUsage", false);
  meta.allowAntisocialOrHateUsage = flagMember(json, "allowAntisocialOrHateUsage", false);
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
  constexpr std::array<std::string_view, 7> kCommons{"CC0",         "CC_BY",    "CC_BY_NC",   "CC_BY_SA",
                                                     "CC_BY_NC_SA", "CC_BY_ND", "CC_BY_NC_ND"};
  const bool commons = std::find(kCommons.begin(), kCommons.end(), licence) != kCommons.end();
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
  meta.licenceUrl = urlMember(json, "otherLicenseUrl");
  meta.otherLicenceUrl = urlMember(json, "otherPermissionUrl");
  if (meta.licenceUrl.empty()) meta.licenceUrl.swap(meta.otherLicenceUrl);
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
  if (!json.is_null() && !json.is_object())
    faults.add("meta.shape", "the file's 'meta' is not a JSON object");
}

Meta readMeta(const VrmExtension& vrm, std::size_t images, const std::vector<Texture>& textures,
              Warnings& warnings) {
  const Json& json = member(*vrm.json, "meta");
  if (json.is_null())
    warnings.add("meta.missing", "the file has no meta: its licence is unknown, so the strictest is assumed");
  return vrm.version == VrmVersion::v0 ? readVersion0(json, textures) : readVersion1(json, images);
}

}  // namespace lead
