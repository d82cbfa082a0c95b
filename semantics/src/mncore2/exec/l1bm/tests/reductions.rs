//! Reductions from PEs to L1BM (s. 3.6.8.4, .5, .12, .13, .18, .19).

use super::*;
use crate::mncore2::exec::rrn;
use crate::mncore2::isa::{Convert, Precision, Rrn, RrnOp};
use softfloat::mncore2::{
    Double, Half, Profile, Single, extend, fadd, max_shortened, min_shortened,
};

const PROFILE: &Profile = &Profile::DECIDED;

/// `iadd` by the loops of s. 3.6.8.12, .18 and `bor` by those of .13, .19, from the unit value on.
#[test]
fn integer_reductions() {
    let input = path(4);
    let (iadd, bor) = (
        Rrn { precision: Precision::L, op: RrnOp::Iadd },
        Rrn { precision: Precision::S, op: RrnOp::Bor },
    );
    for cycle in 0..4 {
        let (mut sum, mut sum4) = ([0u64; 4], [0u64; 16]);
        let (mut or, mut or4) = ([[0u64; 2]; 4], [[0u64; 2]; 16]);
        for mab in 0..16 {
            for pe in 0..4 {
                let idx = (mab >> 2) * 4 + pe;
                let data = [input.hi, input.lo].map(|rows| rows[cycle][4 * mab + pe]);
                sum[pe] = sum[pe].wrapping_add(data[0]);
                sum4[idx] = sum4[idx].wrapping_add(data[0]);
                for k in 0..2 {
                    or[pe][k] |= data[k];
                    or4[idx][k] |= data[k];
                }
            }
        }
        let run = |kind, double| sent(&to_l1bm(kind, None, operand(double, Some(512))), &input);
        let (rrn, shorten) = (iadd, false);
        let (got, register) = run(UpKind::Reduce { rrn, shorten }, false);
        for pe in 0..4 {
            assert_eq!(got.get(512 + 4 * cycle + pe), sum[pe]);
            assert_eq!(register[cycle][pe], sum[pe]);
        }
        assert_eq!(got.get(512 + 16), noise(1, 512 + 16));
        let (got, _) = run(UpKind::Reduce4 { rrn, shorten }, false);
        (0..16).for_each(|x| assert_eq!(got.get(512 + 16 * cycle + x), sum4[x]));
        assert_eq!(got.get(512 + 64), noise(1, 512 + 64));
        let rrn = bor;
        let (got, _) = run(UpKind::Reduce { rrn, shorten }, true);
        for x in 0..8 {
            assert_eq!(got.get(512 + 8 * cycle + x), or[x % 4][x / 4]);
        }
        let (got, _) = run(UpKind::Reduce4 { rrn, shorten }, true);
        for i in 0..4 {
            for x in 0..8 {
                let expected = or4[i * 4 + x % 4][x / 4];
                assert_eq!(got.get(512 + 32 * cycle + 8 * i + x), expected);
            }
        }
        assert_eq!(got.get(512 + 128), noise(1, 512 + 128));
    }
}

/// Doubles and singles whose sums round.
fn numbers(stream: u64, mantissa: u32, bias: u64) -> Path {
    let mut path = path(stream);
    let width = if mantissa == 52 { 64 } else { 32 };
    let number = |x: u64| {
        let sign = x >> 63 << (width - 1);
        sign | (bias + (x >> 56) % 6) << mantissa | x & ((1 << mantissa) - 1)
    };
    for row in path.hi.iter_mut().chain(&mut path.lo) {
        for word in row {
            *word = match width {
                64 => number(*word),
                _ => number(*word) << 32 | number(noise(5, *word)),
            };
        }
    }
    path
}

#[test]
fn sums_of_sixteen_are_sums_of_four_of_neighbours() {
    let input = numbers(6, 52, 1020);
    let rrn = Rrn { precision: Precision::D, op: RrnOp::Fadd };
    let e = to_l1bm(UpKind::Reduce { rrn, shorten: false }, None, operand(false, Some(0)));
    let (got, _) = sent(&e, &input);
    let e = to_l1bm(UpKind::Reduce4 { rrn, shorten: false }, None, operand(false, Some(0)));
    let (got4, _) = sent(&e, &input);
    let mut sensitive = false;
    for cycle in 0..4 {
        for pe in 0..4 {
            let x = |mab: usize| input.hi[cycle][4 * mab + pe];
            let four = |mabs: [usize; 4]| fadd::<Double, Double>(PROFILE, &mabs.map(x));
            let near: [u64; 4] = from_fn(|k| four(from_fn(|i| 4 * k + i)));
            let far: [u64; 4] = from_fn(|k| four(from_fn(|i| k + 4 * i)));
            let sum = fadd::<Double, Double>(PROFILE, &near);
            assert_eq!(got.get(4 * cycle + pe), sum);
            (0..4).for_each(|k| assert_eq!(got4.get(16 * cycle + 4 * k + pe), near[k]));
            sensitive |= sum != fadd::<Double, Double>(PROFILE, &far);
        }
    }
    assert!(sensitive, "the data do not show which MABs are first");
}

/// Where the labels of s. 3.6.8.4 stand.
fn labels(order: &str) -> Vec<usize> {
    order.chars().map(|c| c.to_digit(16).expect("hexadecimal") as usize).collect()
}

/// A path on which MAB `mab` alone sends numbers: half 4p+j of PE p is the label 4p+j, plus 1.
fn labelled(mab: usize) -> Path {
    let half =
        |label: usize| [0x3e00, 0x4000, 0x4100, 0x4200][label % 4] + 0x400 * (label / 4) as u64;
    let mut path = Path { hi: [[0; 64]; 4], lo: path(8).lo };
    for pe in 0..4 {
        let word = (0..4).fold(0, |word, j| word << 16 | half(4 * pe + j));
        path.hi.iter_mut().for_each(|row| row[4 * mab + pe] = word);
    }
    path
}

#[test]
fn extension_and_shortening_order() {
    let rrn = Rrn { precision: Precision::F, op: RrnOp::Fadd };
    let input = labelled(6);
    let halves: Vec<u16> =
        (0..16).map(|n| (input.hi[0][24 + n / 4] >> (48 - 16 * (n % 4))) as u16).collect();
    let kinds =
        |shorten| [(UpKind::Reduce { rrn, shorten }, 0), (UpKind::Reduce4 { rrn, shorten }, 1)];
    for (kind, group) in kinds(false) {
        let e = to_l1bm(kind, Some(Convert::Extend), operand(true, Some(0)));
        let (got, _) = sent(&e, &input);
        let singles: Vec<u32> =
            (0..16).map(|n| (got.get(8 * group + n / 2) >> (32 - 32 * (n % 2))) as u32).collect();
        let expected: Vec<u32> = labels("014589cd2367abef")
            .into_iter()
            .map(|label| extend::<Half, Single>(PROFILE, halves[label]))
            .collect();
        assert_eq!(singles, expected, "{kind:?}");
    }

    // The shortening counts the singles as they would lie in L1BM.
    let mut l1bm = L1bmWords::new(L1BM_WORDS, 0);
    for n in 0..32 {
        let single = |n: usize| u64::from(extend::<Half, Single>(PROFILE, halves[n % 16]));
        l1bm.set(n, single(2 * n) << 32 | single(2 * n + 1));
    }
    let path = received(&to_pe(DownKind::Mab, operand(true, Some(0))), &l1bm, &NOTHING);
    let mut alone = Path::ZERO;
    for c in 0..4 {
        alone.hi[c][24..28].copy_from_slice(&path.hi[c][24..28]);
        alone.lo[c][24..28].copy_from_slice(&path.lo[c][24..28]);
    }
    for (kind, group) in kinds(true) {
        let (got, register) = sent(&to_l1bm(kind, None, operand(false, Some(0))), &alone);
        let order = labels("018923ab45cd67ef");
        for (cycle, register) in register.iter().enumerate() {
            let base = 4 * group + cycle * if group == 0 { 4 } else { 16 };
            for (n, &label) in order.iter().enumerate() {
                let half = (got.get(base + n / 4) >> (48 - 16 * (n % 4))) as u16;
                assert_eq!(half, halves[label], "{kind:?} {cycle} {n}");
            }
            assert_eq!(register[4 * group], got.get(base), "rounded there too");
        }
    }
}

#[test]
fn half_reductions() {
    let mut sensitive = false;
    let mut input = path(9);
    for word in input.hi.iter_mut().flatten() {
        // Exponents around the bias.
        *word = *word & 0x8fff_8fff_8fff_8fff | 0x3000_3000_3000_3000;
    }
    for op in [RrnOp::Fadd, RrnOp::Max, RrnOp::Min] {
        let (h, f) = (Rrn { precision: Precision::H, op }, Rrn { precision: Precision::F, op });
        let place = operand(false, Some(256));
        for (short, long) in [
            (UpKind::Reduce { rrn: h, shorten: false }, UpKind::Reduce { rrn: f, shorten: true }),
            (UpKind::Reduce4 { rrn: h, shorten: false }, UpKind::Reduce4 { rrn: f, shorten: true }),
        ] {
            let (alias, register) = sent(&to_l1bm(short, None, place), &input);
            let (full, register2) = sent(&to_l1bm(long, Some(Convert::Extend), place), &input);
            assert!(words(&alias) == words(&full), "{short:?}");
            assert_eq!(register, register2);
        }
        let e = to_l1bm(UpKind::Reduce { rrn: h, shorten: false }, None, place);
        let (got, _) = sent(&e, &input);
        for cycle in 0..4 {
            for (pe, j) in (0..16).map(|n| (n / 4, n % 4)) {
                let half = |mab: usize| (input.hi[cycle][4 * mab + pe] >> (48 - 16 * j)) as u16;
                let halves: [u16; 16] = from_fn(half);
                let x = halves.map(|x| extend::<Half, Single>(PROFILE, x));
                let four = |k: usize| fadd::<Single, Single>(PROFILE, &x[4 * k..4 * k + 4]);
                let expected = match op {
                    RrnOp::Fadd => fadd::<Single, Half>(PROFILE, &from_fn::<_, 4, _>(four)),
                    RrnOp::Max => max_shortened(PROFILE, &x),
                    _ => min_shortened(PROFILE, &x),
                };
                let got = (got.get(256 + 4 * cycle + pe) >> (48 - 16 * j)) as u16;
                assert_eq!(got, expected, "{op:?} {halves:x?}");
                let in_half: [u16; 4] =
                    from_fn(|k| fadd::<Half, Half>(PROFILE, &halves[4 * k..4 * k + 4]));
                sensitive |= op == RrnOp::Fadd && expected != fadd::<Half, Half>(PROFILE, &in_half);
            }
        }
    }
    assert!(sensitive, "the data do not show the single-precision circuit");
}

#[test]
fn single_reductions_at_both_rates() {
    let input = numbers(10, 23, 124);
    for op in [RrnOp::Fadd, RrnOp::Max, RrnOp::Min] {
        let rrn = Rrn { precision: Precision::F, op };
        let run = |kind, double| sent(&to_l1bm(kind, None, operand(double, Some(0))), &input).0;
        let (one, two) =
            (UpKind::Reduce { rrn, shorten: false }, UpKind::Reduce4 { rrn, shorten: false });
        let (single, double) = (run(one, false), run(one, true));
        let (single4, double4) = (run(two, false), run(two, true));
        for cycle in 0..4 {
            for pe in 0..4 {
                let row =
                    |k: usize| [&input.hi, &input.lo][k][cycle].chunks(4).map(move |x| [x[pe]]);
                for k in 0..2 {
                    let x: Vec<[u64; 1]> = row(k).collect();
                    let mut out = [0];
                    let sources: [[&[u64]; 4]; 4] = from_fn(|o| from_fn(|i| &x[4 * o + i][..]));
                    rrn::reduce(rrn, &sources, &mut out);
                    assert_eq!(double.get(8 * cycle + 4 * k + pe), out[0]);
                    if k == 0 {
                        assert_eq!(single.get(4 * cycle + pe), out[0]);
                    }
                    for (o, sources) in sources.into_iter().enumerate() {
                        rrn::reduce(rrn, &[sources], &mut out);
                        assert_eq!(double4.get(32 * cycle + 8 * o + 4 * k + pe), out[0]);
                        if k == 0 {
                            assert_eq!(single4.get(16 * cycle + 4 * o + pe), out[0]);
                        }
                    }
                }
            }
        }
    }
}
