//! Norms against their formulas.

use crate::xdsa::exec::single::{Single, fp32};
use crate::xdsa::isa::{Operation as O, Unit};

fn batch(unit: Unit, x: &[u64], [weight, bias, mean, variance]: [u64; 4]) -> Vec<u64> {
    let fields = [
        ("fm_unit", unit.code()),
        ("i_h", 1),
        ("i_w", x.len() as u64),
        ("batch_num", 1),
        ("fc", 1),
    ];
    let trial = Single::new(O::BatchNorm).set(&fields).load("fm", unit, x);
    let trial = trial.load("weight", unit, &[weight]).load("bias", unit, &[bias]);
    trial.load("mean", unit, &[mean]).load("variance", unit, &[variance]).into(&["d"]).one()
}

#[test]
fn batch_norm_of_the_guide() {
    // 2 (3 - 1) / sqrt(1 + eps) + 1
    let parameters = [2.0_f32, 1.0, 1.0, 1.0].map(|x| x.to_bits().into());
    assert_eq!(batch(Unit::Fp32, &fp32(&[3.0]), parameters), [0x409f_ffd6]);
}
