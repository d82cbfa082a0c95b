//! The IEEE operations of every format, judged by exact rationals (`oracle::reference::ieee`), Berkeley SoftFloat, LLVM's APFloat
//! and the processor.

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
mod typed;
mod wide;
