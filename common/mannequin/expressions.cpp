#include "mannequin/expressions.h"

namespace lead::mannequin {
namespace {

Face bothEyes(LidShape lid, BrowShape brow, MouthShape mouth) {
  return {lid, lid, brow, mouth};
}
Face mouthOnly(MouthShape mouth) {
  return {{}, {}, {}, mouth};
}

constexpr LidShape kShut{-0.130F, -0.118F, 0.0F};

}  // namespace

const std::vector<Expression>& morphExpressions() {
  static const std::vector<Expression> all{
      {"happy",
       bothEyes({0.440F, -0.200F, 0.0F}, {0.003F, 0.005F, 0.003F}, {0.0235F, 0.0010F, 0.0145F, 0.0075F})},
      {"angry",
       bothEyes({0.330F, -0.330F, 0.17F}, {-0.008F, -0.003F, 0.004F}, {0.0165F, 0.0008F, 0.0011F, -0.0045F})},
      {"sad",
       bothEyes({0.330F, -0.390F, -0.15F}, {0.008F, 0.001F, -0.005F}, {0.0150F, 0.0006F, 0.0009F, -0.0052F})},
      {"relaxed",
       bothEyes({0.160F, -0.330F, 0.0F}, {0.001F, 0.002F, 0.000F}, {0.0205F, 0.0006F, 0.0009F, 0.0060F})},
      {"surprised",
       bothEyes({0.560F, -0.500F, 0.0F}, {0.010F, 0.012F, 0.009F}, {0.0095F, 0.0070F, 0.0110F, 0.0F})},
      {"aa", mouthOnly({0.0175F, 0.0050F, 0.0165F, 0.0010F})},
      {"ih", mouthOnly({0.0205F, 0.0025F, 0.0050F, 0.0025F})},
      {"ou", mouthOnly({0.0080F, 0.0050F, 0.0070F, 0.0F})},
      {"ee", mouthOnly({0.0240F, 0.0025F, 0.0065F, 0.0045F})},
      {"oh", mouthOnly({0.0125F, 0.0075F, 0.0120F, 0.0F})},
      {"blinkLeft", {kShut, {}, {}, {}}},
      {"blinkRight", {{}, kShut, {}, {}}},
  };
  return all;
}

}  // namespace lead::mannequin
