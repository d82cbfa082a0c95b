use super::naive::{Conv, random};
use crate::xdsa::Kind;
use crate::xdsa::exec::SumRule;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{
    self, Fp16, Fp32, Fp64, Sint4, Sint8, Sint16, Sint32, Sint64, Uint8, Uint64,
};
use rstest::rstest;

/// One pixel of two channels, one filter: `1 x + 2 y` with the results 0300; more fields may follow.
fn one(units: &str, more: &str) -> String {
    format!(
        "fm=0x200 kernel=0x240 d=0x300 {units} h_stride=1 v_stride=1 fm_c=2 fm_h=1 fm_w=1 k_h=1 k_w=1 k_num=1 {more}"
    )
}

const PLAIN: &str = "bias_unit=sint32 mul_unit=sint8 scale_unit=sint8 mul=1 scale_o=1";

#[test]
fn random_convolutions_against_a_plain_loop() {
    let mut state = 14;
    for round in 0..60 {
        let conv = Conv::random(&mut state, round);
        let fields = conv.fields();
        for (last, name) in [(true, "NHWC"), (false, "NCHW")] {
            let mut trial = Trial::wide();
            conv.store(&mut trial, last);
            let format = u8::from(!last);
            let all = format!("{fields} data_format={format} result_unit=sint32 {PLAIN}");
            trial.run(conv.name, &all).unwrap_or_else(|e| panic!("{e:?} {name} {all}"));
            let expected = conv.results(last);
            let found = trial.get(0x8000, Sint32, expected.len() as u64);
            assert_eq!(found, expected, "{name} round {round}: {all}");
        }
    }
}

#[rstest]
// (3 + 8 + 1) 3 = 36; shift 3: 4.5, half up 5; times 2; bias 1.
#[case("shift=3 scale_o=2", 10.)]
#[case("shift=254 scale_o=1", 144.)] // -2
#[case("shift=0 scale_o=1 clip_min=10 clip_max=20", 20.)]
#[case("shift=0 scale_o=1 clip_min=40 clip_max=20", 20.)]
#[case("shift=0 scale_o=255", -36.)]
fn requantised_integers(#[case] more: &str, #[case] expected: f64) {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[3., 4.]).put(0x240, Sint8, &[1., 2.]);
    let units = "fm_unit=sint8 w_unit=sint8 bias_unit=sint8 mul_unit=sint8 scale_unit=sint8";
    let fields = one(units, &format!("result_unit=sint16 bias=1 mul=3 {more}"));
    assert_eq!(trial.run("ai.conv2d", &fields).unwrap().get(0x300, Sint16, 1), [expected]);
}

#[test]
fn results_clamp_and_units_decide_the_shift() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[3., 4.]).put(0x240, Sint8, &[1., 2.]);
    let units = "fm_unit=sint8 w_unit=sint8 bias_unit=sint8";
    let mut at = |more: &str, unit| {
        let fields = one(units, &format!("result_unit={unit} {more}"));
        trial.run("ai.conv2d", &fields).unwrap().get(0x300, unit, 1)[0]
    };
    // 11 x 100 clamps; with a floating multiplier 11 / 4 is exact: 2.75, to even 3; times 1/2: 1.375.
    assert_eq!(at("mul_unit=sint8 scale_unit=sint8 mul=100 scale_o=1", Sint8), 127.);
    assert_eq!(at("mul_unit=sint8 scale_unit=sint8 mul=156 scale_o=1", Uint8), 0.);
    let fp = "mul_unit=fp16 mul=0x3c00 scale_unit=fp16";
    assert_eq!(at(&format!("{fp} shift=2 scale_o=0x3c00"), Sint8), 3.);
    assert_eq!(at(&format!("{fp} shift=2 scale_o=0x3800"), Fp16), 1.375);
    // RoundShift first: 11 / 4 gives 3, half of it 1.5, to even 2.
    let rounded = "mul_unit=sint8 mul=1 shift=2 scale_unit=fp16 scale_o=0x3800";
    assert_eq!((at(rounded, Sint8), at(rounded, Fp16)), (2., 1.5));
    // A 64-bit multiplier extends by its sign.
    assert_eq!(at("mul_unit=sint64 mul=0xffffffff scale_unit=sint8 scale_o=1", Sint8), -11.);
}

#[test]
fn tables_of_channels_and_of_results() {
    let mut trial = Trial::default();
    // Two pixels of one channel, two filters: sums 1, 2 and 10, 20.
    trial.put(0x200, Sint8, &[1., 2.]).put(0x240, Sint8, &[1., 10.]);
    trial.put(0x260, Sint32, &[100., 200.]).put(0x280, Sint8, &[0., 1., 0., 2.]);
    let fields = "fm=0x200 kernel=0x240 d=0x300 fm_unit=sint8 w_unit=sint8 result_unit=sint32 bias_unit=sint32 mul_unit=sint8 scale_unit=sint8 mul=1 scale_o=1 h_stride=1 v_stride=1 fm_c=1 fm_h=1 fm_w=2 k_h=1 k_w=1 k_num=2 bias_mode=1 bias=0xabcd0260 shift_mode=2 shift=0x280";
    trial.run("ai.conv2d", fields).unwrap();
    // NHWC: 101, 210 >> 1, 102, 220 >> 2.
    assert_eq!(trial.get(0x300, Sint32, 4), [101., 105., 102., 55.]);
    trial.run("ai.conv2d", &format!("{fields} data_format=1")).unwrap();
    // NCHW: 101, 102 >> 1, 210, 220 >> 2.
    assert_eq!(trial.get(0x300, Sint32, 4), [101., 51., 210., 55.]);
}

#[test]
fn zeros_have_signs() {
    let mut trial = Trial::default();
    let mut code = |units: &str, x: [f64; 2], w: [f64; 2], bias: u64| {
        let unit = |name: &str| {
            let value = units.split_whitespace().find_map(|pair| pair.strip_prefix(name));
            Unit::by_name(value.unwrap_or_default()).unwrap_or(Sint8)
        };
        trial.put(0x200, unit("fm_unit="), &x).put(0x240, unit("w_unit="), &w);
        let more = format!(
            "result_unit=fp16 bias_unit=fp16 bias={bias} mul_unit=sint8 mul=1 scale_unit=sint8 scale_o=1"
        );
        trial.run("ai.conv2d", &one(units, &more)).unwrap().codes(0x300, Fp16, 1)[0]
    };
    let integers = "fm_unit=sint8 w_unit=sint8";
    assert_eq!(code(integers, [0., 0.], [-5., -1.], 0x8000), 0x8000);
    assert_eq!(code(integers, [0., 0.], [-5., 1.], 0x8000), 0);
    assert_eq!(code(integers, [0., 0.], [-5., -1.], 0), 0);
    assert_eq!(code(integers, [1., 1.], [-1., 1.], 0x8000), 0);
    let floats = "fm_unit=fp16 w_unit=fp16";
    assert_eq!(code(floats, [-0.0, 0.], [5., -1.], 0x8000), 0x8000);
    assert_eq!(code(floats, [-0.0, 0.], [5., 1.], 0x8000), 0);
}

#[rstest]
#[case([f64::INFINITY, 1.], [1., 1.], f64::INFINITY)]
#[case([f64::INFINITY, 1.], [-1., 1.], f64::NEG_INFINITY)]
#[case([f64::INFINITY, f64::NEG_INFINITY], [1., 1.], f64::NAN)]
#[case([f64::INFINITY, 1.], [0., 1.], f64::NAN)]
#[case([f64::NAN, 1.], [0., 1.], f64::NAN)]
#[case([1e300, -1e300], [1e300, 1e300], 0.)]
#[case([1e300, 1e-300], [1e-300, 1e-300], 1.)]
#[case([1e300, 1.], [1e300, 1.], f64::INFINITY)]
fn wide_numbers(#[case] x: [f64; 2], #[case] w: [f64; 2], #[case] expected: f64) {
    let mut trial = Trial::wide();
    trial.put(0x200, Fp64, &x).put(0x240, Fp64, &w);
    let units = "fm_unit=fp64 w_unit=fp64 result_unit=fp64";
    let more = "bias_unit=fp64 mul_unit=fp64 mul=0x3ff0000000000000 scale_unit=sint8 scale_o=1";
    let found = trial.run("ai.conv2d", &one(units, more)).unwrap().get(0x300, Fp64, 1)[0];
    assert!(found == expected || found.is_nan() && expected.is_nan(), "{found}");
}

#[test]
fn sums_of_64_bit_integers_are_whole() {
    let mut trial = Trial::wide();
    let (a, b) = ([u64::MAX, 1 << 63], [u64::MAX, 2]);
    trial.put_codes(0x200, Uint64, &a).put_codes(0x240, Uint64, &b);
    let units = "fm_unit=uint64 w_unit=uint64 bias_unit=uint8 mul_unit=uint8 mul=1 scale_unit=uint8 scale_o=1";
    // (2^64 - 1)^2 + 2^64, over 2^65: 2^63 - 1 + 2^-65 + 1/2, half up 2^63.
    trial.run("ai.conv2d", &one(units, "shift=65 result_unit=uint64")).unwrap();
    let sum: u128 = u128::from(u64::MAX) * u128::from(u64::MAX);
    let expected = ((sum >> 1) + (1 << 63) + (1 << 63)) >> 64;
    assert_eq!(u128::from(trial.codes(0x300, Uint64, 1)[0]), expected);
    trial
        .run(
            "base.matrix_mul",
            &format!(
                "{} fm=0x200 kernel=0x240 d=0x300 fm_unit=uint64 w_unit=uint64 result_unit=uint32",
                "h_stride=1 v_stride=1 fm_c=2 fm_h=1 fm_w=1 k_h=1 k_w=1 k_num=1"
            ),
        )
        .unwrap();
    assert_eq!(trial.codes(0x300, Unit::Uint32, 1), [1]);
}

#[test]
fn half_bytes_in_rows() {
    let mut trial = Trial::default();
    // Rows of three int4 elements, two bytes apart; filters of rows of one.
    trial.put_codes(0x200, Sint4, &[1, 2, 3, 15, 4, 5, 14]).put_codes(0x240, Sint4, &[2, 15, 15]);
    let fields = format!(
        "fm=0x200 kernel=0x240 d=0x300 fm_unit=sint4 w_unit=sint4 result_unit=sint8 {PLAIN} h_stride=1 v_stride=1 data_format=1 fm_c=1 fm_h=2 fm_w=3 k_h=2 k_w=1 k_num=1 fm_line_stride=2 k_line_stride=1"
    );
    trial.run("ai.conv2d", &fields).unwrap();
    assert_eq!(trial.get(0x300, Sint8, 3), [-2., -1., 8.]);
}

#[test]
fn depth() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[1., 2., 3., 4.]).put(0x240, Sint8, &[10., 1.]);
    let fields = format!(
        "fm=0x200 kernel=0x240 d=0x300 fm_unit=sint8 w_unit=sint8 result_unit=sint32 {PLAIN} h_stride=1 v_stride=1 d_stride=1 data_format=1 fm_c=1 fm_d=2 fm_h=1 fm_w=2 k_d=2 k_h=1 k_w=1 k_num=1 fm_line_stride=9 fm_surface_stride=9 k_line_stride=9"
    );
    trial.run("ai.conv3d", &fields).unwrap();
    assert_eq!(trial.get(0x300, Sint32, 2), [13., 24.]);
    trial.run("ai.conv3d", &format!("{fields} front=1 pad=5")).unwrap();
    assert_eq!(trial.get(0x300, Sint32, 4), [51., 52., 13., 24.]);
    // Planes 1 2, 0 0, 3 4 with the depth enlarged as the rows are.
    trial.run("ai.trans_conv3d", &format!("{fields} enlarge_v=2 enlarge_h=1")).unwrap();
    assert_eq!(trial.get(0x300, Sint32, 4), [10., 20., 3., 4.]);
}

#[test]
fn profiles() {
    let mut trial = Trial::default();
    trial.put(0x200, Fp16, &[2048., 1.]).put(0x240, Fp16, &[1., 1.]);
    let fields = one(
        "fm_unit=fp16 w_unit=fp16 result_unit=fp32",
        "bias_unit=fp16 mul_unit=fp16 mul=0x3c00 scale_unit=sint8 scale_o=3",
    );
    let result =
        |trial: &mut Trial| trial.run("ai.conv2d", &fields).unwrap().get(0x300, Fp32, 1)[0];
    assert_eq!(result(&mut trial), 6147.);
    trial.profile.scale_adds = true;
    assert_eq!(result(&mut trial), 2052.);
    trial.profile.sums = SumRule::Sequential(Fp16);
    assert_eq!(result(&mut trial), 2051.);
}

#[rstest]
#[case("ai.conv2d", "fm_h=0", Kind::BadDimension)]
#[case("ai.conv2d", "k_num=0", Kind::BadDimension)]
#[case("ai.conv2d", "h_stride=0", Kind::BadDimension)]
#[case("ai.conv2d", "k_w=2", Kind::BadDimension)]
#[case("ai.conv2d", "bias_mode=3", Kind::ReservedCode)]
#[case("ai.conv2d", "padding_mode=2", Kind::ReservedCode)]
#[case("ai.conv2d", "data_format=2", Kind::ReservedCode)]
#[case("ai.conv2d", "fm_unit=13 fm_h=0", Kind::ReservedCode)]
#[case("ai.dep_conv", "k_num=3", Kind::BadDimension)]
#[case("ai.dilate_conv", "rate=0", Kind::BadDimension)]
#[case("ai.transpose_conv", "enlarge_v=1", Kind::BadDimension)]
#[case("ai.conv1d", "fm_h=2", Kind::BadDimension)]
#[case("ai.conv2d", "d=0xffff result_unit=sint16", Kind::AddressRange)]
#[case("ai.conv2d", "padding_mode=1 pad=0xffff t_pad=1", Kind::AddressRange)]
#[case("base.matrix_mul", "result_unit=sint16", Kind::UnitNotAllowed)]
#[case("base.matrix_mul", "result_unit=fp64", Kind::UnitNotAllowed)]
fn errors(#[case] name: &str, #[case] wrong: &str, #[case] kind: Kind) {
    let common = "fm=0x200 kernel=0x240 d=0x300 fm_unit=sint8 w_unit=sint8 h_stride=1 v_stride=1 fm_c=2 fm_h=1 fm_w=1 k_h=1 k_w=1 k_num=2";
    assert_eq!(Trial::default().run(name, &format!("{common} {wrong}")).err(), Some(kind));
}

#[test]
fn a_table_of_pads_is_read_where_there_are_pads() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[3., 4.]).put(0x240, Sint8, &[1., 2.]).put(0x280, Sint8, &[5., 6.]);
    let units = format!("fm_unit=sint8 w_unit=sint8 result_unit=sint8 {PLAIN} padding_mode=1");
    assert!(trial.run("ai.conv2d", &one(&units, "pad=0xffff")).is_ok());
    trial.run("ai.conv2d", &one(&units, "pad=0x280 l_pad=1")).unwrap();
    assert_eq!(trial.get(0x300, Sint8, 2), [17., 11.]);
}

#[test]
fn products_of_matrices() {
    let mut trial = Trial::wide();
    let mut state = 3;
    let (m, k, n) = (3, 5, 4);
    let a = random(&mut state, m * k, 1000);
    let b = random(&mut state, n * k, 1000);
    let mut expected = Vec::new();
    for row in a.chunks(k) {
        expected.extend(
            b.chunks(k).map(|column| row.iter().zip(column).map(|(x, y)| x * y).sum::<f64>()),
        );
    }
    let sizes = "fm=0x200 kernel=0x1000 d=0x2000 h_stride=1 v_stride=1 fm_c=5 fm_h=1 fm_w=3 k_h=1 k_w=1 k_num=4";
    for unit in [Sint16, Fp32, Fp64, Sint64] {
        trial.put(0x200, unit, &a).put(0x1000, unit, &b);
        trial
            .run(
                "base.matrix_mul",
                &format!("{sizes} fm_unit={unit} w_unit={unit} result_unit=fp32"),
            )
            .unwrap();
        assert_eq!(trial.get(0x2000, Fp32, 12), expected, "{unit}");
    }
    trial.profile.any_result = true;
    trial
        .run("base.matrix_mul", &format!("{sizes} fm_unit=sint64 w_unit=sint64 result_unit=sint8"))
        .unwrap();
    let low: Vec<f64> = expected.iter().map(|x| f64::from(*x as i64 as i8)).collect();
    assert_eq!(trial.get(0x2000, Sint8, 12), low);
}
