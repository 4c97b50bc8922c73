// TLS: files that are looked at before they are used, and what is said where two ends don't fit.
#include "tls/tls.h"

#include <gmock/gmock.h>

#include <thread>

#include "operations/probe.h"
#include "support/certificates.h"
#include "test_client.h"

namespace lead::server {
namespace {

using lead::test::Authority;
using lead::test::write;
using test::TestServer;
using testing::AllOf;
using testing::HasSubstr;

const Authority& authority() {
  static const Authority made("Lead tests");
  return made;
}

struct Tls : testing::Test {
  test::TempDir folder;
  std::string ca = write(folder.path(), "ca.pem", authority().certificate()).string();

  std::string file(const std::string& name, const std::string& text) {
    return write(folder.path(), name, text).string();
  }
  /// A server with that certificate.
  std::unique_ptr<TestServer> serverWith(const lead::test::MadeCertificate& made) {
    const std::string certificate = file("cert.pem", made.certificate);
    const std::string key = file("key.pem", made.key);
    return std::make_unique<TestServer>([&](Options& options) {
      options.tlsCertificate = certificate;
      options.tlsKey = key;
    });
  }
  std::string identityFault(const std::string& certificate, const std::string& key) {
    try {
      readTlsIdentity(certificate, key);
    } catch (const TlsError& error) {
      return error.what();
    }
    return "none";
  }
  static std::string probed(const std::string& address, const std::string& ca, bool tls = true) {
    Options options;
    options.probe = address;
    options.probeTls = tls;
    options.probeCa = ca;
    return probe(options);
  }
  static std::string at(const std::string& host, TestServer& server) {
    return host + ":" + std::to_string(server.server.port());
  }
};

TEST_F(Tls, ServesWhoTrustsItsAuthorityByEachOfItsNames) {
  const auto server = serverWith(authority().issue({"localhost", "127.0.0.1"}));
  EXPECT_EQ(probed(at("localhost", *server), ca), "");
  EXPECT_EQ(probed(at("127.0.0.1", *server), ca), "");
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = authority().certificate();
  const auto channel = grpc::CreateChannel(at("localhost", *server), grpc::SslCredentials(options));
  const auto rooms = v1::Rooms::NewStub(channel);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  v1::ListRoomsResponse list;
  const grpc::Status status = rooms->ListRooms(&context, {}, &list);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(list.rooms_size(), 1);
}

TEST_F(Tls, OfAnotherAuthorityIsRefusedWithWhatToDo) {
  const auto server = serverWith(Authority("Somebody else").issue({"127.0.0.1"}));
  EXPECT_THAT(probed(server->server.address(), ca), AllOf(HasSubstr("not trusted here"), HasSubstr("--ca")));
}

TEST_F(Tls, ForAnotherNameIsRefusedAndTheNameIsSaid) {
  const auto server = serverWith(authority().issue({"lead.example.org", "10.1.2.3"}));
  EXPECT_THAT(probed(server->server.address(), ca),
              AllOf(HasSubstr("lead.example.org"), HasSubstr("10.1.2.3"), HasSubstr("such a name")));
}

/// Our server does not even start with such a one, but it may run for longer than its certificate is good.
TEST_F(Tls, ThatHasExpiredIsRefusedWithTheDate) {
  const auto old = authority().issue({"127.0.0.1"}, -10, -2);
  grpc::SslServerCredentialsOptions options;
  options.pem_key_cert_pairs.push_back({old.key, old.certificate});
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::SslServerCredentials(options), &port);
  const auto server = builder.BuildAndStart();
  ASSERT_TRUE(server);
  EXPECT_THAT(probed("127.0.0.1:" + std::to_string(port), ca), HasSubstr("expired on 20"));
}

TEST_F(Tls, WithoutItOnEitherSideIsSaidInASentence) {
  const auto server = serverWith(authority().issue({"127.0.0.1"}));
  EXPECT_THAT(probed(server->server.address(), "", false), HasSubstr("speaks TLS"));
  TestServer plain;
  EXPECT_THAT(probed(plain.server.address(), ca), HasSubstr("without TLS"));
  EXPECT_EQ(tlsTrouble(plain.server.address(), std::nullopt), std::nullopt) << "nothing is wrong";
  EXPECT_EQ(tlsTrouble("127.0.0.1:1", authority().certificate()), std::nullopt) << "nobody is there";
}

TEST_F(Tls, IsThatOfARenewedCertificateWithoutARestart) {
  const auto first = Authority("First").issue({"127.0.0.1"});
  const std::string certificate = file("cert.pem", first.certificate);
  const std::string key = file("key.pem", first.key);
  TestServer server{[&](Options& options) {
    options.tlsCertificate = certificate;
    options.tlsKey = key;
    options.tlsFilesEvery = std::chrono::seconds(1);
  }};
  EXPECT_THAT(probed(server.server.address(), ca), HasSubstr("not trusted here"));
  const auto second = authority().issue({"127.0.0.1"});
  file("key.pem", second.key);
  file("cert.pem", second.certificate);
  const auto start = std::chrono::steady_clock::now();
  while (probed(server.server.address(), ca) != "") {
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

TEST_F(Tls, FilesThatCantBeUsedStopTheStartInASentence) {
  const auto good = authority().issue({"localhost"});
  const auto other = authority().issue({"localhost"});
  const std::string certificate = file("good.pem", good.certificate);
  const std::string key = file("good.key", good.key);
  EXPECT_EQ(identityFault(certificate, key), "none");
  EXPECT_EQ(identityFault(file("chain.pem", good.certificate + authority().certificate()), key), "none");
  EXPECT_THAT(identityFault("/nowhere/cert.pem", key), HasSubstr("/nowhere/cert.pem"));
  EXPECT_THAT(identityFault(certificate, "/nowhere/key.pem"), HasSubstr("/nowhere/key.pem"));
  EXPECT_THAT(identityFault(key, key), HasSubstr("BEGIN CERTIFICATE"));
  EXPECT_THAT(identityFault(certificate, certificate), HasSubstr("PRIVATE KEY"));
  EXPECT_THAT(identityFault(certificate, file("other.key", other.key)), HasSubstr("is not that of"));
  EXPECT_THAT(identityFault(file("first.pem", authority().certificate() + good.certificate), key),
              HasSubstr("own certificate first"));
  EXPECT_THAT(identityFault(file("empty.pem", ""), key), HasSubstr("no certificate"));
  const auto old = authority().issue({"localhost"}, -10, -2);
  EXPECT_THAT(identityFault(file("old.pem", old.certificate), file("old.key", old.key)),
              AllOf(HasSubstr("expired on 20"), HasSubstr("renew")));
  const auto early = authority().issue({"localhost"}, 2, 10);
  EXPECT_THAT(identityFault(file("early.pem", early.certificate), file("early.key", early.key)),
              HasSubstr("clock"));
  EXPECT_THROW(serverWith({good.certificate, other.key}), StartError);
}

TEST_F(Tls, AuthoritiesThatCantBeReadAreSaidInASentence) {
  EXPECT_THROW(readAuthorities("/nowhere/ca.pem"), TlsError);
  EXPECT_THROW(readAuthorities(file("odd.pem", "hello")), TlsError);
  EXPECT_THAT(probed("127.0.0.1:1", "/nowhere/ca.pem"), HasSubstr("/nowhere/ca.pem"));
  EXPECT_FALSE(readAuthorities(ca).empty());
}

}  // namespace
}  // namespace lead::server
