//! POW of integers (text 351, XDSA-D41, D84).

use super::{Binary, checked};
use crate::xdsa::Error;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::number::store;
use softfloat::Flags;

/// The plan of POW.
pub(super) fn plan(request: &mut Request<'_>) -> Result<Plan, Error> {
    Binary::integers(request, &["src0", "src1", "des"]);
    let binary = Binary::read(request);
    let Binary { src0, src1, des, sat, .. } = binary;
    checked(request, |request| {
        binary.plan(request, move |x, y| {
            let (x, y) = (src0.integer(x), src1.integer(y));
            let wrapped = power(x, y);
            let element = match checked_power(x, y) {
                Some(power) => store(power, des, sat),
                // Beyond 2^126: the end of the range, or the low bits.
                None if sat => {
                    store(if x < 0 && y & 1 == 1 { i128::MIN } else { i128::MAX }, des, true)
                }
                None => wrapped & des.mask(),
            };
            (element, Flags::NONE)
        })
    })
}

/// x^y, if it has at most 126 bits.
fn checked_power(x: i128, y: i128) -> Option<i128> {
    let odd = y & 1 == 1;
    match (x, u32::try_from(y)) {
        (1, _) => Some(1),
        (-1, _) => Some(if odd { -1 } else { 1 }),
        (0, _) if y > 0 => Some(0),
        _ if y < 0 => Some(0),
        (_, Ok(y)) => x.checked_pow(y).filter(|power| power.unsigned_abs() < 1 << 126),
        (_, Err(_)) => None,
    }
}

/// The low 64 bits of x^y, y not negative.
fn power(x: i128, y: i128) -> u64 {
    let (mut power, mut square, mut rest) = (1u64, x as u64, y);
    while rest > 0 {
        if rest & 1 == 1 {
            power = power.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        rest >>= 1;
    }
    power
}
