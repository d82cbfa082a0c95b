//! Block formats: what an element beside a scale means, by formula.

use crate::random::{Codes, Draw, Random, cases, seed};
use oracle::Rational;
use oracle::reference::engine;
use rstest::rstest;
use softfloat::block::{ALL, BlockFormat, Scale};
use softfloat::format::Binary32;
use softfloat::{Env, Flags, StaticFormat, Value};
use tests::bridge::{Pair, environments, expected, rounded, rules, value};

fn named(name: &str) -> &'static BlockFormat {
    BlockFormat::by_name(name).unwrap_or_else(|| panic!("no block format {name}"))
}

fn pow2(exponent: i32) -> Rational {
    Rational::from(1) << exponent
}

/// MX: 2^(scale - 127) times the element; the scale ff makes every element NaN (OCP MX 1.0, 5).
#[rstest]
fn mx(
    #[values(
        "mxfp8_e4m3",
        "mxfp8_e5m2",
        "mxfp6_e3m2",
        "mxfp6_e2m3",
        "mxfp4_e2m1",
        "mxint8",
        "mxint4"
    )]
    name: &str,
) {
    let f = named(name);
    let element = Pair::named(f.element.name);
    for (scale, code) in (0..256).flat_map(|scale| element.codes().map(move |code| (scale, code))) {
        let ours = f.decode(scale, code);
        if scale == 255 {
            assert!(matches!(ours, Value::Nan { signalling: false, .. }), "{name} {code:#x}");
            continue;
        }
        let theirs = match engine::decode(&element.facts, code) {
            engine::Value::Finite { sign, magnitude } => {
                engine::Value::Finite { sign, magnitude: magnitude * pow2(scale as i32 - 127) }
            }
            special => special,
        };
        assert_eq!(value(&ours, &element.facts), theirs, "{name} {scale:#x} {code:#x}");
    }
}

/// `significand * 2^exponent` in its only form with an odd significand; none for 0.
fn odd_part(significand: u64, exponent: i32) -> Option<(u64, i32)> {
    let zeros = significand.trailing_zeros();
    (significand != 0).then(|| (significand >> zeros, exponent + zeros as i32))
}

/// Block float: (-1)^s 2^(c - bias) F / 2^(M-1) beside the common exponent field c; extended
/// elements, their own field 0, read with c - 6 (s. 4.4).
fn block_float(f: &BlockFormat, extended: bool, common: u64, code: u64) {
    let e = &f.element;
    let body = code >> e.pad;
    let significand = body & ((1 << e.man_bits) - 1);
    let own = body >> e.man_bits & ((1 << e.exp_bits) - 1);
    let top = (1 << e.exp_bits) - 1;
    let down = if extended && own == 0 { 6 } else { 0 };
    let ours = f.decode(common, code);
    let sign = code >> (e.width - 1) == 1;
    match ours {
        Value::Finite(u) if common != top => {
            let exponent = common as i32 - down - e.bias - (e.man_bits as i32 - 1);
            let expected = if common == 0 { None } else { odd_part(significand, exponent) };
            let is = (u.sign, odd_part(u.significand, u.exponent));
            assert_eq!(is, (sign, expected), "{} {common:#x} {code:#x}", f.name);
        }
        Value::Infinite { sign: negative } if common == top => assert_eq!(negative, sign),
        other => panic!("{} {common:#x} {code:#x}: {other:?}", f.name),
    }
}

#[rstest]
#[case("mncore2_bf_half", false)]
#[case("mncore2_bf_half_ext", true)]
fn half_block_float(#[case] name: &str, #[case] extended: bool) {
    let f = named(name);
    assert_eq!(f.scale, Scale::CommonExponent { extended });
    for common in 0..64 {
        (0..1 << 16).for_each(|code| block_float(f, extended, common, code));
    }
}

#[rstest]
fn wider_block_floats(
    #[values("mncore2_bf_pseudo_single", "mncore2_bf_single", "mncore2_bf_double")] name: &str,
) {
    let f = named(name);
    let mut random = Random::of_run();
    println!("seed {}", seed());
    for _ in 0..cases() {
        let code = random.code(&f.element, &f.element);
        let other = random.next();
        let common = *random.pick(&[
            code >> (f.element.man_bits + f.element.pad) & ((1 << f.element.exp_bits) - 1),
            other & ((1 << f.element.exp_bits) - 1),
        ]);
        block_float(f, false, common, code);
    }
}

/// The common exponent is the largest field; extended elements may have field 0 beside it.
#[test]
fn common_exponents() {
    let (plain, extended) = (named("mncore2_bf_half"), named("mncore2_bf_half_ext"));
    let element = |field: u64, f: u64| field << 9 | f;
    let mixed = [element(31, 0x100), 0x8000 | element(31, 1), element(0, 0x1ff)];
    assert_eq!(plain.common_exponent(&mixed), 31);
    assert!(!plain.is_valid(31, &mixed) && extended.is_valid(31, &mixed));
    assert!(plain.is_valid(31, &mixed[..2]) && !extended.is_valid(30, &mixed));
    assert_eq!(plain.common_exponent(&[]), 0);
    let single = named("mncore2_bf_pseudo_single");
    assert_eq!(single.common_exponent(&[0xbf80_001f, 0x0000_ffff]), 0x7f);
}

/// Blocks fill a long word of 64 bits, or several.
#[test]
fn sizes() {
    for f in ALL {
        let elements = f.element.width * f.len as u32;
        assert_eq!(f.width() - elements, if matches!(f.scale, Scale::Factor(_)) { 8 } else { 0 });
        assert_eq!(BlockFormat::by_name(f.name), Some(f));
    }
    let lens: Vec<usize> = ALL.iter().map(|f| f.len).collect();
    assert_eq!(lens, [32, 32, 32, 32, 32, 32, 32, 16, 16, 8, 4, 4]);
}

/// An element is `value / scale` rounded once.
#[test]
fn encode_element() {
    let environments = environments();
    let (single, mut random) = (Pair::named("ieee_binary32"), Random::of_run());
    for _ in 0..cases() {
        let f = random.pick(&ALL[..7]);
        let element = Pair::named(f.element.name);
        let scale = *random.pick(&[0, 1, 119, 127, 128, 140, 253, 254, 255]);
        let env = random.pick(&environments);
        // A code near those of the element, moved to the scale by its exponent.
        let code = random.code(&single.format, &f.element);
        let code = if random.below(2) == 0 { code } else { random.next() & 0xffff_ffff };
        let v = match single.format.decode::<u64>(code) {
            Value::Finite(u) if random.below(2) == 0 => Value::Finite(softfloat::Unrounded {
                exponent: u.exponent + scale as i32 - 127,
                ..u
            }),
            v => v,
        };
        let ours = f.encode_element(scale, v, env).expect("MX has a factor");
        let exact = match value(&v, &single.facts) {
            _ if scale == 255 => engine::Value::Finite { sign: false, magnitude: Rational::new() },
            engine::Value::Finite { sign, magnitude } => {
                engine::Value::Finite { sign, magnitude: magnitude / pow2(scale as i32 - 127) }
            }
            special => special,
        };
        let theirs = expected(&element, &exact, &single, env);
        assert_eq!(ours, theirs, "{} {v:x?} / {scale:#x}, {env:?}, seed {}", f.name, seed());
    }
    let one = Binary32::FORMAT.decode::<u64>(0x3f80_0000);
    assert_eq!(named("mncore2_bf_half").encode_element(31, one, &Env::IEEE), None);
}

/// What an element means beside a scale goes back to the same element.
#[test]
fn round_trip() {
    for f in &ALL[..7] {
        let element = Pair::named(f.element.name);
        for (scale, code) in (0..255).flat_map(|s| element.codes().map(move |c| (s, c))) {
            let back = f.encode_element(scale, f.decode(scale, code), &Env::IEEE).unwrap();
            let alone = engine::convert(&element.facts, &element.facts, &rules(&Env::IEEE), code);
            assert_eq!(back, rounded(alone), "{} {scale:#x} {code:#x}", f.name);
            let exact = back.flags == Flags::NONE && back.bits == code;
            let symmetric = f.element.is_read_only(code);
            let nan = matches!(f.decode(scale, code), Value::Nan { .. });
            assert!(exact || symmetric || nan, "{} {scale:#x} {code:#x}", f.name);
        }
    }
}
