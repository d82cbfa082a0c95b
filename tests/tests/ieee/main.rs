//! The IEEE operations of every format, judged by exact rationals (`oracle::reference::ieee`), Berkeley SoftFloat, LLVM's APFloat
//! and the processor.
//!
//! `ASSAY_CASES` sets the number of random cases of a test, `ASSAY_SEED` their seed.

mod apfloat;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod berkeley;
mod complete;
#[cfg(target_arch = "x86_64")]
mod hardware;
mod known;
mod mx;
mod operands;
mod operations;
mod properties;
#[path = "../engine/random.rs"]
#[allow(dead_code)]
mod random;
mod typed;
mod wide;
