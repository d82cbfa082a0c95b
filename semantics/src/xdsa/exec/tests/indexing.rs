use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{Fp16, Fp32, Fp64, Sint4, Sint8, Sint32, Sint64, Uint4, Uint8};
use rstest::rstest;

/// Source elements 0, 1, 2, ... at 0200, the results from 0300 on.
fn ramp(name: &str, fields: &str, source: u32, result: u64) -> Result<Vec<f64>, Kind> {
    let mut trial = Trial::default();
    let numbers: Vec<f64> = (0..source).map(f64::from).collect();
    trial.put(0x200, Uint8, &numbers);
    Ok(trial.run(name, &format!("src_unit=uint8 d=0x300 {fields}"))?.get(0x300, Uint8, result))
}

// 2 channels, 2 rows, 3 columns: element (c, h, w) is 6c + 3h + w.
const SIZES: &str = "s=0x200 fc=2 fh=2 fw=3";

#[rstest]
#[case("shift_w=1", &[2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10])]
#[case("shift_w=62", &[2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10])] // -2
#[case("shift_c=31 shift_h=33", &[9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2])] // 31, -31
fn roll(#[case] shifts: &str, #[case] expected: &[u8]) {
    let found = ramp("base.roll", &format!("{SIZES} {shifts}"), 12, 12).unwrap();
    assert_eq!(found, expected.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
}

#[rstest]
#[case("p0=0 p1=1 p2=2 p3=3", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])]
#[case("p0=0 p1=2 p2=3 p3=1", &[0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11])]
#[case("p0=3 p1=1 p2=0 p3=2", &[0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11])]
fn transpose(#[case] order: &str, #[case] expected: &[u8]) {
    let found = ramp("base.transpose", &format!("{SIZES} fn=1 {order}"), 12, 12).unwrap();
    assert_eq!(found, expected.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
}

#[test]
fn transpose_wants_a_permutation() {
    let wrong = ramp("base.transpose", &format!("{SIZES} fn=1 p0=0 p1=1 p2=1 p3=3"), 12, 12);
    assert_eq!(wrong, Err(Kind::BadDimension));
    let wrong = ramp("base.transpose", &format!("{SIZES} fn=1 p0=0 p1=1 p2=2 p3=4"), 12, 12);
    assert_eq!(wrong, Err(Kind::BadDimension));
}

#[rstest]
#[case(1, &[6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5])]
#[case(2, &[3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8])]
#[case(3, &[2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9])]
#[case(0, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])]
fn reverse(#[case] axis: u8, #[case] expected: &[u8]) {
    let fields = format!("s0=0x200 fn=1 fc=2 fh=2 fw=3 axis={axis} s1=0xffff");
    let found = ramp("base.reverse", &fields, 12, 12).unwrap();
    assert_eq!(found, expected.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
}

#[test]
fn reserved_axes_and_empty_sizes() {
    let fields = |axis, fh| format!("s0=0x200 fn=1 fc=2 fh={fh} fw=3 axis={axis}");
    assert_eq!(ramp("base.reverse", &fields(4, 2), 12, 12), Err(Kind::ReservedCode));
    assert_eq!(ramp("base.reverse", &fields(7, 0), 12, 12), Err(Kind::ReservedCode));
    assert_eq!(ramp("base.reverse", &fields(3, 0), 12, 12), Err(Kind::BadDimension));
}

#[test]
fn pad_rows_of_two_channels() {
    let found = ramp("base.pad", "s=0x200 fc=2 fh=1 fw=2 ph1=1 pw0=1", 4, 12).unwrap();
    assert_eq!(found, [0., 0., 1., 0., 0., 0., 0., 2., 3., 0., 0., 0.]);
}

#[test]
fn concat_along_each_axis() {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &[1., 2., 3., 4.]).put(0x240, Uint8, &[5., 6., 7., 8.]);
    let fields = "src_unit=uint8 s0=0x200 s1=0x240 d=0x300";
    let mut along = |sizes: &str| {
        let trial = trial.run("base.concat", &format!("{fields} {sizes}"))?;
        Ok(trial.get(0x300, Uint8, 8))
    };
    let sizes = "fc0=2 fh0=1 fw0=2 fc1=2 fh1=1 fw1=2";
    let whole = Ok(vec![1., 2., 3., 4., 5., 6., 7., 8.]);
    assert_eq!(along(&format!("{sizes} axis=0")), whole);
    assert_eq!(along(&format!("{sizes} axis=1")), whole);
    let by_rows = Ok(vec![1., 2., 5., 6., 3., 4., 7., 8.]);
    assert_eq!(along(&format!("{sizes} axis=2")), by_rows);
    assert_eq!(along(&format!("{sizes} axis=3")), by_rows);
    let different = "fc0=1 fh0=2 fw0=2 fc1=1 fh1=2 fw1=1";
    assert_eq!(along(&format!("{different} axis=3")).unwrap()[..6], [1., 2., 5., 3., 4., 6.]);
    assert_eq!(along(&format!("{different} axis=2")), Err(Kind::BadDimension));
    assert_eq!(along(&format!("{different} axis=0")), Err(Kind::BadDimension));
}

#[test]
fn stack_and_unstack() {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &[1., 2., 3., 4.]).put(0x240, Uint8, &[5., 6., 7., 8.]);
    let sizes = "src_unit=uint8 fn=1 fc=1 fh=2 fw=2";
    for (axis, expected) in [
        (0, [1., 2., 3., 4., 5., 6., 7., 8.]),
        (2, [1., 2., 3., 4., 5., 6., 7., 8.]),
        (3, [1., 2., 5., 6., 3., 4., 7., 8.]),
    ] {
        let fields = format!("{sizes} s0=0x200 s1=0x240 d=0x300 axis={axis}");
        assert_eq!(trial.run("base.stack", &fields).unwrap().get(0x300, Uint8, 8), expected);
    }
    let fields = format!("{sizes} s0=0x200 s1=0x300 d=0x340 axis=3");
    trial.run("base.unstack", &fields).unwrap();
    assert_eq!(trial.get(0x300, Uint8, 2), [1., 3.]);
    assert_eq!(trial.get(0x340, Uint8, 2), [2., 4.]);
    let fields = format!("{sizes} s0=0x200 s1=0x300 d=0x340 axis=1");
    assert_eq!(trial.run("base.unstack", &fields).err(), Some(Kind::BadDimension));
}

#[test]
fn gather_by_tuples_and_rows() {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &[0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11.]);
    trial.put(0x240, Sint32, &[1., 0., 2., -1., -2., -3.]);
    let fields = "src_unit=uint8 s=0x200 index=0x240 d=0x300 fc=2 fh=2 fw=3 index_len=2";
    assert_eq!(trial.run("base.gather_nd", fields).unwrap().get(0x300, Uint8, 2), [8., 6.]);
    let rows = format!("{fields} axis=2");
    trial.put(0x240, Sint32, &[-1., 0.]);
    assert_eq!(
        trial.run("base.gather", &rows).unwrap().get(0x300, Uint8, 12),
        [3., 4., 5., 0., 1., 2., 9., 10., 11., 6., 7., 8.]
    );
    let batch = format!("{fields} axis=0");
    assert_eq!(trial.run("base.gather", &batch).unwrap().get(0x318, Uint8, 1), [0.]);
    trial.put(0x240, Sint32, &[1., 0.]);
    assert_eq!(trial.run("base.gather", &batch).err(), Some(Kind::IndexRange));
    let none = "src_unit=uint8 s=0x200 index=0x240 d=0x300 fc=2 fh=2 fw=3 axis=2";
    assert_eq!(trial.run("base.gather", none).err(), Some(Kind::BadLength));
}

#[test]
fn indexes_of_wide_addresses_have_64_bits() {
    let mut trial = Trial::wide();
    trial.put(0x200, Fp64, &[1.5, 2.5, 3.5]).put(0x240, Sint64, &[-1.]);
    let fields = "src_unit=fp64 s=0x200 index=0x240 d=0x300 fc=1 fh=1 fw=3 index_len=1 axis=3";
    assert_eq!(trial.run("base.gather", fields).unwrap().get(0x300, Fp64, 1), [3.5]);
}

#[test]
fn scatter_nd_copies_and_replaces() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint4, &[1., 2., 3.]).put(0x280, Sint4, &[-1., -2.]);
    trial.put(0x240, Sint32, &[0., 0., 2., 0., 0., -1.]).put(0x300, Uint8, &[255., 255.]);
    let fields = "unit=sint4 p0=0x200 p1=0x240 p2=0x280 p3=0x300 w0=1 w1=1 w2=3 w3=2";
    trial.run("base.scatter_nd", fields).unwrap();
    // The last of two updates of one place wins; the half byte behind stays.
    assert_eq!(trial.get(0x300, Uint4, 4), [1., 2., 14., 15.]);
    let none = fields.replace("w3=2", "w3=0");
    assert_eq!(trial.run("base.scatter_nd", &none).err(), Some(Kind::BadLength));
    let none = fields.replace("w1=1", "w1=0");
    assert_eq!(trial.run("base.scatter_nd", &none).err(), Some(Kind::BadDimension));
}

#[test]
fn scatter_outside_of_the_list() {
    let mut trial = Trial::default();
    trial.put(0x240, Sint32, &[-5.]);
    let fields = "src_unit=uint8 s=0x200 index=0x240 update=0x280 len=4 index_len=1";
    assert_eq!(trial.run("base.scatter", fields).err(), Some(Kind::IndexRange));
    let none = fields.replace("len=4", "len=0");
    assert_eq!(trial.run("base.scatter", &none).err(), Some(Kind::BadLength));
}

#[rstest]
#[case(0, 1, Err(Kind::IndexRange))]
#[case(2, 0, Err(Kind::IndexRange))]
#[case(2, 2, Err(Kind::IndexRange))]
#[case(2, 1, Ok((vec![0., 1., 2., 6., 7., 8.], vec![3., 4., 5., 9., 10., 11.])))]
fn split(
    #[case] axis: u8,
    #[case] index: u8,
    #[case] expected: Result<(Vec<f64>, Vec<f64>), Kind>,
) {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &(0..12).map(f64::from).collect::<Vec<_>>());
    let fields = format!(
        "src_unit=uint8 s=0x200 d0=0x300 d1=0x340 fc=2 fh=2 fw=3 axis={axis} index={index}"
    );
    let found = trial.run("base.split", &fields);
    assert_eq!(found.map(|t| (t.get(0x300, Uint8, 6), t.get(0x340, Uint8, 6))), expected);
}

#[test]
fn slice_writes_one_destination() {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &(0..12).map(f64::from).collect::<Vec<_>>());
    let fields = "src_unit=uint8 s=0x200 d0=0x300 d1=0xffff fc=2 fh=2 fw=3 axis=3 index=";
    let found = trial.run("base.slice", &format!("{fields}2")).unwrap();
    assert_eq!(found.get(0x300, Uint8, 4), [2., 5., 8., 11.]);
    assert_eq!(trial.run("base.slice", &format!("{fields}3")).err(), Some(Kind::IndexRange));
}

#[test]
fn copies_keep_bits() {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Fp16, &[0xfe01, 0x7c01, 0x8000]);
    trial.run("base.reshape", "s=0x200 d=0x300 len=3 src=fp16 des=uint8").unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 3), [0xfe01, 0x7c01, 0x8000]);
    trial.run("base.unsqueeze", "s0=0x200 s1=0xffff d=0x320 len=3 src0=fp16").unwrap();
    assert_eq!(trial.codes(0x320, Fp16, 3), [0xfe01, 0x7c01, 0x8000]);
    let wrong = trial.run("base.reshape", "s=0x200 d=0x300 len=3 src=fp16 sat=1");
    assert_eq!(wrong.err(), Some(Kind::ReservedBits));
}

#[test]
fn signbits() {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Fp16, &[0x8000, 0xfe00, 0x3c00]);
    trial.run("base.signbit", "s=0x200 d=0x300 len=3 src_unit=fp16").unwrap();
    assert_eq!(trial.get(0x300, Fp16, 3), [1., 1., 0.]);
    trial.put_codes(0x200, Uint4, &[15, 7]);
    trial.run("base.signbit", "s=0x200 d=0x300 len=2 src_unit=uint4").unwrap();
    assert_eq!(trial.get(0x300, Uint4, 2), [0., 0.]);
    trial.run("base.signbit", "s=0x200 d=0x300 len=2 src_unit=sint4").unwrap();
    assert_eq!(trial.get(0x300, Uint4, 2), [1., 0.]);
}

#[test]
fn choices() {
    let mut trial = Trial::default();
    // NaN is not zero, -0 is.
    trial.put_codes(0x200, Fp16, &[0x7e00, 0x8000, 0x0001, 0]);
    trial.put(0x240, Sint32, &[300., 1., -300., 1.]).put(0x280, Sint8, &[1., -1., 1., -2.]);
    let fields = "s0=0x200 s1=0x240 s2=0x280 d=0x300 len=4 src0=fp16 src1=sint32 src2=sint8";
    let mut to = |unit, more: &str| {
        let fields = format!("{fields} des={unit} {more}");
        trial.run("base.where", &fields).unwrap().get(0x300, unit, 4)
    };
    assert_eq!(to(Sint8, ""), [44., -1., -44., -2.]);
    assert_eq!(to(Sint8, "sat=1"), [127., -1., -128., -2.]);
    assert_eq!(to(Uint8, "sat=1"), [255., 0., 0., 0.]);
    assert_eq!(to(Fp32, ""), [300., -1., -300., -2.]);
}

#[test]
fn a_floating_source_makes_choices_real() {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &[1., 1., 0., 0.]);
    trial.put_codes(0x240, Fp16, &[0x7e01, 0x4100, 0, 0]).put(0x280, Sint8, &[0., 0., -1., -2.]);
    let fields = "s0=0x200 s1=0x240 s2=0x280 d=0x300 len=4 src0=uint8 src1=fp16 src2=sint8 des=";
    trial.run("base.where", &format!("{fields}uint8")).unwrap();
    assert_eq!(trial.get(0x300, Uint8, 4), [0., 2., 0., 0.]);
    trial.run("base.where", &format!("{fields}fp16")).unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 4), [0x7e01, 0x4100, 0xbc00, 0xc000]);
}
