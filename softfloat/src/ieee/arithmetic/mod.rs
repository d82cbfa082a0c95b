//! Tests of the arithmetic: small formats complete against exact values, binary32 and binary64
//! against the machine, NaN by the published rules.

mod machine;
mod nan;
mod reference;
mod small_formats;
use super::{add, div, fma, fmod, mul, remainder, sqrt, sub};
use crate::format::*;
use crate::ieee::small::{environments, patterns};
use crate::{Bits, Overflow, Rounded, StaticFormat, Tininess, Underflow};

// The typed form of an operation equals the run-time form.

fn same<B: Bits>(typed: Rounded<B>, any: Rounded<u64>, what: &str) {
    assert_eq!((typed.bits.wide() as u64, typed.flags), (any.bits, any.flags), "{what}");
}

fn forms<F: StaticFormat>() {
    let f = F::FORMAT;
    let mask = u64::mask(f.width);
    // Codes of the format's own exponents: the low bits of a pattern, and its high bits.
    let codes: Vec<u64> = patterns(3_000).flat_map(|x| [x, x >> 32]).map(|x| x & mask).collect();
    let overflow = [Overflow::Ieee, Overflow::Saturate, Overflow::Infinity, Overflow::Nan];
    let underflow = [Underflow::Gradual, Underflow::FlushSigned, Underflow::FlushPositive];
    let tininess = [Tininess::After, Tininess::Before];
    for (i, env) in environments().enumerate() {
        let (overflow, underflow) = (overflow[i % 4], underflow[i / 2 % 3]);
        let env = &crate::Env { overflow, underflow, tininess: tininess[i % 2], ..env };
        for w in codes[i % 7..].windows(3).step_by(7) {
            let &[a, b, c] = w else { unreachable!("windows of three") };
            let [x, y, z] = [a, b, c].map(|x| F::Bits::low(x.into()));
            let what = format!("{} {a:x} {b:x} {c:x} {env:?}", f.name);
            same(add::<F>(x, y, env), f.add(a, b, env), &what);
            same(sub::<F>(x, y, env), f.sub(a, b, env), &what);
            same(mul::<F>(x, y, env), f.mul(a, b, env), &what);
            same(div::<F>(x, y, env), f.div(a, b, env), &what);
            same(sqrt::<F>(x, env), f.sqrt(a, env), &what);
            same(fma::<F>(x, y, z, env), f.fma(a, b, c, env), &what);
            same(remainder::<F>(x, y, env), f.remainder(a, b, env), &what);
            same(fmod::<F>(x, y, env), f.fmod(a, b, env), &what);
        }
    }
}

#[test]
fn typed_equals_run_time() {
    macro_rules! every {
        ($($ty:ty)*) => { $( forms::<$ty>(); )* };
    }
    every! {
        Binary16 Binary32 Binary64 Bf16 Tf32
        Fp8E4m3Ocp Fp8E5m2Ocp Fp8E4m3Fnuz Fp8E5m2Fnuz Fp6E3m2 Fp6E2m3 Fp4E2m1
    }
    // Formats that are not meant: nothing panics.
    every! { E8m0 Int8 Int64 Uint8 Uint64 MxInt8Elem MnHalf MnDouble MnBfHalfExt MnBfDouble }
    // Precisions at which the words change: 30 | 31, 53 | 54, 60 | 61, 62.
    forms::<Custom<2, 29, u32>>();
    forms::<Custom<2, 30, u64>>();
    forms::<Custom<10, 53, u64>>();
    forms::<Custom<3, 59, u64>>();
    forms::<Custom<3, 60, u64>>();
    forms::<Custom<2, 61, u64>>();
    forms::<Custom<15, 48, u64>>();
    forms::<Custom<6, 9, u16>>();
}
