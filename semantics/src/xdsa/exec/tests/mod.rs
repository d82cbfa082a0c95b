//! Groups of tensors, with expectations worked out by hand or by a plain formula.

mod elementwise;
mod examples;
mod naive;
mod ties;
use super::SumRule;
use crate::xdsa::exec::trial::{Trial, element, number};
use crate::xdsa::isa::Unit::{Fp16, Fp32, Fp64, Sint8, Sint16, Sint32, Sint64};
use naive::{Conv, random};

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
