#include "lead/params.h"

#include <gtest/gtest.h>

#include <limits>

namespace lead {
namespace {

TEST(Params, AreRefusedOutsideTheirRange) {
  Params params;
  EXPECT_FALSE(setParam(params, "vmax", 2.0F));
  EXPECT_EQ(params.vmax, 2.0F);
  EXPECT_TRUE(setParam(params, "vmax", 4.1F));
  EXPECT_TRUE(setParam(params, "vmax", std::numeric_limits<float>::quiet_NaN()));
  EXPECT_TRUE(setParam(params, "speed", 1.0F));
  EXPECT_EQ(params.vmax, 2.0F);
}

TEST(Params, KnowWhetherTheTopSpeedWasGiven) {
  Params params;
  EXPECT_FALSE(params.vmaxGiven);
  EXPECT_FALSE(setParam(params, "gain", 5.0F));
  EXPECT_TRUE(setParam(params, "vmax", 9.0F));
  EXPECT_FALSE(params.vmaxGiven) << "it was refused";
  EXPECT_FALSE(setParam(params, "vmax", params.vmax));
  EXPECT_TRUE(params.vmaxGiven) << "the default counts too, where somebody asked for it";
}

TEST(Params, AreTakenBackAsIfNobodyHadSetThem) {
  Params params;
  EXPECT_FALSE(setParam(params, "vmax", 3.0F));
  EXPECT_FALSE(setParam(params, "gain", 3.0F));
  EXPECT_FALSE(resetParam(params, "vmax"));
  EXPECT_TRUE(resetParam(params, "speed"));
  EXPECT_EQ(params.gain, 3.0F);
  EXPECT_FALSE(resetParam(params, "gain"));
  EXPECT_EQ(params, Params{});
}

TEST(Params, DefaultsAreInTheirRange) {
  const Params params;
  for (const ParamInfo& info : paramTable()) {
    EXPECT_GE(params.*info.member, info.least) << info.name;
    EXPECT_LE(params.*info.member, info.most) << info.name;
  }
}

TEST(GazeModes, HaveNames) {
  for (GazeMode mode : {GazeMode::off, GazeMode::hand, GazeMode::viewer})
    EXPECT_EQ(gazeModeFromName(name(mode)), mode);
  EXPECT_FALSE(gazeModeFromName("away"));
}

}  // namespace
}  // namespace lead
