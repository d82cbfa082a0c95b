//! DROPOUT and LABEL_SMOOTH.

use crate::xdsa::Kind;
use crate::xdsa::exec::single::{NAN, Trial, fp32};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;

fn dropout(unit: Unit, elements: &[u64], ratio_unit: Unit, ratio: u64) -> Trial {
    let fields = [
        ("src_unit", unit.code()),
        ("ratio_unit", ratio_unit.code()),
        ("ratio", ratio),
        ("len", elements.len() as u64),
    ];
    Trial::new(O::Dropout).set(&fields).load("fm", unit, elements).into(&["d"])
}

/// u of seed 0 is 0.399.., 0.880.., 0.735.., 0.605.. (the words published for counter 0 and key 0).
#[rstest]
#[case(0.0, [3.0, -1.0, -0.0, 1.5])]
#[case(0.5, [0.0, -2.0, -0.0, 3.0])]
#[case(0.75, [0.0, -4.0, 0.0, 0.0])]
#[case(1.0, [0.0, 0.0, 0.0, 0.0])]
#[case(2.0, [0.0, 0.0, 0.0, 0.0])]
#[case(-1.0, [1.5, -0.5, -0.0, 0.75])]
#[case(f32::NEG_INFINITY, [0.0, -0.0, -0.0, 0.0])]
#[case(f32::NAN, [0.0; 4])]
fn what_is_kept_grows(#[case] ratio: f32, #[case] expected: [f32; 4]) {
    let x = fp32(&[3.0, -1.0, -0.0, 1.5]);
    let trial = dropout(Unit::Fp32, &x, Unit::Fp32, ratio.to_bits().into());
    assert_eq!(trial.one(), fp32(&expected));
}

#[test]
fn units_of_data_and_ratio() {
    // 0000: one half, whatever the field says.
    let trial = dropout(Unit::Fp16, &[0x3c00; 4], Unit::Uint4, 0x1234);
    assert_eq!(trial.one(), [0, 0x4000, 0x4000, 0x4000]);
    // Bits above an fp16 ratio are nobody's.
    let trial = dropout(Unit::Fp16, &[0x3c00; 4], Unit::Fp16, 0xabcd_3800);
    assert_eq!(trial.one(), [0, 0x4000, 0x4000, 0x4000]);
    // 5 / (1 - 1/4) = 6.67, 100 / .75 clamps at 127, 1.33; u0 is above 1/4.
    let trial = dropout(Unit::Sint8, &[5, 100, 1, 0x80], Unit::Fp16, 0x3400);
    assert_eq!(trial.one(), [7, 127, 1, 0x80]);
    // Half to even: 1 / (1 - -1) and 3 / 2.
    let trial = dropout(Unit::Uint4, &[1, 3, 5], Unit::Fp16, 0xbc00);
    assert_eq!(trial.one(), [0, 2, 2]);
    let x = fp32(&[f32::NAN, f32::NAN, f32::INFINITY]);
    let trial = dropout(Unit::Fp32, &x, Unit::Uint4, 0);
    assert_eq!(trial.one(), [0, NAN, 0x7f80_0000]);
}

#[test]
fn the_machine_has_the_seed() {
    let mut trial = dropout(Unit::Uint8, &[10; 8], Unit::Uint4, 0);
    trial.settings.seed = 0x299f_31d0_a409_3822;
    trial.drawn = 7;
    let words = crate::xdsa::exec::random::Words { seed: 0x299f_31d0_a409_3822, drawn: 7 };
    let expected: Vec<u64> = words.first(8).map(|word| 20 * u64::from(word >> 31)).collect();
    assert_eq!(trial.one(), expected);
}

#[test]
fn what_is_wrong_with_a_dropout() {
    let kind = |trial: Trial| trial.run().err();
    for unit in [Unit::Uint8, Unit::Sint32, Unit::Fp64] {
        let trial = dropout(Unit::Fp32, &[0], unit, 0);
        assert_eq!(kind(trial), Some(Kind::UnitNotAllowed), "{unit}");
    }
    assert_eq!(kind(dropout(Unit::Fp32, &[], Unit::Fp32, 0)), Some(Kind::BadLength));
    let reserved = dropout(Unit::Fp32, &[0], Unit::Fp32, 0).set(&[("ratio_unit", 14)]);
    assert_eq!(kind(reserved), Some(Kind::ReservedCode));
}

fn smooth(unit: Unit, elements: &[u64], sizes: [u64; 2], epsilon: f32) -> Trial {
    let fields = [
        ("unit", unit.code()),
        ("w0", sizes[0]),
        ("w1", sizes[1]),
        ("w2", epsilon.to_bits().into()),
    ];
    Trial::new(O::LabelSmooth).set(&fields).load("p0", unit, elements).into(&["p1"])
}

#[test]
fn labels_are_smoothed() {
    // (1 - 1/4) x + 1/16
    let trial = smooth(Unit::Fp32, &fp32(&[1.0, 0.0, 0.0, -0.0]), [1, 4], 0.25);
    assert_eq!(trial.one(), fp32(&[0.8125, 0.0625, 0.0625, 0.0625]));
    // 1/3 is rounded once: 2/3 x + 1/9 with e = 1/3 as fp32.
    let e = f64::from(1.0_f32 / 3.0);
    let trial = smooth(Unit::Fp32, &fp32(&[1.0, 0.0, 5.0]), [1, 3], 1.0 / 3.0);
    let expected = [1.0 - e + e / 3.0, e / 3.0, 5.0 * (1.0 - e) + e / 3.0].map(|x| x as f32);
    assert_eq!(trial.one(), fp32(&expected));
    // 10 / 2 + 1/4, 3 / 2 + 1/4, 255/2 + 1/4
    let trial = smooth(Unit::Uint8, &[10, 3, 255, 1], [2, 2], 0.5);
    assert_eq!(trial.one(), [5, 2, 128, 1]);
    // 1.5 x + -1/4: signed integers clamp.
    assert_eq!(smooth(Unit::Sint4, &[7, 8], [1, 2], -0.5).one(), [7, 8]);
    let trial = smooth(Unit::Fp32, &fp32(&[1.0, f32::INFINITY]), [1, 2], 1.0);
    assert_eq!(trial.one(), [0x3f00_0000, NAN]);
    assert_eq!(smooth(Unit::Fp32, &[0], [1, 1], f32::NAN).one(), [NAN]);
}

#[test]
fn what_is_wrong_with_a_smoothing() {
    for sizes in [[0, 1], [1, 0]] {
        assert_eq!(smooth(Unit::Fp32, &[0], sizes, 0.0).run(), Err(Kind::BadDimension));
    }
    let unit2 = smooth(Unit::Fp32, &[0], [1, 1], 0.0).set(&[("unit2", 1)]);
    assert_eq!(unit2.run(), Err(Kind::ReservedBits));
    let flag = smooth(Unit::Fp32, &[0], [1, 1], 0.0).set(&[("flag20", 1)]);
    assert_eq!(flag.run(), Err(Kind::ReservedBits));
    let far = smooth(Unit::Fp32, &[0], [u64::from(u32::MAX); 2], 0.0);
    assert_eq!(far.run(), Err(Kind::AddressRange));
}
