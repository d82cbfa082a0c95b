//! binary32 and binary64 against the machine's own arithmetic, to nearest even.

use crate::format::{Binary32, Binary64};
use crate::ieee::small::patterns;
use crate::ieee::{add, div, fma, fmod, mul, sqrt, sub};
use crate::{Env, StaticFormat};

macro_rules! against_machine {
    ($name:ident, $format:ty, $float:ty, $bits:ty) => {
        #[test]
        fn $name() {
            let env = &Env::IEEE;
            let same = |ours: $bits, machine: $float, what: &str, operands: &[$float]| {
                let nan = <$format>::FORMAT.canonical_nan().unwrap() as $bits;
                let expected = if machine.is_nan() { nan } else { machine.to_bits() };
                assert_eq!(ours, expected, "{what} of {operands:?}: {ours:x}, not {expected:x}");
            };
            let codes: Vec<$bits> = patterns(200_000).map(|x| x as $bits).collect();
            // The special operands in every pair, the others by threes.
            let (special, random) = codes.split_at(18);
            let pairs = special.iter().flat_map(|&x| special.iter().map(move |&y| [x, y, x ^ 1]));
            let threes = random.windows(3).map(|w| [w[0], w[1], w[2]]);
            let mixed = random.chunks(2).zip(special.iter().cycle()).map(|(w, &s)| [w[0], s, w[1]]);
            for [x, y, z] in pairs.chain(threes).chain(mixed) {
                let [a, b, c] = [x, y, z].map(<$float>::from_bits);
                same(add::<$format>(x, y, env).bits, a + b, "add", &[a, b]);
                same(sub::<$format>(x, y, env).bits, a - b, "sub", &[a, b]);
                same(mul::<$format>(x, y, env).bits, a * b, "mul", &[a, b]);
                same(div::<$format>(x, y, env).bits, a / b, "div", &[a, b]);
                same(fmod::<$format>(x, y, env).bits, a % b, "fmod", &[a, b]);
                same(sqrt::<$format>(x, env).bits, a.sqrt(), "sqrt", &[a]);
                same(fma::<$format>(x, y, z, env).bits, a.mul_add(b, c), "fma", &[a, b, c]);
                // An addend that cancels the product but for its rounding.
                let d = -(a * b);
                let r = fma::<$format>(x, y, d.to_bits(), env).bits;
                same(r, a.mul_add(b, d), "fma", &[a, b, d]);
            }
        }
    };
}
against_machine!(binary32, Binary32, f32, u32);
against_machine!(binary64, Binary64, f64, u64);
