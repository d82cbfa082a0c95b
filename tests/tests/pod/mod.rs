//! The X operations of POD against the processor's own: MXCSR, NaN, minimum and maximum, comparisons, conversions and
//! packed integers are those of SSE (POD-D30 to D41).

#[cfg(target_arch = "x86_64")]
mod floating;
#[cfg(target_arch = "x86_64")]
mod integers;
#[cfg(target_arch = "x86_64")]
mod processor;
