// The clocks of a session.
#pragma once

namespace lead {

/// Steady clock, seconds: what a session calls now.
double steadySeconds();
/// Wall clock, seconds since 1970.
double unixSeconds();

}  // namespace lead
