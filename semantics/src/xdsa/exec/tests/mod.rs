//! Groups of tensors, with expectations worked out by hand or by a plain formula.

mod convolution;
mod elementwise;
mod examples;
mod naive;

mod ties;
use crate::xdsa::exec::trial::{Trial, element, number};
use naive::Conv;

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
