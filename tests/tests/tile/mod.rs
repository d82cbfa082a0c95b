//! Tile: its conformance rows as case files, and what no case file can ask.

mod properties;
use softfloat::format::{Binary32, MnHalf};
use softfloat::{Env, Flags, convert};

// Row DEC-11: a number of MN-Core 2 as binary32. No instruction of Tile reads one.

#[test]
fn half_of_mncore2_to_single() {
    let codes = [0x3E00, 0x0200, 0x7DFF, 0x7E00, 0x01FF];
    let singles = [0x3F80_0000, 0x3080_0000, 0x4F7F_C000, 0x7F80_0000, 0];
    for (code, single) in codes.into_iter().zip(singles) {
        let result = convert::<MnHalf, Binary32>(code, &Env::IEEE);
        assert_eq!((result.bits, result.flags), (single, Flags::NONE), "{code:04x}");
    }
}
