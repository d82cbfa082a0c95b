use super::*;
use crate::NanRule;
use crate::format::{Binary32, Binary64, Tf32};
use crate::ieee::small::{SMALL, Small, environments, patterns};

/// Which operand a variant chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    A,
    B,
    Nan,
}
use Choice::{A, B, Nan};

fn pick(first: bool) -> Choice {
    if first { A } else { B }
}

/// minNum of 2008 (`max`: maxNum) after its signalling NaN are gone.
fn num(max: bool, x: f64, y: f64) -> Choice {
    match (x.is_nan(), y.is_nan()) {
        (true, true) => Nan,
        (true, false) => B,
        (false, true) => A,
        _ => pick(if max { y <= x } else { x <= y }),
    }
}

/// minimum of 2019, both numbers.
fn minimum(max: bool, x: f64, y: f64) -> Choice {
    let order =
        if x == y { y.is_sign_negative().cmp(&x.is_sign_negative()) } else { x.total_cmp(&y) };
    pick(if max { order.is_ge() } else { order.is_le() })
}

/// Each variant in the words of its definition; `s` tells whether an operand signals.
fn choice(variant: MinMax, x: f64, y: f64, s: bool) -> Choice {
    use MinMax::*;
    let max = matches!(
        variant,
        MaxNum
            | MaxNumMag
            | Maximum
            | MaximumNumber
            | MaximumMagnitude
            | MaximumMagnitudeNumber
            | SseMax
            | RiscVMax
    );
    let (p, q) = (x.abs(), y.abs());
    let closer = |p: f64, q: f64| if max { p > q } else { p < q };
    let nan = x.is_nan() || y.is_nan();
    match variant {
        SseMin => pick(x < y),
        SseMax => pick(x > y),
        MinNum | MaxNum | MinNumMag | MaxNumMag if s => Nan,
        MinNum | MaxNum => num(max, x, y),
        MinNumMag | MaxNumMag if closer(p, q) => A,
        MinNumMag | MaxNumMag if closer(q, p) => B,
        MinNumMag | MaxNumMag => num(max, x, y),
        Minimum | Maximum | MinimumMagnitude | MaximumMagnitude if nan => Nan,
        _ if nan && x.is_nan() && y.is_nan() => Nan,
        _ if nan => pick(y.is_nan()),
        Minimum | Maximum | MinimumNumber | MaximumNumber | RiscVMin | RiscVMax => {
            minimum(max, x, y)
        }
        _ if closer(p, q) => A,
        _ if closer(q, p) => B,
        _ => minimum(max, x, y),
    }
}

fn expected(s: &Small, variant: MinMax, a: u64, b: u64, env: &Env) -> Rounded<u64> {
    let (x, y) = (s.operand(a, env), s.operand(b, env));
    let signal = s.is_signalling(a) || s.is_signalling(b);
    let sse = matches!(variant, MinMax::SseMin | MinMax::SseMax);
    let riscv = matches!(variant, MinMax::RiscVMin | MinMax::RiscVMax);
    let invalid = signal || sse && (x.is_nan() || y.is_nan());
    let code = |c: u64, v: f64| if v == 0.0 { s.code(v).unwrap() } else { c };
    let bits = match choice(variant, x, y, signal) {
        A => code(a, x),
        B => code(b, y),
        Nan if riscv => s.default_nan(false).unwrap(),
        Nan => {
            let later = env.nan == NanRule::Arm && !s.is_signalling(a) && s.is_signalling(b);
            s.kept_nan(if x.is_nan() && !later { a } else { b }, env.nan)
        }
    };
    Rounded { bits, flags: Flags::INVALID.when(invalid) }
}

#[test]
fn every_small_pair() {
    for s in &SMALL {
        for env in environments().filter(|e| e.rounding == crate::Rounding::NearestEven) {
            for (a, b) in s.codes().flat_map(|a| s.codes().map(move |b| (a, b))) {
                for variant in MinMax::ALL {
                    let r = s.format.min_max(variant, a, b, &env);
                    let want = expected(s, variant, a, b, &env);
                    assert_eq!(r, want, "{} {variant:?} {a:x} {b:x} {env:?}", s.format.name);
                }
            }
        }
    }
}

#[test]
fn like_the_machine() {
    let all: Vec<u64> = patterns(1000).collect();
    for (&x, &y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))).step_by(3) {
        let (a, b) = (f64::from_bits(x), f64::from_bits(y));
        let of = |v| f64::from_bits(min_max::<Binary64>(v, x, y, &Env::IEEE).bits);
        // Equal as values; of zeros the machine may give either.
        if !a.is_nan() || !b.is_nan() {
            assert_eq!(of(MinMax::MinimumNumber), a.min(b), "{a:e} {b:e}");
            assert_eq!(of(MinMax::MaximumNumber), a.max(b), "{a:e} {b:e}");
        }
        let sse = if a < b { a } else { b };
        assert_eq!(of(MinMax::SseMin).to_bits(), sse.to_bits(), "{a:e} {b:e}");
    }
}

/// Observed on an x86-64 processor (MINSS): with DAZ the result is the zero, FTZ changes nothing,
/// a signalling NaN of the second operand comes back as it is.
#[test]
fn as_minss_does() {
    let min = |a, b, env: &Env| {
        let r = min_max::<Binary32>(MinMax::SseMin, a, b, env);
        (r.bits, r.flags)
    };
    let daz = Env { daz: true, ..Env::IEEE };
    assert_eq!(min(1, 0x3f80_0000, &daz), (0, Flags::NONE));
    assert_eq!(min(0x8000_0001, 1, &daz), (0, Flags::NONE));
    assert_eq!(min(0x3f80_0000, 0x8000_0001, &daz), (0x8000_0000, Flags::NONE));
    assert_eq!(min(0x7fa0_0000, 0x8000_0001, &daz), (0x8000_0000, Flags::INVALID));
    let ftz = Env { underflow: crate::Underflow::FlushSigned, ..Env::IEEE };
    assert_eq!(min(1, 2, &ftz), (1, Flags::NONE));
    assert_eq!(min(0x3f80_0000, 0x7fa0_0000, &Env::IEEE), (0x7fa0_0000, Flags::INVALID));
}

#[test]
fn padding_is_cleared() {
    let r = min_max::<Tf32>(MinMax::Minimum, 0x3f80_1fff, 0x4000_0000, &Env::IEEE);
    assert_eq!(r.bits, 0x3f80_0000);
}
