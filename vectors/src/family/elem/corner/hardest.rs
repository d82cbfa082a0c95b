//! Arguments whose values lie nearest to a rounding border, as `cargo xtask hardest` found them.

use crate::draw::Cases;
use crate::family::elem::formats::listed;
use functions::Row;
use softfloat::Format;

/// Lines of function, format, operand, and the bits of the distance.
const LIST: &str = include_str!("../../../../data/elem/hardest.csv");

/// The list's arguments of a function in a format, and those of the other sign.
pub(super) fn directed(row: &Row, format: &Format, cases: &mut Cases) {
    let name = listed().find(|of| of.1 == *format).map(|of| of.0);
    for line in LIST.lines() {
        let mut fields = line.split(',');
        if fields.next() != Some(row.name) || fields.next() != name {
            continue;
        }
        if let Some(Ok(code)) = fields.next().map(|code| u64::from_str_radix(code, 16)) {
            cases.push(&[code]);
            cases.push(&[code ^ 1 << (format.width - 1)]);
        }
    }
}
