use super::*;

/// One place at a time.
fn step(shift: Shift, w: u32, signed: bool, x: u64) -> Shifted {
    let top = 1 << (w - 1);
    let (first, last) = (x & top != 0, x & 1 == 1);
    let set = |on: bool, bit: u64| if on { bit } else { 0 };
    let left = (x & (top - 1)) << 1;
    let (bits, carry) = match shift {
        Shift::Left => (left, first),
        Shift::RotateLeft => (left | set(first, 1), first),
        Shift::LogicalRight => (x >> 1, last),
        Shift::ArithmeticRight => (x >> 1 | set(signed && first, top), last),
        Shift::RotateRight => (x >> 1 | set(last, top), last),
    };
    Shifted { bits, carry }
}

fn steps(shift: Shift, w: u32, signed: bool, x: u64, n: u64) -> Shifted {
    (0..n).fold(Shifted { bits: x, carry: false }, |x, _| step(shift, w, signed, x.bits))
}

const SHIFTS: [Shift; 5] = [
    Shift::Left,
    Shift::LogicalRight,
    Shift::ArithmeticRight,
    Shift::RotateLeft,
    Shift::RotateRight,
];

#[test]
fn shifts() {
    let wide = [63, 64].into_iter().flat_map(|w| [false, true].map(|s| (w, s)));
    for (w, s) in small().map(|(w, s, _)| (w, s)).chain(wide) {
        let f = Integer::new(w, s).unwrap();
        let words: Vec<u64> = if w <= 8 {
            codes(w).collect()
        } else {
            let words = [u64::MAX, 1, 1 << (w - 1)].into_iter().chain(random().take(100));
            words.map(|x| x & (u64::MAX >> (64 - w))).collect()
        };
        for x in words {
            for n in -140..=140i64 {
                for shift in SHIFTS {
                    let rotates = matches!(shift, Shift::RotateLeft | Shift::RotateRight);
                    let turns = n.rem_euclid(w.into()) as u64;
                    let modulo = steps(shift, w, s, x, turns);
                    let other =
                        if shift == Shift::Left { Shift::LogicalRight } else { Shift::Left };
                    let full = match n {
                        _ if rotates => modulo,
                        0.. => steps(shift, w, s, x, n as u64),
                        _ => steps(other, w, s, x, n.unsigned_abs()),
                    };
                    let what = (shift, w, s, x, n);
                    assert_eq!(f.shift(shift, Amount::Modulo, x, n), modulo, "{what:?}");
                    assert_eq!(f.shift(shift, Amount::Full, x, n), full, "{what:?}");
                }
            }
            for shift in SHIFTS {
                for (far, near) in [(i64::MAX, 1000), (i64::MIN, -1000)] {
                    let far = f.shift(shift, Amount::Full, x, far);
                    if !matches!(shift, Shift::RotateLeft | Shift::RotateRight) {
                        assert_eq!(far, f.shift(shift, Amount::Full, x, near), "{shift:?}");
                    }
                }
            }
        }
    }
}

/// `x / 2^s` by floor and remainder.
fn rounded(x: i128, s: u32, rounding: ShiftRounding) -> i128 {
    let (floor, rest, half) = (x >> s, x - (x >> s << s), 1i128 << s >> 1);
    let away_at_tie = match rounding {
        ShiftRounding::HalfUp => return (x + half) >> s,
        ShiftRounding::Direction(_) if rest == 0 => return floor,
        ShiftRounding::Direction(Rounding::TowardZero) => return floor + i128::from(x < 0),
        ShiftRounding::Direction(Rounding::Up) => return floor + 1,
        ShiftRounding::Direction(Rounding::Down) => return floor,
        ShiftRounding::Direction(Rounding::ToOdd) => return floor | 1,
        ShiftRounding::Direction(Rounding::NearestEven) => floor & 1 == 1,
        ShiftRounding::Direction(Rounding::NearestAway) => x > 0,
    };
    floor + i128::from(rest > half || rest == half && away_at_tie)
}

#[test]
fn rounding_shifts() {
    let directions = Rounding::ALL.map(ShiftRounding::Direction);
    for rounding in directions.into_iter().chain([ShiftRounding::HalfUp]) {
        let check = |x: i128, s: u32| {
            let want = Exact::new(rounded(x, s, rounding));
            let r = Exact::new(x).round_shift(s.into(), rounding);
            assert_eq!(r, want, "{x} >> {s} {rounding:?}");
            // The same numbers, the bits in higher limbs.
            for up in [60, 64, 100, 128, 150] {
                let high = Exact::new(x).round_shift(-up, rounding);
                let places = i64::from(s) + up;
                if x.unsigned_abs() < 1 << 40 {
                    assert_eq!(
                        high.round_shift(places, rounding),
                        want,
                        "{x} << {up} {rounding:?}"
                    );
                }
            }
        };
        for s in 0..=12 {
            (-600..=600).for_each(|x| check(x, s));
        }
        for (x, s) in random().zip(0u32..20_000) {
            let x = i128::from(x as i64) * if s % 3 == 0 { 1 << 50 } else { 1 };
            check(x, s % 120);
        }
        for far in [192, 193, i64::MAX] {
            for x in [i128::MIN, -1, 0, 1, i128::MAX] {
                let want = rounded(x.signum(), 9, rounding);
                assert_eq!(Exact::new(x).round_shift(far, rounding), Exact::new(want), "{x}");
            }
        }
        let left = |x: i128, s| Exact::new(x).round_shift(s, rounding);
        for s in 0..60 {
            assert_eq!(left(-77, -s), Exact::new(-77 << s));
        }
        let i64 = Integer::new(64, true).unwrap();
        for s in [-64, -128, -190, -191, -200, i64::MIN] {
            let up = i64.fit(Excess::Saturate, left(3, s));
            assert_eq!(up, Fitted { bits: i64::MAX as u64, overflow: true });
            assert_eq!(i64.fit(Excess::Saturate, left(-3, s)).bits, 1 << 63);
            assert_eq!(i64.fit(Excess::Wrap, left(-3, s)).bits, 0);
            assert_eq!(left(0, s), Exact::default());
        }
    }
}
