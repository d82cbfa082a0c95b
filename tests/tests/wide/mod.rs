//! binary128 and the x87's format of 80 bits: Berkeley SoftFloat, glibc and this processor's x87. The reference in rationals is that of the registry's
//! operations.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod berkeley;
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
mod glibc;
mod operands;
#[cfg(target_arch = "x86_64")]
mod x87;

use softfloat::wide::{Rules, Wide};
use softfloat::{Env, Flags, Rounded, Rounding};

#[cfg(target_arch = "x86_64")]
fn ours(w: &Wide, operation: &str, [a, b, c]: [u128; 3], rules: &Rules) -> Rounded<u128> {
    match operation {
        "add" => w.add(a, b, rules),
        "sub" => w.sub(a, b, rules),
        "mul" => w.mul(a, b, rules),
        "div" => w.div(a, b, rules),
        "rem" => w.remainder(a, b, rules),
        "sqrt" => w.sqrt(a, rules),
        _ => w.fma(a, b, c, rules),
    }
}

#[test]
fn signs_of_zeros() {
    let w = Wide::BINARY128;
    let down = Rules::of(Env::IEEE.rounding(Rounding::Down));
    let one = 0x3fff_u128 << 112;
    assert_eq!(w.sub(one, one, &down).bits, 1 << 127);
    assert_eq!(w.sub(one, one, &Rules::of(Env::IEEE)), Rounded { bits: 0, flags: Flags::NONE });
}
