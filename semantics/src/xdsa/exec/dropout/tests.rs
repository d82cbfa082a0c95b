//! DROPOUT and LABEL_SMOOTH.

use crate::xdsa::exec::single::{Single, fp32};
use crate::xdsa::isa::{Operation as O, Unit};
use rstest::rstest;

fn dropout(unit: Unit, elements: &[u64], ratio_unit: Unit, ratio: u64) -> Single {
    let fields = [
        ("src_unit", unit.code()),
        ("ratio_unit", ratio_unit.code()),
        ("ratio", ratio),
        ("len", elements.len() as u64),
    ];
    Single::new(O::Dropout).set(&fields).load("fm", unit, elements).into(&["d"])
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
fn the_machine_has_the_seed() {
    let mut trial = dropout(Unit::Uint8, &[10; 8], Unit::Uint4, 0);
    trial.settings.seed = 0x299f_31d0_a409_3822;
    trial.drawn = 7;
    let words = crate::xdsa::exec::random::Words { seed: 0x299f_31d0_a409_3822, drawn: 7 };
    let expected: Vec<u64> = words.first(8).map(|word| 20 * u64::from(word >> 31)).collect();
    assert_eq!(trial.one(), expected);
}
