use super::*;
use crate::format::{Binary32, Binary64, Tf32};
use crate::ieee::small::{Coding, SMALL, Small, environments, patterns};

#[test]
fn every_small_pair() {
    for s in &SMALL {
        for env in environments().filter(|e| e.rounding == crate::Rounding::NearestEven) {
            for (a, b) in s.codes().flat_map(|a| s.codes().map(move |b| (a, b))) {
                let want = match s.operand(a, &env).partial_cmp(&s.operand(b, &env)) {
                    Some(Ordering::Less) => Relation::Less,
                    Some(Ordering::Equal) => Relation::Equal,
                    Some(Ordering::Greater) => Relation::Greater,
                    None => Relation::Unordered,
                };
                let unordered = want == Relation::Unordered;
                let signal = s.is_signalling(a) || s.is_signalling(b);
                let quiet = (want, Flags::INVALID.when(signal));
                assert_eq!(s.format.compare(a, b, false, &env), quiet, "{a:x} {b:x}");
                let loud = (want, Flags::INVALID.when(unordered));
                assert_eq!(s.format.compare(a, b, true, &env), loud, "{a:x} {b:x}");
            }
        }
    }
}

/// The clauses of 5.10, one by one; `negative` is the sign of a NaN or zero.
fn ordered(s: &Small, a: (u64, bool), b: (u64, bool), of: impl Fn(u64) -> f64) -> bool {
    let (x, y) = (of(a.0), of(b.0));
    match (x.is_nan(), y.is_nan()) {
        (false, false) if x == 0.0 && y == 0.0 => a.1 || !b.1,
        (false, false) => x <= y,
        (true, false) => a.1,
        (false, true) => !b.1,
        (true, true) if a.1 != b.1 => a.1,
        (true, true) => {
            let quiet = |c: u64| s.coding != Coding::Ieee || c & s.quiet_bit() != 0;
            let payload = |c: u64| s.body(c) & (s.quiet_bit() - 1);
            let key = |c: u64| (quiet(c), payload(c));
            if a.1 { key(a.0) >= key(b.0) } else { key(a.0) <= key(b.0) }
        }
    }
}

#[test]
fn total_order_of_every_small_pair() {
    for s in &SMALL {
        for (a, b) in s.codes().flat_map(|a| s.codes().map(move |b| (a, b))) {
            let signed = |c: u64| (c, s.negative(c));
            let want = ordered(s, signed(a), signed(b), |c| s.value(c));
            assert_eq!(s.format.total_order(a, b), want, "{} {a:x} {b:x}", s.format.name);
            let fnuz = |c: u64| s.coding == Coding::Fnuz && s.value(c).is_nan();
            let want = ordered(s, (a, fnuz(a)), (b, fnuz(b)), |c| s.value(c).abs());
            let name = s.format.name;
            assert_eq!(s.format.total_order_magnitude(a, b), want, "{name} {a:x} {b:x}");
        }
    }
}

#[test]
fn like_the_machine() {
    let all: Vec<u64> = patterns(2000).collect();
    for (&x, &y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))).step_by(7) {
        let (a, b) = (f64::from_bits(x), f64::from_bits(y));
        assert_eq!(total_order::<Binary64>(x, y), a.total_cmp(&b).is_le(), "{a:e} {b:e}");
        let magnitudes = a.abs().total_cmp(&b.abs()).is_le();
        assert_eq!(total_order_magnitude::<Binary64>(x, y), magnitudes, "{a:e} {b:e}");
        let less = compare::<Binary64>(x, y, true, &Env::IEEE).0 == Relation::Less;
        assert_eq!(less, a < b, "{a:e} {b:e}");
        let (x, y) = (x as u32, y as u32);
        let (a, b) = (f32::from_bits(x), f32::from_bits(y));
        assert_eq!(total_order::<Binary32>(x, y), a.total_cmp(&b).is_le(), "{a:e} {b:e}");
        let equal = compare::<Binary32>(x, y, false, &Env::IEEE).0 == Relation::Equal;
        assert_eq!(equal, a == b, "{a:e} {b:e}");
    }
}

#[test]
fn padding_does_not_count() {
    let (one, padded) = (0x3f80_0000, 0x3f80_1fff);
    assert_eq!(compare::<Tf32>(one, padded, true, &Env::IEEE).0, Relation::Equal);
    assert!(total_order::<Tf32>(one, padded) && total_order::<Tf32>(padded, one));
}
