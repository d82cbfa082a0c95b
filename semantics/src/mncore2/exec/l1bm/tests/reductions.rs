//! Reductions from PEs to L1BM (s. 3.6.8.4, .5, .12, .13, .18, .19).

use super::*;
use crate::mncore2::isa::{Convert, Precision, Rrn, RrnOp};
use softfloat::mncore2::{Half, Profile, Single, extend};

const PROFILE: &Profile = &Profile::DECIDED;

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
