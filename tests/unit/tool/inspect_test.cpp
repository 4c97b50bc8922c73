// lead-tool inspect: its exit codes and its JSON.
#include <gmock/gmock.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "mannequin/mannequin_file.h"
#include "tool/command.h"
#include "tool/inspection_json.h"

namespace lead::tool {
namespace {

namespace fs = std::filesystem;

class Inspect : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("lead-inspect-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, std::span<const std::uint8_t> bytes) {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path.string();
  }

  /// As on the command line; CommandError stands for what main makes of it.
  int run(const std::vector<std::string>& arguments) {
    CLI::App app;
    Command chosen;
    addInspect(app, chosen);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    reversed.emplace_back("inspect");
    testing::internal::CaptureStdout();
    int code = kFailed;
    try {
      app.parse(reversed);
      code = chosen();
    } catch (const CommandError& error) {
      code = error.exitCode;
    }
    std::fflush(stdout);
    output_ = testing::internal::GetCapturedStdout();
    return code;
  }

  fs::path folder_;
  std::string output_;
};

TEST_F(Inspect, AUsableFileIs0) {
  EXPECT_EQ(run({write("a.vrm", mannequinFile())}), kGood);
  EXPECT_THAT(output_, testing::HasSubstr("a.vrm: usable"));
}

TEST_F(Inspect, OneThatCantBeUsedIs1) {
  const std::vector<std::uint8_t> bytes{'n', 'o', ' ', 'V', 'R', 'M'};
  EXPECT_EQ(run({write("b.vrm", bytes)}), kFailed);
  EXPECT_THAT(output_, testing::HasSubstr("[file.not-vrm]"));
}

TEST_F(Inspect, OneThatIsntThereIs2) {
  EXPECT_EQ(run({(folder_ / "none.vrm").string()}), kBadUsage);
}

TEST_F(Inspect, JsonOfAModel) {
  ASSERT_EQ(run({write("a.vrm", mannequinFile()), "--json"}), kGood);
  const auto json = nlohmann::json::parse(output_);
  EXPECT_EQ(json["usable"], true);
  EXPECT_EQ(json["bytes"], mannequinFile().size());
  EXPECT_TRUE(json["faults"].empty());
  const auto& model = json["model"];
  EXPECT_EQ(model["vrm"], "1.0");
  EXPECT_EQ(model["bones"]["present"].size(), 54U);
  EXPECT_EQ(model["bones"]["missing"], nlohmann::json::array({"jaw"}));
  EXPECT_FALSE(model["licence"].empty());
  EXPECT_GT(model["geometry"]["triangles"], 100);
  EXPECT_EQ(model["meta"]["allowRedistribution"], true);
}

TEST_F(Inspect, JsonOfARefusalHasIds) {
  const std::vector<std::uint8_t> bytes{'n', 'o'};
  ASSERT_EQ(run({write("b.vrm", bytes), "--json"}), kFailed);
  const auto json = nlohmann::json::parse(output_);
  EXPECT_EQ(json["usable"], false);
  EXPECT_EQ(json["faults"][0]["id"], "file.not-vrm");
  EXPECT_FALSE(json.contains("model"));
}

}  // namespace
}  // namespace lead::tool
