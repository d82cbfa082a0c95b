//! Blocks over the four PEs of a MAB (s. 3.6.12.12, 4.4), and how they print.

use super::{contents, stop};
use oracle::interpreters::mncore2::Stop;

#[test]
fn invalid_blocks_stop() {
    let get = |word: &str, get: &str| {
        format!("d set $lr0n0c0b0m0p3 1 {word}\nd {get} $lr0n0c0b0m0p0 1\n")
    };
    assert!(matches!(stop(&get("3ff0000000000000", "getbd")), Stop::InvalidBlock(_)));
    // The block of SW 1 is another one, which is invalid as well as that of SW 0.
    assert!(matches!(stop(&get("000000003f800000", "getbf")), Stop::InvalidBlock(_)));
    assert!(matches!(stop(&get("000000003f800000", "getbg")), Stop::InvalidBlock(_)));
    // Halves may be extended.
    assert_eq!(
        contents(&get("3e003e003e003e00", "getbh")),
        ["(0, 0, 0, 0) (0x0000, 0x0000, 0x0000, 0x0000)"]
    );
}
