use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{Fp16, Fp32, Fp64, Uint8};
use rstest::rstest;

#[test]
fn shuffles_are_inverse() {
    // 8 channels of 1 x 2 to 2 channels of 2 x 4; element 10 c + w.
    let map: Vec<f64> = (0..8).flat_map(|c| (0..2).map(move |w| f64::from(10 * c + w))).collect();
    let mut trial = Trial::default();
    trial.put(0x200, Uint8, &map);
    let fields = "src_unit=uint8 scale=2";
    let shuffle = format!("{fields} fm=0x200 d=0x300 data_format=1 fc=8 fh=1 fw=2");
    trial.run("ai.pixel_shuffle", &shuffle).unwrap();
    let first = [0., 10., 1., 11., 20., 30., 21., 31.];
    assert_eq!(trial.get(0x300, Uint8, 8), first);
    assert_eq!(trial.get(0x308, Uint8, 8), first.map(|x| x + 40.));
    let back = format!("{fields} fm=0x300 d=0x340 data_format=1 fc=2 fh=2 fw=4");
    assert_eq!(trial.run("ai.pixel_unshuffle", &back).unwrap().get(0x340, Uint8, 16), map);
}

#[test]
fn shuffles_with_channels_last() {
    let mut trial = Trial::default();
    // Two pixels of four channels.
    trial.put(0x200, Uint8, &[1., 2., 3., 4., 5., 6., 7., 8.]);
    let fields = "src_unit=uint8 scale=2 data_format=0";
    trial.run("ai.pixel_shuffle", &format!("{fields} fm=0x200 d=0x300 fc=4 fh=1 fw=2")).unwrap();
    assert_eq!(trial.get(0x300, Uint8, 8), [1., 2., 5., 6., 3., 4., 7., 8.]);
    trial.run("ai.pixel_unshuffle", &format!("{fields} fm=0x300 d=0x340 fc=1 fh=2 fw=4")).unwrap();
    assert_eq!(trial.get(0x340, Uint8, 8), [1., 2., 3., 4., 5., 6., 7., 8.]);
}

#[rstest]
#[case("ai.pixel_shuffle", "scale=2 fc=6 fh=1 fw=1", Kind::BadDimension)]
#[case("ai.pixel_shuffle", "scale=0 fc=4 fh=1 fw=1", Kind::BadDimension)]
#[case("ai.pixel_unshuffle", "scale=2 fc=1 fh=3 fw=2", Kind::BadDimension)]
#[case("ai.pixel_unshuffle", "scale=2 fc=1 fh=2 fw=3", Kind::BadDimension)]
#[case("ai.pixel_shuffle", "scale=1 fc=1 fh=1 fw=1 data_format=3", Kind::ReservedCode)]
fn wrong_shuffles(#[case] name: &str, #[case] fields: &str, #[case] kind: Kind) {
    assert_eq!(Trial::default().run(name, fields).err(), Some(kind));
}

#[test]
fn grids_of_affine_maps() {
    let mut trial = Trial::default();
    // x' = x, y' = 2 y + 1
    trial.put(0x200, Fp32, &[1., 0., 0., 0., 2., 1.]);
    let mut grid = |fields: &str, count| {
        let fields = format!("unit=fp32 p0=0x200 p1=0x300 w0=1 {fields}");
        trial.run("ai.affine_grid", &fields).unwrap().get(0x300, Fp32, count)
    };
    assert_eq!(grid("w1=1 w2=2", 4), [-0.5, 1., 0.5, 1.]);
    assert_eq!(grid("w1=2 w2=2 flag20=1", 8), [-1., -1., 1., -1., -1., 3., 1., 3.]);
    assert_eq!(grid("w1=1 w2=3 flag20=1", 6), [-1., -1., 0., -1., 1., -1.]);
}

/// A 2 x 2 image 1, 2, 3, 4 at one position.
fn sampled(x: f64, y: f64, mode: u8, padding: u8, corners: u8) -> f64 {
    let mut trial = Trial::default();
    trial.put(0x200, Fp64, &[1., 2., 3., 4.]).put(0x240, Fp64, &[x, y]);
    let fields = "unit=fp64 p0=0x200 p1=0x240 p2=0x300 w0=1 w1=1 w2=2 w3=2 w4=1 w5=1";
    let fields = format!("{fields} flag16={mode} flag18={padding} flag20={corners}");
    trial.run("ai.grid_sample", &fields).unwrap().get(0x300, Fp64, 1)[0]
}

#[rstest]
// With corners -1 and 1 are the first and the last pixel.
#[case(-1., -1., 0, 0, 1, 1.)]
#[case(0., 0., 0, 0, 1, 2.5)]
#[case(0.5, -1., 0, 0, 1, 1.75)]
// Without, they are the borders: half of a corner pixel's row and column lies outside.
#[case(-1., -1., 0, 0, 0, 0.25)]
#[case(-1., -1., 0, 1, 0, 1.)]
#[case(-1., -1., 0, 2, 0, 1.)]
#[case(1e300, 1e300, 0, 0, 0, 0.)]
#[case(1e300, -1e300, 0, 1, 1, 2.)]
// 2 is position 1.5 with corners: reflected to 0.5.
#[case(2., -1., 0, 2, 1, 1.5)]
// 2 is position 2.5 without: 1.5 + (1.5 - 2.5) = 0.5.
#[case(2., -0.5, 0, 2, 0, 1.5)]
// Nearest of a half: to the even position.
#[case(0., 0., 1, 0, 1, 1.)]
#[case(0.01, 0., 1, 0, 1, 2.)]
#[case(-1., -1., 1, 0, 0, 1.)]
#[case(-1.1, -1., 1, 0, 0, 0.)]
fn samples(
    #[case] x: f64,
    #[case] y: f64,
    #[case] mode: u8,
    #[case] padding: u8,
    #[case] corners: u8,
    #[case] expected: f64,
) {
    assert_eq!(sampled(x, y, mode, padding, corners), expected);
}

#[test]
fn positions_that_are_none() {
    for padding in 0..3 {
        assert!(sampled(f64::NAN, 0., 0, padding, 0).is_nan());
        assert!(sampled(0., f64::INFINITY, 1, padding, 1).is_nan());
    }
}

#[test]
fn wrong_samples() {
    let fields = "p0=0x200 p1=0x240 p2=0x300 w0=1 w1=1 w2=2 w3=2 w4=1 w5=1";
    let kind =
        |more: &str| Trial::default().run("ai.grid_sample", &format!("{fields} {more}")).err();
    assert_eq!(kind("unit=sint8"), Some(Kind::UnitNotAllowed));
    assert_eq!(kind("unit=fp16 flag16=2"), Some(Kind::ReservedCode));
    assert_eq!(kind("unit=fp16 flag18=3"), Some(Kind::ReservedCode));
    assert_eq!(kind("unit=fp16"), None);
    let one = fields.replace("w2=2 w3=2", "w2=1 w3=1");
    let mut trial = Trial::default();
    trial.put_codes(0x200, Fp16, &[0x8000]).put(0x240, Fp16, &[7., -7.]);
    trial.run("ai.grid_sample", &format!("{one} unit=fp16 flag18=2 flag20=1")).unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 1), [0x8000]);
}
