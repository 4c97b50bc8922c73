// Counts what this test program takes from the heap.
#pragma once

namespace lead::test {

long allocations();

}  // namespace lead::test
