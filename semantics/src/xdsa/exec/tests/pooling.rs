use super::naive::Conv;
use crate::xdsa::Kind;
use crate::xdsa::exec::trial::{Trial, element, number};
use crate::xdsa::isa::Unit::{Fp16, Sint8};
use rstest::rstest;

fn lower_median(mut window: Vec<f64>) -> f64 {
    window.sort_by(f64::total_cmp);
    window[(window.len() - 1) / 2]
}

fn mean(window: &[f64]) -> f64 {
    (window.iter().sum::<f64>() / window.len() as f64).round_ties_even()
}

#[test]
fn random_windows_against_a_plain_loop() {
    let mut state = 64;
    for round in 0..40 {
        let conv = Conv::random(&mut state, round * 4);
        let unit = conv.unit();
        for last in [false, true] {
            let mut trial = Trial::wide();
            conv.store(&mut trial, last);
            let strides = conv.store_lines(&mut trial, last);
            let drop = ["kernel=", "w_unit=", "k_num="];
            let fields = conv.fields();
            let kept = fields.split_whitespace().filter(|f| !drop.iter().any(|d| f.starts_with(d)));
            let fields = kept.collect::<Vec<_>>().join(" ");
            let all = format!("{fields} {strides} data_format={}", u8::from(!last));
            let mut pool = |name: &str, choose: &dyn Fn(Vec<f64>) -> f64| {
                let expected = conv.each(conv.c, last, |c, y, x| {
                    let result = choose(conv.window(c, y, x));
                    number(unit, element(unit, result))
                });
                trial.run(name, &all).unwrap();
                let found = trial.get(0x8000, unit, expected.len() as u64);
                assert_eq!(found, expected, "{name} round {round}: {all}");
            };
            pool("ai.max_pool", &|window| window.into_iter().fold(f64::MIN, f64::max));
            pool("ai.min_pool", &|window| window.into_iter().fold(f64::MAX, f64::min));
            pool("ai.median_pool", &lower_median);
            if !unit.is_float() {
                pool("ai.avrg_pool", &|window| mean(&window));
            }
        }
    }
}

/// Two by two pixels of one channel.
const WINDOW: &str = "fm=0x200 d=0x300 h_stride=1 v_stride=1 fm_c=1 fm_h=1 fm_w=4 k_h=1 k_w=4";

#[rstest]
#[case("ai.max_pool", [0x8000, 0, 0xbc00, 0x8000], 0)]
#[case("ai.min_pool", [0, 0x8000, 0x3c00, 0], 0x8000)]
#[case("ai.max_pool", [0x7c00, 0xfe01, 0, 0], 0x7e00)]
#[case("ai.median_pool", [0x3c00, 0xfe01, 0, 0], 0x7e00)]
#[case("ai.median_pool", [0, 0x8000, 0x3c00, 0xfc00], 0x8000)]
#[case("ai.avrg_pool", [0x8000; 4], 0x8000)]
#[case("ai.avrg_pool", [0x8000, 0x8000, 0, 0x8000], 0)]
#[case("ai.avrg_pool", [0x7c00, 0xfc00, 0, 0], 0x7e00)]
#[case("ai.avrg_pool", [0x7bff; 4], 0x7bff)]
#[case("ai.avrg_pool", [1, 1, 0, 0], 0)] // half of the least number: to even
#[case("ai.avrg_pool", [1, 1, 1, 0], 1)]
fn floats(#[case] name: &str, #[case] codes: [u64; 4], #[case] expected: u64) {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Fp16, &codes);
    trial.run(name, &format!("{WINDOW} fm_unit=fp16")).unwrap();
    assert_eq!(trial.codes(0x300, Fp16, 1), [expected]);
}

#[test]
fn kinds_of_one_and_three_dimensions() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[1., 2., 4., 9.]);
    for (kind, expected) in [(0, 9.), (1, 1.), (2, 4.), (3, 2.)] {
        trial.run("ai.pool1d", &format!("{WINDOW} fm_unit=sint8 kind={kind}")).unwrap();
        assert_eq!(trial.get(0x300, Sint8, 1), [expected]);
        let depth = "fm=0x200 d=0x300 h_stride=1 v_stride=1 d_stride=1 fm_c=1 fm_d=2 fm_h=1 fm_w=2 k_d=2 k_h=1 k_w=2 fm_line_stride=7";
        trial.run("ai.pool3d", &format!("{depth} fm_unit=sint8 kind={kind}")).unwrap();
        assert_eq!(trial.get(0x300, Sint8, 1), [expected]);
    }
}

#[test]
fn sections_of_a_map() {
    let mut trial = Trial::default();
    // Five columns to three: [0, 2), [1, 4), [3, 5).
    trial.put(0x200, Sint8, &[1., 7., 3., 4., 5.]);
    let fields = "fm=0x200 d=0x300 fm_unit=sint8 fm_c=1 fm_h=1 fm_w=5 o_h=1 o_w=3 padding_mode=3";
    let mut run = |name: &str, more: &str| {
        trial.run(name, &format!("{fields} {more}")).unwrap().get(0x300, Sint8, 3)
    };
    assert_eq!(run("ai.roi_pool", ""), [7., 7., 5.]);
    assert_eq!(run("ai.adaptivv_pool1d", "kind=2"), [4., 5., 4.]);
    assert_eq!(run("ai.adaptivv_pool2d", "kind=1"), [1., 3., 4.]);
    assert_eq!(run("ai.adaptivv_pool2d", "kind=3"), [1., 4., 4.]);
    assert_eq!(run("ai.adaptivv_pool3d", "kind=1 fm_d=1 od=1"), [1., 3., 4.]);
}

#[test]
fn a_region_in_a_larger_map_and_depths() {
    let mut trial = Trial::default();
    // Two channels last, two rows of two columns in rows of three.
    trial.put(0x200, Sint8, &[1., 10., 2., 20., 9., 9., 3., 30., 4., 40.]);
    let fields = "fm=0x200 d=0x300 fm_unit=sint8 fm_c=2 fm_h=2 fm_w=2 fm_line_stride=6 o_h=1 o_w=2";
    trial.run("ai.roi_pool", fields).unwrap();
    assert_eq!(trial.get(0x300, Sint8, 4), [3., 30., 4., 40.]);
    // Three planes of one pixel to two: [0, 2), [1, 3).
    trial.put(0x200, Sint8, &[1., 2., 6.]);
    let fields =
        "fm=0x200 d=0x300 fm_unit=sint8 fm_c=1 fm_h=1 fm_w=1 fm_d=3 od=2 o_h=1 o_w=1 kind=2";
    trial.run("ai.adaptivv_pool3d", fields).unwrap();
    assert_eq!(trial.get(0x300, Sint8, 2), [2., 4.]);
}

#[rstest]
#[case("ai.max_pool", "k_w=5", Kind::BadDimension)]
#[case("ai.max_pool", "k_w=0", Kind::BadDimension)]
#[case("ai.max_pool", "padding_mode=3", Kind::ReservedCode)]
#[case("ai.max_pool", "data_format=3", Kind::ReservedCode)]
#[case("ai.pool1d", "k_h=2 t_pad=1", Kind::BadDimension)]
#[case("ai.pool3d", "", Kind::BadDimension)]
#[case("ai.adaptivv_pool1d", "o_h=2 o_w=1", Kind::BadDimension)]
#[case("ai.adaptivv_pool2d", "o_h=1 o_w=0", Kind::BadDimension)]
#[case("ai.adaptivv_pool3d", "o_h=1 o_w=1 fm_d=1", Kind::BadDimension)]
fn errors(#[case] name: &str, #[case] wrong: &str, #[case] kind: Kind) {
    assert_eq!(Trial::default().run(name, &format!("{WINDOW} {wrong}")).err(), Some(kind));
}
