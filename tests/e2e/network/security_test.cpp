// A server as an operator runs it for friends: TLS, and tokens that he has signed; and everybody whom it does
// not let in.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "client.h"
#include "server_process.h"
#include "session/rooms.h"
#include "support/certificates.h"
#include "token/token.h"

namespace lead::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct Friends : testing::Test {
  TempFolder folder;
  test::Authority authority{"Friends"};
  std::string key = path("key");
  std::string ca = file("ca.pem", authority.certificate());
  std::string certificate;
  std::string certificateKey;

  Friends() {
    const auto made = authority.issue({"localhost", "127.0.0.1"});
    certificate = file("cert.pem", made.certificate);
    certificateKey = file("key.pem", made.key);
    Child tool("lead-tool", {"token", "new-key", "-o", key});
    EXPECT_EQ(tool.wait(), 0) << tool.output();
  }
  std::string path(const std::string& name) const { return (folder.path() / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    return test::write(folder.path(), name, text).string();
  }
  std::string sign(std::vector<std::string> options) const {
    options.insert(options.begin(), {"token", "sign", "--key", key});
    Child tool("lead-tool", options);
    const std::string token = tool.waitForLine("lead1.");
    EXPECT_EQ(tool.wait(), 0) << tool.output();
    return token;
  }
  std::vector<std::string> serverOptions() const {
    return {"--tls-cert", certificate, "--tls-key", certificateKey, "--token-key", key + ".pub"};
  }
  SessionOptions optionsFor(const ServerProcess& server, const std::string& name,
                            const std::string& token) const {
    SessionOptions options = e2e::optionsFor(server.address(), name);
    options.access.ca = ca;
    options.access.token = token;
    return options;
  }
};

std::string failureOf(SessionOptions options) {
  Client client(std::move(options));
  const std::string sentence = client.waitFailed();
  for (const auto& change : client.all<ConnectionChanged>())
    EXPECT_NE(change.state, ConnectionState::waiting) << "it tries again: " << change.sentence;
  return sentence;
}

TEST_F(Friends, JoinLeadAndBringAvatarsWithTlsAndATokenEach) {
  ServerProcess server(serverOptions());
  SessionOptions options = optionsFor(
      server, "Ann", sign({"--room", "lobby", "--role", "leader", "--name", "Ann", "--expires", "1h"}));
  options.avatar = "mannequin";
  Client ann(options);
  ASSERT_TRUE(ann.waitConnected()) << ann.waitFailed();
  ASSERT_TRUE(ann.waitForAvatar(ann.firstAvatar()));
  ASSERT_TRUE(waitUntil([&] { return ann.session().ownAvatar() != 0; }));
  ann.take(ann.firstAvatar(), Side::left);
  EXPECT_TRUE(
      waitUntil([&] { return ann.holder(ann.firstAvatar(), Side::left) == ann.session().participant(); }));
  SessionOptions watching = optionsFor(server, "", sign({"--role", "spectator", "--name", "Bob"}));
  watching.role = Role::spectator;
  Client bob(watching);
  ASSERT_TRUE(bob.waitConnected());
  EXPECT_EQ(bob.session().room()->participant(bob.session().participant())->name, "Bob") << "by his token";
  bob.session().setRole(Role::leader);
  EXPECT_TRUE(waitUntil([&] { return !bob.all<CommandRefused>().empty(); })) << "only watches";
}

TEST_F(Friends, AreToldOnceWhyTheyAreNotLetIn) {
  ServerProcess server(serverOptions());
  EXPECT_THAT(failureOf(optionsFor(server, "Ann", "")), HasSubstr("wants a token"));
  EXPECT_THAT(failureOf(optionsFor(server, "Ann", "nonsense")), HasSubstr("copied whole"));
  const std::string foreign = signToken({"", "", true, false, std::int64_t{1} << 40}, SigningKey::random());
  EXPECT_THAT(failureOf(optionsFor(server, "Ann", foreign)), HasSubstr("not one of this server's"));
  EXPECT_THAT(failureOf(optionsFor(server, "Ann", sign({"--room", "hall"}))), HasSubstr("\"hall\""));
  EXPECT_THAT(failureOf(optionsFor(server, "Ann", sign({"--name", "Bob"}))), HasSubstr("for Bob"));
  SessionOptions bringing = optionsFor(server, "Ann", sign({"--role", "spectator"}));
  bringing.avatar = "mannequin";
  EXPECT_THAT(failureOf(bringing), HasSubstr("watch"));
  EXPECT_FALSE(server.process().waitForLine("not_permitted").empty()) << "the log says it, too";
}

TEST_F(Friends, AreToldWhatIsWrongWithTheConnection) {
  ServerProcess server(serverOptions());
  const std::string token = sign({});
  SessionOptions plain = optionsFor(server, "Ann", token);
  plain.access.ca.clear();
  EXPECT_THAT(failureOf(plain), AllOf(HasSubstr("speaks TLS"), HasSubstr("--tls")));
  SessionOptions stranger = optionsFor(server, "Ann", token);
  stranger.access.ca = file("other.pem", test::Authority("Somebody else").certificate());
  EXPECT_THAT(failureOf(stranger), AllOf(HasSubstr("not trusted here"), HasSubstr("--ca")));
  SessionOptions noFile = optionsFor(server, "Ann", token);
  noFile.access.ca = path("nowhere.pem");
  EXPECT_THAT(failureOf(noFile), HasSubstr("nowhere.pem"));
  ServerProcess open;
  EXPECT_THAT(failureOf(optionsFor(open, "Ann", token)), HasSubstr("without TLS"));
  try {
    listRooms(server.address());
    ADD_FAILURE() << "listed without TLS";
  } catch (const RoomsError& error) {
    EXPECT_THAT(error.what(), HasSubstr("speaks TLS"));
  }
}

TEST_F(Friends, UseLeadToolWithTokensThatDontShowInTheListOfProcesses) {
  ServerProcess server(serverOptions());
  const auto run = [&](std::vector<std::string> arguments, int code) {
    arguments.insert(arguments.end(), {"--server", server.address(), "--ca", ca});
    Child tool("lead-tool", arguments);
    EXPECT_EQ(tool.wait(60.0), code) << tool.output();
    return tool.output();
  };
  EXPECT_THAT(run({"rooms"}, 1), HasSubstr("wants a token"));
  const std::string anyone = "@" + file("anyone.token", sign({}) + "\n");
  EXPECT_THAT(run({"rooms", "--token", anyone}, 0), HasSubstr("lobby"));
  EXPECT_THAT(run({"rooms", "--create", "hall", "--token", anyone}, 1), HasSubstr("--operator"));
  EXPECT_THAT(run({"rooms", "--create", "hall", "--token", sign({"--operator"})}, 0), HasSubstr("hall"));
  EXPECT_THAT(run({"rooms", "--token", "@" + path("nowhere")}, 2), HasSubstr("nowhere"));
  setenv("LEAD_TOKEN", sign({}).c_str(), 1);
  EXPECT_THAT(run({"bot", "--name", "guide", "--duration", "6", "--expect-distance", "0.3"}, 0),
              HasSubstr("took left hand"));
  unsetenv("LEAD_TOKEN");
}

TEST_F(Friends, AreSeenByAProbe) {
  ServerProcess server(serverOptions());
  const auto probe = [&](std::vector<std::string> options, int code) {
    options.insert(options.begin(), {"--probe", server.address()});
    Child program("lead-server", options);
    EXPECT_EQ(program.wait(), code) << program.output();
    return program.output();
  };
  EXPECT_THAT(probe({"--ca", ca}, 0), HasSubstr("serves"));
  EXPECT_THAT(probe({}, 1), HasSubstr("speaks TLS"));
  setenv("SSL_CERT_FILE", ca.c_str(), 1);
  EXPECT_THAT(probe({"--tls"}, 0), HasSubstr("serves")) << "with the system's authorities";
  unsetenv("SSL_CERT_FILE");
  EXPECT_THAT(probe({"--tls"}, 1), HasSubstr("not trusted here"));
}

TEST_F(Friends, AreNotServedWithFilesThatCantBeUsed) {
  const auto refused = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--listen", "127.0.0.1:0", "--data", path("data")});
    Child program("lead-server", options);
    EXPECT_EQ(program.wait(), 1) << program.output();
    return program.output();
  };
  EXPECT_THAT(refused({"--tls-cert", path("none.pem"), "--tls-key", certificateKey}), HasSubstr("none.pem"));
  const auto other = authority.issue({"localhost"});
  EXPECT_THAT(refused({"--tls-cert", certificate, "--tls-key", file("other.key", other.key)}),
              HasSubstr("is not that of"));
  const auto old = authority.issue({"localhost"}, -9, -1);
  EXPECT_THAT(
      refused({"--tls-cert", file("old.pem", old.certificate), "--tls-key", file("old.key", old.key)}),
      HasSubstr("expired"));
  EXPECT_THAT(refused({"--token-key", key}), HasSubstr("key.pub"));
  EXPECT_THAT(refused({"--token-key", path("nowhere")}), HasSubstr("nowhere"));
}

TEST_F(Friends, AreWarnedOfWhatIsOpen) {
  ServerProcess open({"--log-level", "info"});
  EXPECT_THAT(open.process().output(), HasSubstr("no --token-key"));
  ServerProcess clear({"--token-key", key + ".pub"});
  EXPECT_THAT(clear.process().output(), HasSubstr("in the clear"));
  ServerProcess both(serverOptions());
  EXPECT_THAT(both.process().output(), testing::Not(HasSubstr("clear")));
}

TEST_F(Friends, KeysAreSecretAndNeverOverwrittenAndTokensShowWhatTheySay) {
  struct stat info {};
  ASSERT_EQ(stat(key.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  Child again("lead-tool", {"token", "new-key", "-o", key});
  EXPECT_EQ(again.wait(), 1);
  EXPECT_THAT(again.output(), HasSubstr("exists already"));
  Child withPublic("lead-tool", {"token", "sign", "--key", key + ".pub"});
  EXPECT_EQ(withPublic.wait(), 2);
  EXPECT_THAT(withPublic.output(), HasSubstr("without .pub"));
  Child forever("lead-tool", {"token", "sign", "--key", key, "--expires", "soon"});
  EXPECT_EQ(forever.wait(), 2);
  EXPECT_THAT(forever.output(), HasSubstr("3650d"));
  const std::string token = sign({"--room", "lobby", "--name", "Ann", "--operator", "--expires", "7d"});
  Child show("lead-tool", {"token", "show", token});
  EXPECT_EQ(show.wait(), 0);
  for (const char* said : {"\"lobby\"", "\"Ann\"", "leader", "may make rooms", "UTC"})
    EXPECT_THAT(show.output(), HasSubstr(said));
  Child json("lead-tool", {"token", "show", "--json", "@" + file("token", token)});
  EXPECT_EQ(json.wait(), 0);
  EXPECT_THAT(json.output(), HasSubstr("\"room\":\"lobby\""));
}

}  // namespace
}  // namespace lead::e2e
