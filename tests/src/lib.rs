//! Support of the tests: what fuzz targets do with their bytes, and seeds checked on all cores.

pub mod bridge;
pub mod cover;
pub mod every;
pub mod fuzz;
pub mod judges;
pub mod seeds;
pub mod tile_words;

/// The pages whose examples in Rust run with the documentation tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../docs/first.md")]
    struct First;
    #[doc = include_str!("../../docs/numbers.md")]
    struct Numbers;
    #[doc = include_str!("../../docs/mncore2.md")]
    struct Mncore2;
    #[doc = include_str!("../../docs/mncore2-tools.md")]
    struct Mncore2Tools;
    #[doc = include_str!("../../docs/pod.md")]
    struct Pod;
    #[doc = include_str!("../../docs/xdsa.md")]
    struct Xdsa;
}
