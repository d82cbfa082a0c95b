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
