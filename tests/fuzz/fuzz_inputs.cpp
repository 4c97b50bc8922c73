// Whatever the bytes of an input payload: refused, or samples in range that are the same when written again.
#include <cstddef>
#include <cstdint>

#include "fuzz/wire_checks.h"

namespace {

using lead::fuzz::expect;

bool same(const lead::wire::InputSample& a, const lead::wire::InputSample& b) {
  return a.sequence == b.sequence && a.clientTime == b.clientTime && a.seenTick == b.seenTick &&
         a.headPosition == b.headPosition && a.hands[0].has_value() == b.hands[0].has_value() &&
         a.hands[1].has_value() == b.hands[1].has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lead::wire::InputPayload input;
  if (!lead::wire::readInput({data, size}, input)) return 0;
  for (const lead::wire::InputSample& sample : input.samples) lead::fuzz::checkSample(sample);
  std::vector<std::uint8_t> again;
  lead::wire::writeInput(input, again);
  lead::wire::InputPayload read;
  expect(lead::wire::readInput(again, read) && read.samples.size() == input.samples.size());
  expect(read.acks == input.acks);
  for (std::size_t i = 0; i < read.samples.size(); ++i) expect(same(read.samples[i], input.samples[i]));
  return 0;
}
