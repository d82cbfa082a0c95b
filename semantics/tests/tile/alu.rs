//! TALU: the numbers of the conformance cases SFU, ALU and TRN.

use semantics::tile::exec::alu::{Arithmetic, Source, Special, TRANSPOSES, arithmetic, special};
use semantics::tile::exec::element::{Element, pack, unpack};
use semantics::tile::exec::mask::Mask;
use softfloat::Rounding::{self, Down, NearestAway, NearestEven, TowardZero, Up};
use softfloat::{Env, Flags};

const MODES: [Rounding; 5] = [NearestEven, TowardZero, Down, Up, NearestAway];

/// A tile of this element, over and over.
fn tile(element: Element, code: u64) -> [u8; 1024] {
    let mut bytes = [0; 1024];
    pack(element.width(), &vec![code; 8192 / element.width()], &mut bytes);
    bytes
}

/// The one element that a tile holds over and over.
fn only(element: Element, bytes: &[u8; 1024]) -> u64 {
    let mut codes = Vec::new();
    unpack(element.width(), bytes, |code| codes.push(code));
    assert!(codes.iter().all(|code| *code == codes[0]), "{codes:x?}");
    codes[0]
}

fn function(f: Special, element: Element, x: u64, mode: Rounding) -> (u64, Flags) {
    let (x, mut out) = (tile(element, x), [0; 1024]);
    let (env, source) = (Env::IEEE.rounding(mode), Source { tile: &x, negate: false });
    let flags = special(f, element, source, &env, Mask::ALL, &mut out).expect("a decided value");
    (only(element, &out), flags)
}

fn value(f: Special, element: Element, x: u64) -> u64 {
    function(f, element, x, NearestEven).0
}

/// A function, its elements, operands and results.
type Values = (Special, Element, &'static [(u64, u64)]);

#[test]
fn sfu_01_to_15_values() {
    use Special as S;
    let rows: [Values; 14] = [
        (S::Sigmoid, Element::F32, &[(0x3f800000, 0x3f3b26a8), (0xc1200000, 0x383e6997)]),
        (S::Sine, Element::F32, &[(0x3f800000, 0x3f576aa4), (0x7f7fffff, 0xbf0599b3)]),
        (S::Cosine, Element::F32, &[(0x3f800000, 0x3f0a5140), (0x42c80000, 0x3f5cc0ee)]),
        (S::Exp2, Element::F32, &[(0x3f000000, 0x3fb504f3), (0xc3150000, 1)]),
        (S::Log2, Element::F32, &[(0x41200000, 0x40549a78), (1, 0xc3150000)]),
        (S::Exp, Element::F32, &[(0x3f800000, 0x402df854), (0x42b17218, 0x7f800000)]),
        (S::Reciprocal, Element::F32, &[(0x40400000, 0x3eaaaaab), (0x00400000, 0x7f000000)]),
        (S::SquareRoot, Element::F32, &[(0x40000000, 0x3fb504f3), (1, 0x1a3504f3)]),
        (S::ReciprocalRoot, Element::F32, &[(0x40000000, 0x3f3504f3), (1, 0x64b504f3)]),
        (S::Tanh, Element::F32, &[(0x3f800000, 0x3f42f7d6), (0x41100000, 0x3f7fffff)]),
        (S::Tanh, Element::Bf16, &[(0x3f80, 0x3f43), (0x3dcd, 0x3dcc)]),
        (S::Exp, Element::F16, &[(0x3c00, 0x4170), (0x498b, 0x7bf7), (0x498c, 0x7c00)]),
        (S::Reciprocal, Element::F16, &[(0x4200, 0x3555), (0x0200, 0x7800)]),
        (S::Sigmoid, Element::Bf16, &[(0x3f80, 0x3f3b), (0xc0a0, 0x3bdb)]),
    ];
    for (f, element, cases) in rows {
        for &(x, expected) in cases {
            assert_eq!(value(f, element, x), expected, "{f:?} {element:?} {x:x}");
        }
    }
    let modes = MODES.map(|mode| function(S::Exp, Element::F32, 0x3f800000, mode).0);
    assert_eq!(modes, [0x402df854, 0x402df854, 0x402df854, 0x402df855, 0x402df854]);
}

#[test]
fn sfu_16_special_values() {
    use Special as S;
    let (inf, minus, nan) = (0x7f800000, 0xff800000, 0x7fc00000);
    let (none, invalid, pole) = (Flags::NONE, Flags::INVALID, Flags::DIVIDE_BY_ZERO);
    let rows = [
        (S::Reciprocal, 0, inf, pole),
        (S::Reciprocal, minus, 0x80000000, none),
        (S::Log2, 0, minus, pole),
        (S::Log2, 0xbf800000, nan, invalid),
        (S::SquareRoot, 0x80000000, 0x80000000, none),
        (S::ReciprocalRoot, 0x80000000, minus, pole),
        (S::Sine, inf, nan, invalid),
        (S::Tanh, minus, 0xbf800000, none),
        (S::Sigmoid, minus, 0, none),
        (S::Exp, minus, 0, none),
        // The rest of TILE-D53.
        (S::Sigmoid, inf, 0x3f800000, none),
        (S::Sigmoid, 0x80000000, 0x3f000000, none),
        (S::Cosine, minus, nan, invalid),
        (S::Sine, 0x80000000, 0x80000000, none),
        (S::Cosine, 0x80000000, 0x3f800000, none),
        (S::Exp, 0x80000000, 0x3f800000, none),
        (S::Exp2, 0, 0x3f800000, none),
        (S::Exp2, minus, 0, none),
        (S::Exp2, inf, inf, none),
        (S::Exp, inf, inf, none),
        (S::Log2, inf, inf, none),
        (S::SquareRoot, inf, inf, none),
        (S::Log2, 0x80000000, minus, pole),
        (S::Reciprocal, 0x80000000, minus, pole),
        (S::Reciprocal, inf, 0, none),
        (S::SquareRoot, 0xbf800000, nan, invalid),
        (S::ReciprocalRoot, 0, inf, pole),
        (S::ReciprocalRoot, inf, 0, none),
        (S::ReciprocalRoot, 0xbf800000, nan, invalid),
        (S::Tanh, inf, 0x3f800000, none),
        (S::Tanh, 0x80000000, 0x80000000, none),
        (S::Sine, 0xffc00001, nan, none),
        (S::Sine, 0x7f800001, nan, invalid),
    ];
    for (f, x, expected, flags) in rows {
        for mode in MODES {
            assert_eq!(function(f, Element::F32, x, mode), (expected, flags), "{f:?} {x:x}");
        }
    }
    for mode in MODES {
        assert_eq!(function(S::Log2, Element::F32, 0x3f800000, mode), (0, Flags::NONE));
    }
}

/// Arithmetic with the signs of the sources that `negated` says changed.
fn compute(
    operation: Arithmetic,
    element: Element,
    codes: [u64; 3],
    negated: [bool; 3],
    mode: Rounding,
) -> (u64, Flags) {
    let tiles = codes.map(|code| tile(element, code));
    let sources = std::array::from_fn(|i| Source { tile: &tiles[i], negate: negated[i] });
    let (env, mut out) = (Env::IEEE.rounding(mode), [0; 1024]);
    let flags = arithmetic(operation, element, sources, &env, Mask::ALL, &mut out);
    (only(element, &out), flags)
}

#[test]
fn alu_01_to_05() {
    use Arithmetic as A;
    let plain = [false; 3];
    let f32 = Element::F32;
    let fused = compute(A::Fused, f32, [0x3f800001, 0x3f800001, 0xbf800002], plain, NearestEven);
    assert_eq!(fused, (0x28800000, Flags::NONE));
    let add = |mode| compute(A::Add, Element::Bf16, [0x3f80, 0x3b80, 0], plain, mode).0;
    assert_eq!(MODES.map(add), [0x3f80, 0x3f80, 0x3f80, 0x3f81, 0x3f81]);
    let mul = |mode| compute(A::Multiply, Element::F16, [1, 0x3800, 0], plain, mode).0;
    assert_eq!(MODES.map(mul), [0, 0, 0, 1, 1]);
    let both =
        |a, b| [A::Minimum, A::Maximum].map(|f| compute(f, f32, [a, b, 0], plain, NearestEven));
    let quiet = |x: u64| (x, Flags::NONE);
    assert_eq!(both(0x7fc00000, 0x3f800000), [quiet(0x3f800000); 2]);
    assert_eq!(both(0x80000000, 0), [quiet(0x80000000), quiet(0)]);
    assert_eq!(both(0x7fc00000, 0x7fc00001), [quiet(0x7fc00000); 2]);
    assert_eq!(both(0x7f800001, 0x3f800000), [(0x3f800000, Flags::INVALID); 2]);
    for (mode, zero) in [(NearestEven, 0), (Down, 0x80000000)] {
        let negated = [false, true, false];
        let found = compute(A::Add, f32, [0x3f800000, 0x3f800000, 0], negated, mode);
        assert_eq!(found, quiet(zero));
    }
}

/// TILE-D56: signs change before the operation; a negated minimum compares negated values.
#[test]
fn negated_sources() {
    use Arithmetic as A;
    let (one, two) = (0x3f800000, 0x40000000);
    let f =
        |operation, codes, negated| compute(operation, Element::F32, codes, negated, NearestEven).0;
    assert_eq!(f(A::Minimum, [one, two, 0], [false, true, false]), 0xc0000000);
    assert_eq!(f(A::Maximum, [0xbf800000, one, 0], [true, false, false]), one);
    assert_eq!(f(A::Fused, [one, two, one], [true, false, true]), 0xc0400000);
    assert_eq!(f(A::Multiply, [0xffc00000, one, 0], [true, false, false]), 0x7fc00000);
    // Infinity times zero is invalid beside a quiet NaN too.
    let found = compute(A::Fused, Element::F32, [0x7f800000, 0, 0x7fc00000], [false; 3], Up);
    assert_eq!(found, (0x7fc00000, Flags::INVALID));
}

#[test]
fn masked_elements_stay_and_are_silent() {
    let element = Element::F16;
    let mut x = tile(element, 0x3c00);
    x[64..66].copy_from_slice(&0x7c01u16.to_le_bytes());
    let source = Source { tile: &x, negate: false };
    let mut out = [0x5a; 1024];
    let mask = Mask(!(1 << 2));
    let flags = special(Special::Exp, element, source, &Env::IEEE, mask, &mut out).unwrap();
    assert_eq!(flags, Flags::INEXACT);
    assert_eq!(
        (&out[62..64], &out[64..96], &out[96..98]),
        (&[0x70, 0x41][..], &[0x5a; 32][..], &[0x70, 0x41][..])
    );
    let mut out = [0x5a; 1024];
    let flags = arithmetic(Arithmetic::Add, element, [source; 3], &Env::IEEE, mask, &mut out);
    assert_eq!((flags, &out[64..96]), (Flags::NONE, &[0x5a; 32][..]));
}

#[test]
fn trn_01_to_03_places() {
    let moved = |row: usize, from: usize| {
        let mut tile = [0; 1024];
        tile[from] = 1;
        TRANSPOSES[row].of(&tile).iter().position(|&x| x == 1).unwrap()
    };
    assert_eq!(moved(1, 0xca), 0xa6);
    assert_eq!((moved(0, 0x21), moved(0, 0x22)), (0x21, 0x41));
    assert_eq!(moved(3, 0x84), 0x24);
}

/// Property 8: two transposes are the identity.
#[test]
fn transposes_undo_each_other() {
    let tile: [u8; 1024] = std::array::from_fn(|i| (i * 7 + i / 256) as u8);
    for (there, back) in [(0, 0), (1, 2), (2, 1), (3, 4), (4, 3)] {
        assert_eq!(TRANSPOSES[back].of(&TRANSPOSES[there].of(&tile)), tile);
        assert_ne!(TRANSPOSES[there].of(&tile), tile);
    }
}
