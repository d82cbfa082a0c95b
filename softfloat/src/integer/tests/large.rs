use super::*;

#[test]
fn powers() {
    let formats = [(8, true), (8, false), (13, true), (64, true), (64, false)];
    for x in -20..=20i128 {
        for y in -3..=200i128 {
            let r = Exact::new(x).power(Exact::new(y));
            let (mut low, mut exact) = (1i128, Some(1i128));
            for _ in 0..y.unsigned_abs() {
                low = low.wrapping_mul(x);
                exact = exact.and_then(|p| p.checked_mul(x));
            }
            if y < 0 && x.abs() != 1 {
                (low, exact) = (0, Some(0));
            }
            assert_eq!(r.low(), low as u128, "{x}^{y}");
            for (w, signed) in formats {
                let f = Integer::new(w, signed).unwrap();
                if let Some(exact) = exact {
                    check(w, signed, exact, r, &(x, y));
                } else {
                    let (least, most) = limits(w, signed);
                    let want = if x < 0 && y % 2 == 1 { least } else { most };
                    let bits = (want as u128 & (u128::MAX >> (128 - w))) as u64;
                    assert_eq!(f.fit(Excess::Saturate, r), Fitted { bits, overflow: true });
                }
            }
        }
    }
    // An enormous exponent ends.
    let u = Integer::new(64, false).unwrap();
    assert_eq!(u.fit(Excess::Wrap, u.max().power(u.max())).bits, u64::MAX);
    assert_eq!(u.fit(Excess::Saturate, Exact::new(3).power(u.max())).bits, u64::MAX);
}

/// Products of 95 by 95 bits: the quotient and the remainder lead back.
#[test]
fn more_than_128_bits() {
    let all: Vec<i128> = random()
        .zip(random().skip(3))
        .map(|(a, b)| (i128::from(a as i64) << 31) ^ i128::from(b >> 33))
        .take(300)
        .collect();
    for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        let (x, y) = (Exact::new(a), Exact::new(b));
        let product = x * y;
        assert_eq!(product.low(), a.wrapping_mul(b) as u128);
        assert_eq!(product.to_i128(), a.checked_mul(b));
        assert_eq!(product.is_negative(), a != 0 && b != 0 && (a < 0) != (b < 0));
        if b == 0 {
            assert_eq!(x.divide(y), None);
            continue;
        }
        let rest = Exact::new((b.abs() - 1) * if (a < 0) != (b < 0) { -1 } else { 1 });
        if a != 0 {
            assert_eq!((product + rest).divide(y), Some((x, rest)), "{a} {b}");
            assert_eq!((product - x).divide(x), Some((y - Exact::new(1), Exact::new(0))));
        }
        assert_eq!((product + rest) - rest, product);
        assert_eq!(-(-product), product);
        assert_eq!(product - product - x, -x);
    }
}
