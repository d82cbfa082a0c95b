//! The presets of MN-Core 2 are the functions of [`crate::mncore2`] under the decided profile.

use super::one_of;
use crate::mncore2::{
    self as machine, Double, Half, L1bmIn, Precision as Typed, Profile, PseudoSingle, Single,
};
use crate::sum::mncore2::{Network, Precision, fadd, matrix, vector};
use crate::{Bits, Format, StaticFormat};
use seeded::{Draw, Random};

/// A code: exponents at the ends of the range, in the middle or anywhere; mantissas of few bits,
/// all ones or any.
fn code(state: &mut Random, f: &Format, middle: i32) -> u64 {
    let top = f.top();
    let field = match state.below(12) {
        0 => 0,
        1 => top,
        2 => 1,
        3 => top - 1,
        4 => state.below(top as u64 + 1) as i32,
        _ => (middle + state.below(9) as i32 - 4).clamp(0, top),
    };
    assembled(state, f, field)
}

fn assembled(state: &mut Random, f: &Format, field: i32) -> u64 {
    let m = f.man_bits;
    let mantissa = match state.below(8) {
        0 => 0,
        1 => u64::mask(m),
        2 => 1 << state.below(u64::from(m)),
        3 => state.next() & u64::mask(m.min(16)),
        _ => state.next() & u64::mask(m),
    };
    state.below(2) << (f.width - 1) | (field as u64) << m | mantissa
}

fn low<B: Bits>(x: u64) -> B {
    B::low(x.into())
}

fn stages<P: Typed, O: Typed>(network: Network, x: &[P::Bits]) -> O::Bits {
    let p = &Profile::DECIDED;
    match network {
        Network::L1bm16 => machine::fadd_stages::<P, O, 4, 4>(p, x, |k, i| 4 * k + i),
        Network::Mv8 => machine::fadd_stages::<P, O, 4, 2>(p, x, |k, i| 2 * k + i),
        _ => machine::fadd::<P, O>(p, x),
    }
}

/// Elements of `I`, extended into the circuit of `P` by `circuit`, result in `O`.
fn reductions<I: Typed, P: Typed, O: Typed>(
    networks: &[Network],
    circuit: impl Fn(I::Bits) -> P::Bits,
) {
    let mut state = Random::new(1);
    for &network in networks {
        let datapath = fadd(network, I::FORMAT, P::FORMAT, O::FORMAT);
        assert_eq!(datapath.check(), Ok(()));
        let (mut infinite, mut zero) = (0, 0);
        for round in 0..60_000 {
            let middle = one_of(&mut state, &[4, I::FORMAT.bias, I::FORMAT.top() - 4]);
            let mut elements: Vec<u64> = (0..network.elements())
                .map(|_| match round % 3 {
                    0 => code(&mut state, &I::FORMAT, middle),
                    _ => {
                        let near = middle + state.below(7) as i32 - 3;
                        assembled(&mut state, &I::FORMAT, near)
                    }
                })
                .collect();
            if round % 4 == 1 {
                // Every element beside its opposite.
                for i in (1..elements.len()).step_by(2) {
                    elements[i] = elements[i - 1] ^ 1 << (I::FORMAT.width - 1);
                }
            }
            let typed: Vec<P::Bits> = elements.iter().map(|&x| circuit(low(x))).collect();
            let expected = stages::<P, O>(network, &typed).wide() as u64;
            let got = datapath.evaluate(&elements, &[], 0).bits;
            assert_eq!(got, expected, "{network:?} {elements:x?}");
            infinite += u32::from(
                O::FORMAT.decode(got) == O::FORMAT.decode(low(O::FORMAT.infinity_code(false))),
            );
            zero += u32::from(got == 0);
        }
        assert!(infinite > 1000 && zero > 1000, "{network:?}: {infinite} {zero}");
    }
}

#[test]
fn rrn_fadd_is_its_preset() {
    reductions::<Double, Double, Double>(&Network::ALL, |x| x);
    reductions::<Single, Single, Single>(&Network::ALL, |x| x);
    reductions::<Half, Half, Half>(&Network::ALL[2..], |x| x);
}

/// The L1BM circuits with `e` and `r`.
#[test]
fn rrn_fadd_of_other_precisions_is_its_preset() {
    let l1bm = &Network::ALL[..2];
    let single = |x| Half::single(&Profile::DECIDED, x);
    reductions::<Single, Single, Half>(l1bm, |x| x);
    reductions::<Half, Single, Single>(l1bm, single);
    reductions::<Half, Single, Half>(l1bm, single);
}

/// Random factors, the addend anywhere or near the product, so that sums cancel.
fn vectors<P: Typed, O: Typed>(precision: Precision) {
    let (f, s) = (P::FORMAT, <P::Sum as StaticFormat>::FORMAT);
    let datapath = vector(precision, O::FORMAT);
    let mut state = Random::new(2);
    let mut specials = 0;
    for round in 0..300_000 {
        let (x, y) = (code(&mut state, &f, f.bias), code(&mut state, &f, f.bias));
        let z = match round % 4 {
            0 => code(&mut state, &s, s.bias),
            1 => s.infinity_code::<u64>(state.below(2) == 1) | state.below(2),
            _ => {
                let product = machine::vector::mul::<P, P::Sum>(&Profile::DECIDED, low(x), low(y));
                let sign = 1 << (s.width - 1);
                (product.bits.wide() as u64 ^ sign).wrapping_add(state.below(3))
                    & u64::mask(s.width)
            }
        };
        let expected = machine::vector::fma::<P, O>(&Profile::DECIDED, low(x), low(y), low(z));
        let got = datapath.evaluate(&[x], &[y], z).bits;
        assert_eq!(got, expected.bits.wide() as u64, "{x:x} {y:x} {z:x}");
        assert_eq!(expected.flag, got >> (O::FORMAT.width - 1) == 0);
        specials += u32::from(round % 4 == 1);
    }
    assert!(specials > 70_000);
}

#[test]
fn mau_vector_is_its_preset() {
    vectors::<Double, Double>(Precision::Double);
    vectors::<Double, Single>(Precision::Double);
    vectors::<Single, Single>(Precision::Single);
    vectors::<Single, Half>(Precision::Single);
    vectors::<PseudoSingle, Single>(Precision::PseudoSingle);
    vectors::<Half, Single>(Precision::Half);
    vectors::<Half, Half>(Precision::Half);
}

/// A block with one exponent field, with some fields 0, or with any fields; signs mixed or one.
fn block(state: &mut Random, f: &Format, len: usize) -> Vec<u64> {
    let (common, kind, signs) = (
        code(state, f, f.bias) >> f.man_bits & u64::mask(f.exp_bits),
        state.below(4),
        state.below(3),
    );
    (0..len)
        .map(|_| {
            let field = match kind {
                0 | 1 => common,
                2 if state.below(3) > 0 => common,
                2 => 0,
                _ => code(state, f, f.bias) >> f.man_bits & u64::mask(f.exp_bits),
            };
            let x = assembled(state, f, field as i32);
            let sign = 1u64 << (f.width - 1);
            match signs {
                0 => x & !sign,
                1 => x | sign,
                _ => x,
            }
        })
        .collect()
}

fn matrices<P: Typed, O: Typed>(precision: Precision) {
    let (f, s) = (P::FORMAT, <P::Sum as StaticFormat>::FORMAT);
    let datapath = matrix(precision, O::FORMAT);
    let mut state = Random::new(3);
    let (mut invalid, mut infinite) = (0, 0);
    for round in 0..100_000 {
        let (row, x) = (block(&mut state, &f, P::BLOCK), block(&mut state, &f, P::BLOCK));
        let typed = |x: &[u64]| x.iter().map(|&x| low(x)).collect::<Vec<P::Bits>>();
        let (a, b) = (typed(&row), typed(&x));
        let c = if round % 2 == 0 {
            code(&mut state, &s, s.bias)
        } else {
            let dot = machine::matrix::mul::<P, P::Sum>(&Profile::DECIDED, &a, &b);
            dot.bits.wide() as u64 ^ 1 << (s.width - 1)
        };
        let expected = machine::matrix::fma::<P, O>(&Profile::DECIDED, &a, &b, low(c));
        let got = datapath.evaluate(&row, &x, c).bits;
        assert_eq!(got, expected.bits.wide() as u64, "{row:x?} . {x:x?} + {c:x}");
        assert_eq!(expected.flag, got >> (O::FORMAT.width - 1) == 0);
        invalid += u32::from(!machine::matrix::is_valid::<P>(&a));
        infinite +=
            u32::from(got & !(1 << (O::FORMAT.width - 1)) == O::FORMAT.infinity_code(false));
    }
    assert!(invalid > 10_000 && infinite > 10_000);
}

#[test]
fn mau_matrix_is_its_preset() {
    matrices::<Double, Double>(Precision::Double);
    matrices::<Double, Single>(Precision::Double);
    matrices::<Single, Single>(Precision::Single);
    matrices::<Single, Half>(Precision::Single);
    matrices::<PseudoSingle, Single>(Precision::PseudoSingle);
    matrices::<PseudoSingle, Half>(Precision::PseudoSingle);
    matrices::<Half, Single>(Precision::Half);
    matrices::<Half, Half>(Precision::Half);
}
