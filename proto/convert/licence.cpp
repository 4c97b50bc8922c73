#include "convert/licence.h"

namespace lead {

void encode(const Meta& from, v1::Licence* to) {
  to->set_vrm_version(from.version == VrmVersion::v1 ? 1 : 0);
  for (const std::string& author : from.authors) to->add_authors(author);
  to->set_name(from.licenceName);
  to->set_url(from.licenceUrl);
  to->set_other_url(from.otherLicenceUrl);
  to->set_avatar_permission(from.avatarPermission);
  to->set_commercial_usage(from.commercialUsage);
  to->set_credit_notation(from.creditNotation);
  to->set_modification(from.modification);
  to->set_allow_redistribution(from.allowRedistribution);
  to->set_allow_excessively_violent_usage(from.allowExcessivelyViolentUsage);
  to->set_allow_excessively_sexual_usage(from.allowExcessivelySexualUsage);
  to->set_allow_political_or_religious_usage(from.allowPoliticalOrReligiousUsage);
  to->set_allow_antisocial_or_hate_usage(from.allowAntisocialOrHateUsage);
}

Meta decode(const v1::Licence& from) {
  Meta to;
  to.version = from.vrm_version() == 0 ? VrmVersion::v0 : VrmVersion::v1;
  to.authors.assign(from.authors().begin(), from.authors().end());
  to.licenceName = from.name();
  to.licenceUrl = from.url();
  to.otherLicenceUrl = from.other_url();
  to.avatarPermission = from.avatar_permission();
  to.commercialUsage = from.commercial_usage();
  to.creditNotation = from.credit_notation();
  to.modification = from.modification();
  to.allowRedistribution = from.allow_redistribution();
  to.allowExcessivelyViolentUsage = from.allow_excessively_violent_usage();
  to.allowExcessivelySexualUsage = from.allow_excessively_sexual_usage();
  to.allowPoliticalOrReligiousUsage = from.allow_political_or_religious_usage();
  to.allowAntisocialOrHateUsage = from.allow_antisocial_or_hate_usage();
  return to;
}

}  // namespace lead
