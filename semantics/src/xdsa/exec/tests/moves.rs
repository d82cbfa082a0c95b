use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{Fp16, Fp32, Sint8, Uint4, Uint8};
use rstest::rstest;

fn planes(side: &str, planes: u32, rows: u32, width: u32) -> String {
    format!("{side}_num_trans={planes} {side}_trans_size={} {side}_width={width} ", rows * width)
}

fn moved(fields: &str, result: u64) -> Result<Vec<f64>, Kind> {
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &(1..=24).map(f64::from).collect::<Vec<_>>());
    let fields = format!("s=0x200 d=0x300 data_unit=uint8 {fields}");
    Ok(trial.run("base.data_move", &fields)?.get(0x300, Uint8, result))
}

#[test]
fn strides_of_rows_and_planes() {
    let shape = planes("src", 2, 2, 2) + &planes("des", 2, 2, 2);
    let from = |strides: &str| moved(&format!("{shape} {strides}"), 8).unwrap();
    assert_eq!(from("src_line_stride=3"), [1., 2., 4., 5., 7., 8., 10., 11.]);
    assert_eq!(from("src_surface_stride=5"), [1., 2., 3., 4., 6., 7., 8., 9.]);
    assert_eq!(
        from("src_line_stride=1 src_surface_stride=10"),
        [1., 2., 2., 3., 11., 12., 12., 13.]
    );
    assert_eq!(from("des_line_stride=3"), [1., 2., 0., 3., 4., 0., 5., 6.]);
    // Rows that overlap in the destination: the later one wins.
    assert_eq!(from("des_line_stride=1")[..5], [1., 3., 5., 7., 8.]);
}

#[test]
fn half_bytes_begin_rows() {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Uint4, &[1, 2, 3, 9, 4, 5, 6, 9]).put_codes(0x300, Uint8, &[0xff; 4]);
    let shape = planes("src", 1, 2, 3) + &planes("des", 1, 2, 3);
    let fields = format!("s=0x200 d=0x300 data_unit=uint4 {shape}");
    trial.run("base.data_move", &format!("{fields} src_line_stride=2")).unwrap();
    assert_eq!(trial.codes(0x300, Uint4, 8), [1, 2, 3, 4, 5, 6, 15, 15]);
    trial.run("base.data_move", &format!("{fields} des_line_stride=2")).unwrap();
    assert_eq!(trial.codes(0x300, Uint4, 8), [1, 2, 3, 4, 9, 4, 5, 15]);
}

#[rstest]
#[case(1, planes("des", 1, 1, 3), &[0., 0., 0.])] // the low byte of 0200
#[case(2, planes("src", 1, 1, 2) + &planes("des", 1, 2, 4), &[1., 1., 2., 2., 1., 1., 2., 2.])]
#[case(3, planes("src", 2, 1, 2) + &planes("des", 2, 2, 1), &[1., 2., 3., 4.])]
#[case(3, planes("src", 1, 2, 3) + &planes("des", 1, 3, 2), &[1., 4., 2., 5., 3., 6.])]
#[case(0, planes("src", 1, 2, 3) + &planes("des", 3, 1, 2), &[1., 2., 3., 4., 5., 6.])]
fn modes(#[case] mode: u8, #[case] shapes: String, #[case] expected: &[f64]) {
    let found = moved(&format!("transfer_mode={mode} {shapes}"), expected.len() as u64);
    assert_eq!(found.unwrap(), expected);
}

#[test]
fn immediates_of_wider_units() {
    let mut trial = Trial::default();
    let fields = format!("s=0xbe00 d=0x300 transfer_mode=1 {}", planes("des", 1, 1, 2));
    trial.run("base.data_move", &format!("{fields} data_unit=fp32")).unwrap();
    assert_eq!(trial.get(0x300, Fp32, 2), [-1.5, -1.5]);
    trial.run("base.data_move", &format!("{fields} data_unit=fp16")).unwrap();
    assert_eq!(trial.get(0x300, Fp16, 2), [-1.5, -1.5]);
}

#[rstest]
#[case(0, planes("src", 1, 2, 3) + &planes("des", 1, 2, 2))]
#[case(2, planes("src", 1, 2, 3) + &planes("des", 1, 2, 4))]
#[case(2, planes("src", 2, 2, 3) + &planes("des", 1, 2, 3))]
#[case(3, planes("src", 1, 2, 3) + &planes("des", 1, 2, 3))]
#[case(0, planes("src", 1, 2, 3) + "des_num_trans=1 des_width=4 des_trans_size=6")]
#[case(0, planes("src", 0, 2, 3) + &planes("des", 1, 2, 3))]
fn shapes_that_do_not_match(#[case] mode: u8, #[case] shapes: String) {
    assert_eq!(moved(&format!("transfer_mode={mode} {shapes}"), 1), Err(Kind::BadDimension));
}

/// A feature map at 0200, its resized image.
fn resized(name: &str, fields: &str, map: &[f64], count: u64) -> Result<Vec<f64>, Kind> {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, map);
    let fields = format!("fm=0x200 d=0x300 src_unit=sint8 {fields}");
    Ok(trial.run(name, &fields)?.get(0x300, Sint8, count))
}

#[rstest]
// 3 to 2, half pixel: 1/4, 7/4; corners: 0, 2; asymmetric: 0, 3/2.
#[case(0, &[0., 2.])]
#[case(1, &[0., 2.])]
#[case(2, &[0., 1.])]
fn nearest(#[case] mode: u8, #[case] expected: &[f64]) {
    let fields = format!("align_corners={mode} data_format=1 fc=1 fh=1 fw=3 o_h=1 o_w=2");
    assert_eq!(resized("base.resize_nearest", &fields, &[0., 1., 2.], 2).unwrap(), expected);
}

#[test]
fn formats_of_resized_maps() {
    // Two channels, 1 x 2 to 2 x 4; asymmetric.
    let sizes = "align_corners=2 fc=2 fh=1 fw=2 o_h=2 o_w=4";
    let last =
        resized("base.resize_nearest", &format!("{sizes} data_format=0"), &[1., 5., 2., 6.], 16);
    let row = [1., 5., 1., 5., 2., 6., 2., 6.];
    assert_eq!(last.unwrap(), [row, row].concat());
    let first =
        resized("base.resize_nearest", &format!("{sizes} data_format=1"), &[1., 2., 5., 6.], 16);
    assert_eq!(first.unwrap(), [1., 1., 2., 2., 1., 1., 2., 2., 5., 5., 6., 6., 5., 5., 6., 6.]);
}

#[test]
fn bilinear_in_both_formats() {
    // Half pixel, 2 x 2 to 1 x 1: the middle of 1, 2, 3, 5 is 2.75; of 10, 10, 10, 12 it is 10.5.
    let sizes = "fc=2 fh=2 fw=2 o_h=1 o_w=1";
    let first = [1., 2., 3., 5., 10., 10., 10., 12.];
    let last = [1., 10., 2., 10., 3., 10., 5., 12.];
    let found = resized("base.resize_bilinear", &format!("{sizes} data_format=1"), &first, 2);
    assert_eq!(found.unwrap(), [3., 10.]);
    let found = resized("base.resize_bilinear", &format!("{sizes} data_format=0"), &last, 2);
    assert_eq!(found.unwrap(), [3., 10.]);
}

#[test]
fn neighbours_without_weight_are_not_read() {
    let mut trial = Trial::default();
    trial.put(0x200, Fp16, &[-0.0, f64::INFINITY, 1.0]);
    let fields =
        "fm=0x200 d=0x300 src_unit=fp16 align_corners=1 data_format=1 fc=1 fh=1 fw=3 o_h=1 o_w=5";
    trial.run("base.resize_bilinear", fields).unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 5), [0x8000, 0x7c00, 0x7c00, 0x7c00, 0x3c00]);
}

#[test]
fn resize_errors() {
    let sizes = "fc=1 fh=1 fw=1 o_h=1 o_w=1";
    let kind = |fields: &str| resized("base.resize_nearest", fields, &[0.], 1).err();
    assert_eq!(kind(&format!("{sizes} align_corners=3")), Some(Kind::ReservedCode));
    assert_eq!(kind(&format!("{sizes} data_format=2")), Some(Kind::ReservedCode));
    assert_eq!(kind("fc=1 fh=1 fw=1 o_h=1"), Some(Kind::BadDimension));
    assert_eq!(kind(sizes), None);
}
