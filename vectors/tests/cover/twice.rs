//! Converters that round twice, by way of a format between operand and result: the model set of the conversion tells each of them from it.

use softfloat::{Env, Format, Rounding, convert_any};
use vectors::cover::Model;

/// The floating-point formats that conversions are listed for.
const FORMATS: [(&str, &str); 11] = [
    ("f64", "ieee_binary64"),
    ("f32", "ieee_binary32"),
    ("tf32", "tf32"),
    ("f16", "ieee_binary16"),
    ("bf16", "bf16"),
    ("e4m3fn", "fp8_e4m3_ocp"),
    ("e5m2", "fp8_e5m2_ocp"),
    ("e4m3fnuz", "fp8_e4m3_fnuz"),
    ("e3m2fn", "fp6_e3m2"),
    ("e2m3fn", "fp6_e2m3"),
    ("e2m1fn", "fp4_e2m1"),
];

#[test]
fn every_way_by_another_format_is_seen() {
    let formats = FORMATS.map(|(id, name)| (id, *Format::by_name(name).expect(name)));
    let mut chains = 0;
    for (from, a) in formats {
        for (to, c) in formats {
            let between: Vec<_> = formats
                .into_iter()
                .filter(|(_, b)| (c.precision() + 1..a.precision()).contains(&b.precision()))
                .collect();
            for (rm, rounding) in [("rne", Rounding::NearestEven), ("rna", Rounding::NearestAway)] {
                if between.is_empty() {
                    continue;
                }
                let id = format!("cvt.{from}.{to}");
                let op = vectors::operations().find(&id).expect("listed");
                let options = op.parse_options([format!("rm={rm}").as_str()]).expect("a direction");
                let plan = op.plan(&options);
                let model = Model::new(&plan);
                let env = Env::IEEE.rounding(rounding);
                for (by, b) in &between {
                    let differs = model.cases().iter().any(|&x| {
                        let twice = convert_any(b, &c, &env, convert_any(&a, b, &env, x).bits);
                        plan.run(&[x]).out() != [twice.bits]
                    });
                    // One bit more each time: what becomes a middle had a tie before, and went to the even side, which is right.
                    let [first, second] =
                        [a.precision() - b.precision(), b.precision() - c.precision()];
                    let innocuous = rm == "rne" && (first, second) == (1, 1);
                    assert!(differs || innocuous, "{id} rm={rm} by way of {by} passes");
                    chains += 1;
                }
            }
        }
    }
    assert!(chains > 150, "{chains}");
}

/// What is first rounded to a format in between: of integers and posits, and to integers.
#[rstest::rstest]
#[case("i64", "f64", "f32")]
#[case("u64", "f64", "f32")]
#[case("u64", "f64", "bf16")]
#[case("i64", "f64", "tf32")]
#[case("i64", "f32", "bf16")]
#[case("i32", "f32", "bf16")]
#[case("i32", "f32", "tf32")]
#[case("f64", "f32", "i16")]
#[case("f64", "f32", "u8")]
#[case("f64", "f32", "i32")]
#[case("f64", "bf16", "i8")]
#[case("f32", "f16", "i8")]
#[case("f16", "bf16", "u8")]
#[case("bf16", "e5m2", "i8")]
#[case("posit16", "bf16", "i8")]
#[case("posit32", "f32", "i32")]
#[case("binary8p4se", "e5m2", "i8")]
#[case("posit32", "f32", "bf16")]
#[case("posit32", "f32", "f16")]
#[case("posit64", "f64", "f32")]
fn ways_of_integers_and_posits_are_seen(#[case] from: &str, #[case] by: &str, #[case] to: &str) {
    let run = |id: String, x: u64| {
        let op = vectors::operations().find(&id).expect("an operation");
        op.plan(&vectors::registry::Options::NONE).run(&[x]).out()[0]
    };
    let op = vectors::operations().find(&format!("cvt.{from}.{to}")).expect("listed");
    let plan = op.plan(&vectors::registry::Options::NONE);
    let differs = Model::new(&plan).cases().iter().any(|&x| {
        let first = run(format!("cvt.{from}.{by}"), x);
        plan.run(&[x]).out() != [run(format!("cvt.{by}.{to}"), first)]
    });
    assert!(differs, "cvt.{from}.{to} by way of {by} passes");
}
