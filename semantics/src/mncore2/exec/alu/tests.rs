//! The operations by example, and how elements lie on the path.

use super::run;
use crate::mncore2::exec::view::View;
use crate::mncore2::isa::{Alu, AluForm, AluOp, Immediate, ImmediateKind, Precision};
use crate::mncore2::state::{CYCLES, Flags, LANES, Path, path};
use AluOp as O;
use Precision::{D, F, G, H, I, L, S};
use seeded::Random;
use softfloat::mncore2::{Double, Profile, PseudoSingle, Single, block};

/// The same word everywhere.
fn same(hi: u64, lo: u64) -> Path {
    path(|_, _| (hi, lo))
}

/// Runs a form; output and flags are filled with rubbish before.
fn compute(form: AluForm, x: Path, y: Path) -> (Path, Flags) {
    let e = Alu { form, flush: None, inputs: Vec::new(), dests: Vec::new() };
    let (mut out, mut flags) = (same(0x5555, 0x6666), [[0x77; LANES]; CYCLES]);
    let views = [View::of(&x), View::of(&y), View::NOTHING];
    run(&e, &views, &mut out, Some(&mut flags));
    // Nothing else depends on whether flags are asked for.
    let mut alone = Path::ZERO;
    run(&e, &views, &mut alone, None);
    assert_eq!(alone, out);
    (out, flags)
}

fn element(op: AluOp, precision: Precision, unsigned: bool, bits: u8) -> AluForm {
    AluForm::Element { unsigned, precision, op, bits }
}

const SIGNED: bool = false;
const UNSIGNED: bool = true;

/// Operation, precision, unsigned; x, y; MSB-side long word, flags.
type Example = (AluOp, Precision, bool, u64, u64, u64, u8);

#[rustfmt::skip]
const EXAMPLES: [Example; 58] = [
    // s. 3.6.1.13: the flags of spassa and lpassa of this word.
    (O::Passa, S, SIGNED, 0x0000_1111_1111_0000, 0, 0x0000_1111_1111_0000, 9),
    (O::Passa, L, SIGNED, 0x0000_1111_1111_0000, 0, 0x0000_1111_1111_0000, 0),
    (O::Passa, L, SIGNED, 0, 0, 0, 15),
    (O::Passa, F, SIGNED, 0x8000_0000_0000_0000, 0, 0x8000_0000_0000_0000, 3),
    (O::Inc, I, SIGNED, 0x7fff_ffff_0000_0001, 0, 0x8000_0000_0000_0002, 3),
    (O::Inc, I, UNSIGNED, 0xffff_ffff_7fff_ffff, 0, 0x0000_0000_8000_0000, 3),
    (O::Dec, S, SIGNED, 0x0000_0001_8000_0002, 0, 0xffff_0000_7fff_0001, 7),
    (O::Dec, S, UNSIGNED, 0x0000_0001_8001_0002, 0, 0xffff_0000_8000_0001, 7),
    (O::Dec, L, SIGNED, 0, 0, u64::MAX, 0),
    (O::Not, I, SIGNED, 0xffff_ffff_0000_0000, 0, 0x0000_0000_ffff_ffff, 12),
    (O::Not, L, SIGNED, 0, 0, u64::MAX, 0),
    (O::Lnot, I, SIGNED, 0x0000_0000_0000_0005, 0, 0x0000_0001_0000_0000, 3),
    (O::Rsqrt, F, SIGNED, 0x3f80_0000_bf80_0000, 0, 0x3f7c_0000_3f7c_0000, 12),
    (O::Rsqrt, D, SIGNED, 0x3ff0_0000_0000_0000, 0, 0x3fef_8000_0000_0000, 15),
    (O::Floor, F, SIGNED, 0xbfc0_0000_4020_0000, 0, 0xc000_0000_4000_0000, 0),
    (O::Floor, D, SIGNED, 0xbff8_0000_0000_0000, 0, 0xc000_0000_0000_0000, 0),
    (O::Ftoi, F, SIGNED, 0xbfc0_0000_4020_0000, 0, 0xffff_ffff_0000_0002, 0),
    (O::Ftoi, F, UNSIGNED, 0xbfc0_0000_4020_0000, 0, 0x0000_0001_0000_0002, 0),
    (O::Ftoi, H, SIGNED, 0x3f00_bf00_7e00_fe00, 0, 0x0001_ffff_7fff_8000, 0),
    (O::Ftoi, H, UNSIGNED, 0x3f00_bf00_7e00_fe00, 0, 0x0001_0001_ffff_ffff, 0),
    (O::Max, F, SIGNED, 0x3f80_0000_bf80_0000, 0x4000_0000_c000_0000, 0x4000_0000_bf80_0000, 3),
    (O::Min, F, SIGNED, 0x3f80_0000_bf80_0000, 0x4000_0000_c000_0000, 0x3f80_0000_c000_0000, 12),
    (O::Max, H, SIGNED, 0xbe00_3e00_8000_0000, 0xc000_4000_0000_8000, 0xbe00_4000_8000_0000, 11),
    (O::Min, D, SIGNED, 0xbff0_0000_0000_0000, 0xbff8_0000_0000_0000, 0xbff8_0000_0000_0000, 0),
    (O::Max, I, SIGNED, 0x0000_0001_ffff_ffff, 0x0000_0002_0000_0000, 0x0000_0002_0000_0000, 0),
    (O::Max, I, UNSIGNED, 0x0000_0001_ffff_ffff, 0x0000_0002_0000_0000, 0x0000_0002_ffff_ffff, 3),
    (O::Min, I, SIGNED, 0x0000_0001_ffff_ffff, 0x0000_0002_0000_0000, 0x0000_0001_ffff_ffff, 15),
    (O::Min, I, UNSIGNED, 0x0000_0001_ffff_ffff, 0x0000_0002_0000_0000, 0x0000_0001_0000_0000, 12),
    (O::Packbit, S, SIGNED, 0x4000_8001_0000_0001, 0x8000_0000_ffff_7fff, 0x8001_0002_0001_0002, 5),
    (O::Packbit, F, SIGNED, 0x4000_0000_8000_0001, 0x8000_0000_7fff_ffff, 0x8000_0001_0000_0002, 3),
    (O::Packbit, D, SIGNED, 0x8000_0000_8000_0001, 0x0000_0000_8000_0000, 0x0000_0001_0000_0002, 15),
    (O::And, I, SIGNED, 0xf0f0_f0f0_0f0f_0f0f, 0x0f0f_0f0f_0f0f_0f0f, 0x0000_0000_0f0f_0f0f, 12),
    (O::Or, I, SIGNED, 0xf0f0_f0f0_0f0f_0f0f, 0x0f0f_0f0f_0f0f_0f0f, 0xffff_ffff_0f0f_0f0f, 0),
    (O::Xor, I, SIGNED, 0xf0f0_f0f0_0f0f_0f0f, 0x0f0f_0f0f_0f0f_0f0f, 0xffff_ffff_0000_0000, 3),
    (O::Add, I, SIGNED, 0x7fff_ffff_ffff_ffff, 0x0000_0001_0000_0001, 0x8000_0000_0000_0000, 3),
    (O::Add, I, UNSIGNED, 0x7fff_ffff_ffff_ffff, 0x0000_0001_0000_0001, 0x8000_0000_0000_0000, 12),
    (O::Add, L, SIGNED, 0x7fff_ffff_ffff_ffff, 0x0000_0001_0000_0001, 0x8000_0001_0000_0000, 0),
    (O::Sub, I, SIGNED, 0xffff_ffff_0000_0000, 0x0000_0001_0000_0001, 0xffff_fffe_ffff_ffff, 0),
    (O::Sub, I, UNSIGNED, 0xffff_ffff_0000_0000, 0x0000_0001_0000_0001, 0xffff_fffe_ffff_ffff, 12),
    (O::Lsl, S, SIGNED, 0x8001_0001_0001_0001, 0x0001_000f_0010_0020, 0x0002_8000_0000_0001, 2),
    (O::Lsr, S, SIGNED, 0x8000_8000_0001_8000, 0x0001_0010_0001_0021, 0xc000_ffff_0000_c000, 2),
    (O::Lsr, S, UNSIGNED, 0x8000_8000_0001_8000, 0x0001_0010_0001_0021, 0x4000_0000_0000_4000, 6),
    (O::Lsr, L, UNSIGNED, 0x8000_0000_0000_0000, 63, 1, 0),
    (O::Bsl, S, SIGNED, 0x8001_8001_8001_0000, 0x0001_0011_0000_0005, 0x0003_0003_8001_0000, 1),
    (O::Bsr, S, SIGNED, 0x8001_8001_8001_0000, 0x0001_0011_0000_0005, 0xc000_c000_8001_0000, 1),
    (O::Bsl, I, SIGNED, 0x8000_0000_0000_0001, 0x0000_0001_0000_0021, 0x0000_0001_0000_0002, 0),
    (O::Relu, F, SIGNED, 0x8000_0000_7fff_ffff, 0x3f80_0000_3f80_0000, 0x8000_0000_3f80_0000, 3),
    (O::Relu0, H, SIGNED, 0x8000_0000_8000_0000, 0x3e00_3e01_3e02_3e03, 0x8000_3e01_8000_3e03, 5),
    (O::Relu1, F, SIGNED, 0x4000_0000_bfff_ffff, 0x3f80_0000_3f80_0000, 0x8000_0000_3f80_0000, 3),
    (O::Relu2, F, SIGNED, 0x2000_0000_dfff_ffff, 0x3f80_0000_3f80_0000, 0x8000_0000_3f80_0000, 3),
    (O::Relu3, F, SIGNED, 0x1000_0000_efff_ffff, 0x3f80_0000_3f80_0000, 0x8000_0000_3f80_0000, 3),
    (O::Relu3, D, SIGNED, 0x1000_0000_0000_0000, 0x3ff0_0000_0000_0000, 0x8000_0000_0000_0000, 0),
    (O::Lrelud, F, SIGNED, 0x8000_0000_0000_0000, 0x3f80_0000_3f80_0000, 0x3f00_0000_3f80_0000, 3),
    (O::Lrelud, D, SIGNED, 0x8000_0000_0000_0000, 0x3ff0_0000_0000_0000, 0x3fe0_0000_0000_0000, 0),
    (O::Lreluo, F, SIGNED, 0x8000_0000_0000_0000, 0x3f80_0000_3f80_0000, 0x3e00_0000_3f80_0000, 3),
    (O::Lreluo, H, SIGNED, 0x8000_8000_0000_0000, 0x3e00_0400_3e00_0400, 0x3800_8000_3e00_0400, 3),
    (O::Ilrelud, F, SIGNED, 0x8000_0000_0000_0000, 0x3f80_0000_3f80_0000, 0x4000_0000_3f80_0000, 3),
    (O::Ilrelud, H, SIGNED, 0x8000_8000_0000_0000, 0x3e00_8001_3e00_0400, 0x4000_8201_3e00_0400, 3),
];

#[test]
fn operations_by_example() {
    for (op, precision, unsigned, x, y, word, flag) in EXAMPLES {
        let (out, flags) = compute(element(op, precision, unsigned, 0), same(x, 0xabc), same(y, 7));
        // The LSB-side long word is that of the first input.
        assert_eq!(out, same(word, 0xabc), "{op:?} {precision:?} {unsigned}");
        assert_eq!(flags, [[flag; LANES]; CYCLES], "{op:?} {precision:?} {unsigned}");
    }
}

#[test]
fn each_lane_and_cycle_has_its_own_operands() {
    let x = path(|c, lane| (0x1_0000 * c as u64 + lane as u64, lane as u64));
    let y = path(|c, lane| (lane as u64, 99 * c as u64));
    let (out, flags) = compute(element(O::Sub, L, SIGNED, 0), x, y);
    assert_eq!(out, path(|c, lane| (0x1_0000 * c as u64, lane as u64)));
    assert_eq!(flags, [[15; LANES]; CYCLES]);
    let (x, y) = (path(|c, _| (c as u64, 0)), path(|_, lane| (lane as u64 % 4, 0)));
    let (_, flags) = compute(element(O::Sub, I, SIGNED, 0), x, y);
    // Cycle number minus PE number: not negative from the PE's cycle on; the upper halves are 0.
    let expected = |c, lane| if c >= lane % 4 { 15 } else { 12 };
    assert_eq!(flags, std::array::from_fn(|c| std::array::from_fn(|lane| expected(c, lane))));
}

#[test]
fn constants_and_shifts_between_pes() {
    let immediate = |upper| AluForm::Imm {
        upper,
        value: Immediate { kind: ImmediateKind::S, text: "1".into(), word: 0x0001_0001 },
    };
    let none = [[0; LANES]; CYCLES];
    let (zero, x) = (Path::ZERO, path(|c, lane| (64 * c as u64 + lane as u64, lane as u64 + 5)));
    let run = |form| compute(form, x.clone(), zero.clone());
    let word = 0x0001_0001_0001_0001;
    assert_eq!(run(AluForm::Zero), (zero.clone(), none));
    assert_eq!(run(immediate(false)), (same(word, word), none));
    assert_eq!(run(immediate(true)), (same(word & !0 << 32, word & !0 << 32), none));
    let from = |shift: usize| {
        path(|c, lane| {
            let of = lane / 4 * 4 + (lane + shift) % 4;
            (64 * c as u64 + of as u64, lane as u64 + 5)
        })
    };
    assert_eq!(run(AluForm::Msl), (from(3), none));
    assert_eq!(run(AluForm::Msr), (from(1), none));
}

/// The operands of the block tests: finite numbers of different exponents in every precision.
fn numbers() -> Path {
    let word = |n: u64| Random::at(1, n) & 0xafff_afff_afff_afff;
    path(|c, lane| {
        let n = 1000 * c as u64 + 2 * lane as u64;
        (word(n), word(n + 1))
    })
}

/// Converts blocks gathered by `place`: element k of block b of a MAB lies in which PE, at which
/// element from the top.
fn gathered<const N: usize>(
    x: &Path,
    bits: u32,
    blocks: usize,
    place: impl Fn(usize, usize) -> (usize, u32),
    convert: impl Fn(&mut [u64; N]),
) -> Path {
    let whole = |c: usize, lane: usize| u128::from(x.hi[c][lane]) << 64 | u128::from(x.lo[c][lane]);
    let mut out = Path::ZERO;
    for (c, mab) in (0..CYCLES).flat_map(|c| (0..LANES).step_by(4).map(move |mab| (c, mab))) {
        for b in 0..blocks {
            let down = |k: usize| 128 - bits * (place(b, k).1 + 1);
            let mut codes: [u64; N] = std::array::from_fn(|k| {
                (whole(c, mab + place(b, k).0) >> down(k)) as u64 & u64::MAX >> (64 - bits)
            });
            convert(&mut codes);
            for (k, code) in codes.into_iter().enumerate() {
                let word = u128::from(code) << down(k);
                out.hi[c][mab + place(b, k).0] |= (word >> 64) as u64;
                out.lo[c][mab + place(b, k).0] |= word as u64;
            }
        }
    }
    out
}

#[test]
fn blocks_lie_across_the_pes() {
    let profile = &Profile::DECIDED;
    let x = numbers();
    let pass = |path: Path| Path { lo: x.lo, ..path };
    let double = gathered::<4>(&x, 64, 1, |_, k| (k, 0), |b| block::bfn::<Double>(profile, b));
    let narrow = |b: &[u64]| b.iter().map(|&x| x as u32).collect::<Vec<_>>();
    let widen = |b: &mut [u64], v: Vec<u32>| {
        b.iter_mut().zip(v).for_each(|(b, v)| *b = v.into());
    };
    let single = gathered::<4>(
        &x,
        32,
        2,
        |b, k| (k, b as u32),
        |b| {
            let mut v = narrow(b);
            block::bfn::<Single>(profile, &mut v);
            widen(b, v);
        },
    );
    let pseudo = gathered::<8>(
        &x,
        32,
        1,
        |_, k| (k / 2, k as u32 % 2),
        |b| {
            let mut v = narrow(b);
            block::bfn::<PseudoSingle>(profile, &mut v);
            widen(b, v);
        },
    );
    let half = |convert: fn(&mut [u16], u32), n| {
        gathered::<16>(
            &x,
            16,
            2,
            |b, k| (k / 4, 4 * b as u32 + k as u32 % 4),
            |b| {
                let mut v: Vec<u16> = b.iter().map(|&x| x as u16).collect();
                convert(&mut v, n);
                widen(b, v.into_iter().map(u32::from).collect());
            },
        )
    };
    let run = |op, precision, bits| {
        let (out, flags) = compute(element(op, precision, SIGNED, bits), x.clone(), Path::ZERO);
        assert_eq!(flags, [[0; LANES]; CYCLES]);
        out
    };
    assert_eq!(run(O::Bfn, D, 0), pass(double));
    assert_eq!(run(O::Bfn, F, 0), pass(single));
    assert_eq!(run(O::Bfn, G, 0), pass(pseudo));
    for n in 6..=9 {
        assert_eq!(run(O::Bfn, H, n), half(block::hbfn, n.into()));
        assert_eq!(run(O::Bfe, H, n), half(block::hbfe, n.into()));
    }
    assert_ne!(half(block::hbfn, 9), half(block::hbfe, 9));
}
