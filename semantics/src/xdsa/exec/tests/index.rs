use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{Fp16, Sint32};

#[test]
fn zeros_are_equal_and_nan_wins() {
    let mut trial = Trial::default();
    let mut first = |name: &str, codes: &[u64]| {
        trial.put_codes(0x200, Fp16, codes);
        let fields = format!("s=0x200 d=0x300 len={} src=fp16 des=fp64", codes.len());
        trial.run(name, &fields).unwrap().get(0x300, Sint32, 1)[0]
    };
    assert_eq!(first("base.arg_max", &[0x8000, 0, 0xbc00]), 0.);
    assert_eq!(first("base.arg_min", &[0x3c00, 0, 0x8000]), 1.);
    assert_eq!(first("base.arg_min", &[0xfc00, 0xfe00, 0x7e00]), 1.);
    assert_eq!(first("base.arg_max", &[0xfc00, 0x7c00, 0x7c00]), 1.);
}
