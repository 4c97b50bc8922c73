#include <gtest/gtest.h>

#include <algorithm>

#include "lead/v1/refusal.pb.h"
#include "session/address.h"
#include "session/backoff.h"
#include "session/clock_sync.h"
#include "session/failures.h"
#include "session/line_watch.h"

namespace lead {
namespace {

TEST(Backoff, GrowsFromHalfASecondToFiveWithAQuarterOfJitter) {
  Backoff backoff(42);
  const double expected[] = {0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0};
  for (const double base : expected) {
    const double wait = backoff.next();
    EXPECT_GE(wait, 0.75 * base);
    EXPECT_LE(wait, 1.25 * base);
  }
  backoff.reset();
  EXPECT_LE(backoff.next(), 0.625);
}

TEST(Backoff, WhoHurriesWaitsHalfASecondEachTimeAndThenAsEver) {
  Backoff backoff(7);
  for (int i = 0; i < Backoff::kMostHurried; ++i) {
    const double wait = backoff.next(true);
    EXPECT_GE(wait, 0.375);
    EXPECT_LE(wait, 0.625);
  }
  for (const double base : {0.5, 1.0, 2.0}) {  // hurried long enough
    const double wait = backoff.next(true);
    EXPECT_GE(wait, 0.75 * base);
    EXPECT_LE(wait, 1.25 * base);
  }
  EXPECT_GE(backoff.next(), 3.0);
  backoff.reset();
  EXPECT_LE(backoff.next(true), 0.625);
  EXPECT_LE(backoff.next(), 0.625) << "hurrying doesn't count to the others";
  EXPECT_GE(backoff.next(), 0.75);
}

TEST(Backoff, WaitsAsLongAsTheServerAsksForHurryOrNot) {
  Backoff backoff(7);
  for (const bool hurried : {true, false}) {
    const double wait = backoff.next(hurried, 8.0);
    EXPECT_GE(wait, 8.0);
    EXPECT_LE(wait, 12.0);
  }
}

TEST(Backoff, DiffersBetweenClients) {
  EXPECT_NE(Backoff(1).next(), Backoff(2).next());
}

TEST(ClockSync, KnowsNothingAtFirst) {
  ClockSync clock;
  EXPECT_FALSE(clock.offset());
  EXPECT_EQ(clock.roundTrip(), 0.0);
}

TEST(ClockSync, TakesTheOffsetOfTheQuickestRoundTrip) {
  ClockSync clock;
  clock.add(10.0, 110.05, 10.1);   // offset 100.0, 100 ms
  clock.add(11.0, 111.01, 11.01);  // offset 100.005, 10 ms
  clock.add(12.0, 112.19, 12.2);   // offset 100.09, 200 ms
  ASSERT_TRUE(clock.offset());
  EXPECT_NEAR(*clock.offset(), 100.005, 1e-9);
}

TEST(ClockSync, ForgetsAfterTenSeconds) {
  ClockSync clock;
  clock.add(10.0, 110.0, 10.001);
  clock.add(25.0, 130.0, 25.1);
  EXPECT_NEAR(*clock.offset(), 130.0 - 25.05, 1e-9);
}

TEST(ClockSync, SmoothsTheRoundTrip) {
  ClockSync clock;
  clock.add(1.0, 0.0, 1.1);
  EXPECT_NEAR(clock.roundTrip(), 0.1, 1e-9);
  clock.add(2.0, 0.0, 2.2);
  EXPECT_NEAR(clock.roundTrip(), 0.1 + 0.1 / 8.0, 1e-9);
}

TEST(ClockSync, IgnoresAnswersThatMakeNoSense) {
  ClockSync clock;
  clock.add(5.0, 1.0, 4.0);
  clock.add(5.0, std::numeric_limits<double>::quiet_NaN(), 5.1);
  EXPECT_FALSE(clock.offset());
}

TEST(LineWatch, ASilentStreamIsDeadAfterFourSecondsWhereNothingElseComes) {
  LineWatch line;
  line.begin(100.0);
  EXPECT_FALSE(line.isDead(103.9));
  EXPECT_TRUE(line.isDead(104.1));
  line.heardOnStream(103.0);
  EXPECT_FALSE(line.isDead(106.9));
  EXPECT_TRUE(line.isDead(107.1));
}

TEST(LineWatch, DatagramsGiveTheStreamTheServersTenSeconds) {
  LineWatch line;
  line.begin(100.0);
  for (double now = 100.0; now < 109.95; now += 0.1) {
    line.heardByDatagram(now);
    EXPECT_FALSE(line.isDead(now)) << now;
  }
  EXPECT_TRUE(line.isDead(110.1));
  line.heardOnStream(110.2);
  EXPECT_FALSE(line.isDead(110.2));
}

TEST(LineWatch, DatagramsThatEndGiveItNoMoreThanTheirDue) {
  LineWatch line;
  line.begin(100.0);
  line.heardByDatagram(103.5);
  EXPECT_FALSE(line.isDead(104.9));
  EXPECT_TRUE(line.isDead(105.1));
}

TEST(LineWatch, APlaceIsKeptForTenSecondsAfterTheLastWordByEitherWay) {
  LineWatch line;
  EXPECT_FALSE(line.mayResume(5.0)) << "we were never there";
  line.begin(100.0);
  line.heardByDatagram(104.0);
  EXPECT_TRUE(line.mayResume(113.9));
  EXPECT_FALSE(line.mayResume(114.1));
  line.begin(120.0);
  EXPECT_TRUE(line.mayResume(129.9));
  EXPECT_FALSE(line.mayResume(130.1));
}

TEST(Address, GetsTheDefaultPort) {
  EXPECT_EQ(parseAddress("example.org"), "example.org:7400");
  EXPECT_EQ(parseAddress("127.0.0.1:1234"), "127.0.0.1:1234");
  EXPECT_EQ(parseAddress("[::1]"), "[::1]:7400");
  EXPECT_EQ(parseAddress("[fe80::1%eth0]:99"), "[fe80::1%eth0]:99");
  EXPECT_EQ(parseAddress("[::1]:99"), "[::1]:99");
}

TEST(Address, RefusesWhatIsNone) {
  for (const char* bad :
       {"", ":7400", "host:", "host:0", "host:70000", "host:12x", "a b", "http://x", "[::1", "[]:5"})
    EXPECT_EQ(parseAddress(bad), std::nullopt) << bad;
}

const Place kPlace{"host:7400", "lobby", "anna"};

TEST(Failure, AServerThatIsNotThereIsWorthAnotherTry) {
  const Failure failure = joinFailure({grpc::StatusCode::UNAVAILABLE, "Connection refused"}, kPlace);
  EXPECT_TRUE(failure.retry);
  EXPECT_EQ(failure.sentence, "The server at host:7400 does not answer.");
}

TEST(Failure, OnlyWhereNobodyAnsweredIsThereAReasonToHurry) {
  for (const auto code : {grpc::StatusCode::UNAVAILABLE, grpc::StatusCode::DEADLINE_EXCEEDED})
    EXPECT_TRUE(joinFailure({code, ""}, kPlace).unanswered);
  EXPECT_TRUE(joinFailure({grpc::StatusCode::UNAVAILABLE, "DNS resolution failed"}, kPlace).unanswered);
  for (const auto code :
       {grpc::StatusCode::INTERNAL, grpc::StatusCode::ALREADY_EXISTS, grpc::StatusCode::RESOURCE_EXHAUSTED})
    EXPECT_FALSE(joinFailure({code, ""}, kPlace).unanswered);
}

TEST(Failure, AnUnknownRoomAndANameInUseAreNot) {
  const Failure room = joinFailure({grpc::StatusCode::NOT_FOUND, ""}, kPlace);
  EXPECT_FALSE(room.retry);
  EXPECT_NE(room.sentence.find("no room \"lobby\""), std::string::npos);
  const Failure name = joinFailure({grpc::StatusCode::ALREADY_EXISTS, ""}, kPlace);
  EXPECT_FALSE(name.retry);
  EXPECT_NE(name.sentence.find("\"anna\" is in use"), std::string::npos);
}

TEST(Failure, ATokenThatIsRefusedIsFinalAndSaysWhatTheServerSays) {
  for (const auto code : {grpc::StatusCode::UNAUTHENTICATED, grpc::StatusCode::PERMISSION_DENIED}) {
    const Failure failure = joinFailure({code, "The token is for Bob, not for anna."}, kPlace);
    EXPECT_FALSE(failure.retry);
    EXPECT_EQ(failure.sentence, "The token is for Bob, not for anna.");
  }
}

TEST(Failure, OfAServerThatIsOnlyTooBusyIsWorthAnotherTry) {
  v1::CallRefused details;
  details.set_reason(v1::CALL_REFUSAL_JOINS_TOO_FAST);
  details.set_retry_after(2.0);
  const std::string bytes = details.SerializeAsString();
  const grpc::Status busy(grpc::StatusCode::RESOURCE_EXHAUSTED, "Too many people join.", bytes);
  EXPECT_TRUE(joinFailure(busy, kPlace).retry);
  EXPECT_TRUE(callFailure(busy, kPlace).retry);
  EXPECT_TRUE(uploadFailure(busy, kPlace, "cat.vrm").retry);
  EXPECT_EQ(joinFailure(busy, kPlace).sentence, "Too many people join.");
  EXPECT_EQ(joinFailure(busy, kPlace).retryAfter, 2.0);
  details.set_reason(v1::CALL_REFUSAL_UPLOADS_FULL);
  details.set_retry_after(0.0);
  const grpc::Status uploads(grpc::StatusCode::RESOURCE_EXHAUSTED, "Too many uploads.",
                             details.SerializeAsString());
  EXPECT_TRUE(uploadFailure(uploads, kPlace, "cat.vrm").retry) << "one of ours may still count";
  EXPECT_GT(uploadFailure(uploads, kPlace, "cat.vrm").retryAfter, 0.0);
  details.set_reason(v1::CALL_REFUSAL_ROOM_FULL);
  const grpc::Status full(grpc::StatusCode::RESOURCE_EXHAUSTED, "Full.", details.SerializeAsString());
  EXPECT_FALSE(joinFailure(full, kPlace).retry);
  const grpc::Status odd(grpc::StatusCode::RESOURCE_EXHAUSTED, "Odd.", "no message at all");
  EXPECT_FALSE(joinFailure(odd, kPlace).retry);
}

TEST(Failure, ARefusedModelSaysWhichFileAndWhy) {
  const Failure failure =
      uploadFailure({grpc::StatusCode::INVALID_ARGUMENT, "The file is no VRM."}, kPlace, "cat.vrm");
  EXPECT_FALSE(failure.retry);
  EXPECT_EQ(failure.sentence, "The server refused cat.vrm: The file is no VRM.");
}

TEST(Failure, GoodbyesSayWhetherToComeBack) {
  v1::ServerMessage::Goodbye goodbye;
  goodbye.set_reason(v1::DISCONNECT_REASON_SHUTDOWN);
  EXPECT_TRUE(goodbyeFailure(goodbye, kPlace).retry);
  goodbye.set_reason(v1::DISCONNECT_REASON_REPLACED);
  EXPECT_FALSE(goodbyeFailure(goodbye, kPlace).retry);
  for (int reason = v1::DisconnectReason_MIN; reason <= v1::DisconnectReason_MAX; ++reason) {
    goodbye.set_reason(static_cast<v1::DisconnectReason>(reason));
    EXPECT_FALSE(goodbyeFailure(goodbye, kPlace).sentence.empty());
  }
}

}  // namespace
}  // namespace lead
