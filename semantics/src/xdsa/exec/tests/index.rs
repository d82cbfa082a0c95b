use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{Fp16, Sint8, Sint32, Sint64, Uint8, Uint64};

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

#[test]
fn extremes_of_wide_integers() {
    let mut trial = Trial::wide();
    trial.put_codes(0x200, Uint64, &[1, u64::MAX, 0]);
    let found = trial.run("base.arg_max", "s=0x200 d=0x300 len=3 src=uint64").unwrap();
    assert_eq!(found.get(0x300, Sint64, 1), [1.]);
    let found = trial.run("base.arg_min", "s=0x200 d=0x300 len=3 src=sint64").unwrap();
    assert_eq!(found.get(0x300, Sint64, 1), [1.]);
}

#[test]
fn sorting_keeps_bits_and_order() {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Fp16, &[0xfe07, 0, 0x8000, 0x7c00, 0xfc00]);
    trial.run("base.arg_sort", "s=0x200 d0=0x300 d1=0x340 len=5 src_unit=fp16").unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 5), [0xfc00, 0, 0x8000, 0x7c00, 0xfe07]);
    assert_eq!(trial.get(0x340, Sint32, 5), [4., 1., 2., 3., 0.]);
    trial.run("base.topk", "s=0x200 d0=0x300 d1=0x340 len=5 k=4 src_unit=fp16").unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 4), [0xfe07, 0x7c00, 0, 0x8000]);
    assert_eq!(trial.get(0x340, Sint32, 4), [0., 3., 1., 2.]);
}

#[test]
fn more_than_there_are() {
    let mut trial = Trial::default();
    let mut error = |k| {
        let fields = format!("s=0x200 d0=0x300 d1=0x340 len=3 k={k} src_unit=uint8");
        trial.run("base.topk", &fields).err()
    };
    assert_eq!(
        [error(4), error(0), error(3)],
        [Some(Kind::BadDimension), Some(Kind::BadDimension), None]
    );
}

#[test]
fn non_zero_of_floats() {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Fp16, &[0x8000, 0x7e00, 0, 1]);
    trial.run("base.non_zero", "s=0x200 d=0x300 len=4 src=fp16").unwrap();
    assert_eq!(trial.get(0x300, Sint32, 4), [1., 3., -1., -1.]);
}

#[test]
fn rows_of_a_table() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[1., 2., 3., 4., 5., 6.]).put(0x240, Sint32, &[-1., 0.]);
    let fields = "unit=sint8 p0=0x200 p1=0x240 p2=0x300 w0=3 w1=2 w2=2";
    assert_eq!(trial.run("ai.embedding", fields).unwrap().get(0x300, Sint8, 4), [5., 6., 1., 2.]);
    trial.put(0x240, Sint32, &[3., 0.]);
    assert_eq!(trial.run("ai.embedding", fields).err(), Some(Kind::IndexRange));
    let none = fields.replace("w2=2", "w2=0");
    assert_eq!(trial.run("ai.embedding", &none).err(), Some(Kind::BadDimension));
}

#[test]
fn one_hot_outside_is_zero() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint32, &[-1., 2., 1.]);
    trial.run("ai.one_hot", "unit=fp16 p0=0x200 p1=0x300 w0=3 w1=2").unwrap();
    assert_eq!(trial.get(0x300, Fp16, 6), [0., 0., 0., 0., 0., 1.]);
    assert_eq!(trial.get(0x30c, Uint8, 1), [0.]);
}
