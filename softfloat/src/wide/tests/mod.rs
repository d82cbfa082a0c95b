//! The engine in formats that have another one: binary16, binary32 and binary64, with the leading bit hidden and written.

mod others;

use super::{Rules, Wide};
use crate::format::{Binary16, Binary32, Binary64, Int32, Int64, Uint64};
use crate::{Env, Format, NanRule, Rounded, Rounding, StaticFormat, Tininess, Value};
use core::cmp::Ordering;
use seeded::{Draw, Random};

/// An operation on three operands.
type Compute<'a> = &'a dyn Fn(&Wide, [u128; 3], &Rules) -> Rounded<u128>;

/// A format with both engines.
struct Both {
    format: Format,
    hidden: Wide,
    written: Wide,
}

impl Both {
    fn of(format: Format) -> Self {
        let (width, exp_bits, man_bits) = (format.width, format.exp_bits, format.man_bits);
        let hidden = Wide { width, exp_bits, man_bits, explicit: false };
        let written = Wide { width: width + 1, man_bits: man_bits + 1, explicit: true, ..hidden };
        Self { format, hidden, written }
    }

    /// The code with its leading bit written.
    fn write(&self, code: u64) -> u128 {
        let code = u128::from(code);
        let (field, fraction) =
            (code >> self.hidden.man_bits, code & ((1 << self.hidden.man_bits) - 1));
        let exponent = field & self.hidden.top();
        let lead = u128::from(exponent > 0) << self.hidden.man_bits;
        field << self.written.man_bits | lead | fraction
    }

    /// That the results of both forms are the narrow one.
    fn assert(
        &self,
        right: Rounded<u64>,
        rules: &Rules,
        compute: impl Fn(&Wide, &dyn Fn(u64) -> u128, &Rules) -> Rounded<u128>,
        name: &dyn core::fmt::Debug,
    ) {
        let found = compute(&self.hidden, &|code| code.into(), rules);
        assert_eq!((found.bits, found.flags), (right.bits.into(), right.flags), "{name:x?}");
        if rules.env.nan == NanRule::Canonical {
            let found = compute(&self.written, &|code| self.write(code), rules);
            assert_eq!(
                (found.bits, found.flags),
                (self.write(right.bits), right.flags),
                "{name:x?}"
            );
        }
    }
}

fn environments() -> impl Iterator<Item = Env> {
    use NanRule::{Arm, Canonical, Propagate, Sse};
    Rounding::ALL.into_iter().flat_map(|rounding| {
        [Tininess::Before, Tininess::After].into_iter().flat_map(move |tininess| {
            [Canonical, Propagate, Sse, Arm].map(|nan| Env { rounding, tininess, nan, ..Env::IEEE })
        })
    })
}

/// Codes of which many are near 1, near an end, or special.
fn code(random: &mut Random, format: &Format) -> u64 {
    let ones = u64::MAX >> (64 - format.width);
    let fraction = match random.next() % 4 {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << (random.next() % 64),
        _ => random.next(),
    } & ((1 << format.man_bits) - 1);
    let top = (1 << format.exp_bits) - 1;
    let field = match random.next() % 6 {
        0 => 0,
        1 => top,
        2 => random.next() % 4,
        3 => top - 1 - random.next() % 3,
        4 => (top / 2).wrapping_add(random.next() % 9).wrapping_sub(4),
        _ => random.next(),
    } & top;
    let sign = random.next() % 2;
    (sign << (format.width - 1) | field << format.man_bits | fraction) & ones
}

#[test]
fn as_the_engine_of_narrow_formats() {
    let mut random = Random::new(7);
    for format in [Binary16::FORMAT, Binary32::FORMAT, Binary64::FORMAT] {
        let both = Both::of(format);
        for env in environments() {
            let rules = Rules { env, precision: both.written.precision() };
            for _ in 0..3000 {
                let [a, b, c] = [0; 3].map(|_: u8| code(&mut random, &format));
                let f = &format;
                let name = (f.name, env, a, b, c);
                let case = |right, compute: Compute<'_>| {
                    let compute = |w: &Wide, of: &dyn Fn(u64) -> u128, r: &Rules| {
                        compute(w, [a, b, c].map(of), r)
                    };
                    both.assert(right, &rules, compute, &name);
                };
                case(f.add(a, b, &env), &|w, [a, b, _], r| w.add(a, b, r));
                case(f.sub(a, b, &env), &|w, [a, b, _], r| w.sub(a, b, r));
                case(f.mul(a, b, &env), &|w, [a, b, _], r| w.mul(a, b, r));
                case(f.div(a, b, &env), &|w, [a, b, _], r| w.div(a, b, r));
                case(f.sqrt(a, &env), &|w, [a, ..], r| w.sqrt(a, r));
                case(f.fma(a, b, c, &env), &|w, [a, b, c], r| w.fma(a, b, c, r));
                case(f.remainder(a, b, &env), &|w, [a, b, _], r| w.remainder(a, b, r));
                case(f.fmod(a, b, &env), &|w, [a, b, _], r| w.fmod(a, b, r));
                for exact in [false, true] {
                    let right = f.round_to_integral(a, exact, &env);
                    case(right, &|w, [a, ..], r| w.round_to_integral(a, exact, r));
                }
            }
        }
    }
}

#[test]
fn conversions_as_of_narrow_formats() {
    let mut random = Random::new(8);
    let all = [Binary16::FORMAT, Binary32::FORMAT, Binary64::FORMAT];
    for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (from, to))) {
        let (source, target) = (Both::of(*from), Both::of(*to));
        for env in environments() {
            let rules = Rules::of(env);
            for _ in 0..300 {
                let a = code(&mut random, from);
                let name = (from.name, to.name, env, a);
                let right = crate::convert_any(from, to, &env, a);
                target.assert(right, &rules, |w, _, r| w.of_narrow(from, a, r), &name);
                let found = source.hidden.to_narrow(to, a.into(), true, &rules);
                assert_eq!(found, right, "{name:x?}");
                let found = source.written.to_narrow(to, source.write(a), true, &rules);
                assert_eq!(found, right, "{name:x?}");
                let found = source.written.to_wide(&target.hidden, source.write(a), &rules);
                assert_eq!(
                    (found.bits, found.flags),
                    (right.bits.into(), right.flags),
                    "{name:x?}"
                );
                let found = source.hidden.to_wide(&target.written, a.into(), &rules);
                let code = target.write(right.bits);
                assert_eq!((found.bits, found.flags), (code, right.flags), "{name:x?}");
                for integer in [Int32::FORMAT, Int64::FORMAT, Uint64::FORMAT] {
                    let right = crate::convert_any(from, &integer, &env, a);
                    let found = source.written.to_narrow(&integer, source.write(a), true, &rules);
                    assert_eq!(found, right, "{name:x?}");
                    let n = random.next() & (u64::MAX >> (64 - integer.width));
                    let right = crate::convert_any(&integer, to, &env, n);
                    target.assert(right, &rules, |w, _, r| w.of_narrow(&integer, n, r), &name);
                }
            }
        }
    }
}

#[test]
fn comparisons_as_of_narrow_formats() {
    let mut random = Random::new(9);
    let both = Both::of(Binary32::FORMAT);
    for _ in 0..100_000 {
        let a = code(&mut random, &both.format);
        let b = if random.next().is_multiple_of(4) {
            a ^ 1 << 31
        } else {
            code(&mut random, &both.format)
        };
        let [x, y] = [a, b].map(|code| f32::from_bits(code as u32));
        let pairs =
            [(&both.hidden, a.into(), b.into()), (&both.written, both.write(a), both.write(b))];
        for (wide, a, b) in pairs {
            assert_eq!(wide.compare(a, b, false).0, x.partial_cmp(&y), "{a:x} {b:x}");
            let quiet = |x: f32| x.is_nan() && x.to_bits() >> 22 & 1 == 0;
            let invalid = wide.compare(a, b, false).1 == crate::Flags::INVALID;
            assert_eq!(invalid, quiet(x) || quiet(y));
            let invalid = wide.compare(a, b, true).1 == crate::Flags::INVALID;
            assert_eq!(invalid, x.is_nan() || y.is_nan());
        }
    }
    assert_eq!(Wide::BINARY128.compare(0, 1 << 127, true).0, Some(Ordering::Equal));
}

/// Precision of fewer bits: that of a narrower format with the exponents of the wider one.
#[test]
fn precision_control() {
    let narrow = Format::ieee(15, 23).expect("a format");
    let mut random = Random::new(10);
    let x87 = Wide::EXTENDED80;
    for env in environments().filter(|env| env.nan == NanRule::Canonical) {
        let rules = Rules { env, precision: 24 };
        for _ in 0..3000 {
            let [a, b] = [0; 2].map(|_: u8| code(&mut random, &narrow));
            let widen = |code: u64| x87.of_narrow(&narrow, code, &Rules::of(Env::IEEE)).bits;
            // A NaN is quiet once it is wider.
            if [a, b].iter().any(|&code| matches!(narrow.decode::<u64>(code), Value::Nan { .. })) {
                continue;
            }
            for (right, found) in [
                (narrow.add(a, b, &env), x87.add(widen(a), widen(b), &rules)),
                (narrow.mul(a, b, &env), x87.mul(widen(a), widen(b), &rules)),
                (narrow.div(a, b, &env), x87.div(widen(a), widen(b), &rules)),
                (narrow.sqrt(a, &env), x87.sqrt(widen(a), &rules)),
            ] {
                let name = (env, a, b);
                assert_eq!(
                    (found.bits, found.flags),
                    (widen(right.bits), right.flags),
                    "{name:x?}"
                );
            }
        }
    }
}

#[test]
fn codes_that_are_no_operands() {
    let (x87, rules) = (Wide::EXTENDED80, Rules::of(Env::IEEE));
    let one = 0x3fff_8000_u128 << 48;
    let bad = [0x3fff_4000_u128 << 48, 0x7fff_0000_u128 << 48, 0x7fff_0000_0000_0000_0001];
    for code in bad {
        for r in [x87.add(code, one, &rules), x87.mul(one, code, &rules), x87.sqrt(code, &rules)] {
            assert_eq!((r.bits, r.flags), (x87.nan(false), crate::Flags::INVALID));
        }
        assert_eq!(x87.compare(code, one, false), (None, crate::Flags::INVALID));
        let r = x87.to_narrow(&Binary32::FORMAT, code, true, &rules);
        assert_eq!((r.bits, r.flags), (0x7fc0_0000, crate::Flags::INVALID));
    }
    // A pseudo-denormal is the smallest normal number.
    let pseudo = 0x8000_0000_0000_0000;
    let r = x87.add(pseudo, 0, &rules);
    assert_eq!((r.bits, r.flags), (0x0001_8000_0000_0000_0000, crate::Flags::NONE));
}
